/// A text with its bytes, and the kinds of bytes in it.
struct ScannedText: Hashable, Sendable {
  let string: String
  /// The text in UTF-8.
  let bytes: [UInt8]
  let marks: TextMarks

  init(_ string: String) {
    self.string = string
    bytes = Array(string.utf8)
    marks = TextMarks(of: bytes)
  }

  /// Whether the text has any of the kinds of bytes.
  func has(_ kinds: TextMarks) -> Bool { !marks.isDisjoint(with: kinds) }

  /// The part of the text at some bytes.
  func part(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// The byte at an index; nil past the end.
  subscript(index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }
}
