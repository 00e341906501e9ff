/// Marks in texts, found byte by byte: a combining letter after a mark makes another character of it.
extension String {
  /// The text with another text in place of a mark, which is in ASCII.
  func replacingExactly(_ mark: String, with other: String) -> String {
    guard containsExactly(mark) else { return self }
    let bytes = Array(utf8)
    let mark = Array(mark.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: mark) {
        result.append(contentsOf: other.utf8)
        index += mark.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether the text has a mark, which is in ASCII.
  func containsExactly(_ mark: String) -> Bool {
    guard let first = mark.utf8.first else { return true }
    return utf8.indices.contains { utf8[$0] == first && utf8[$0...].starts(with: mark.utf8) }
  }
}
