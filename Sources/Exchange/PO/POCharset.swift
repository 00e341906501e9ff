import Spreadsheet

/// The character encoding of a PO file, which its header names.
enum POCharset {
  /// How many bytes are searched for the header. Comments with a licence may come before it.
  private static let headSize = 64 << 10

  /// The name of the encoding; nil for UTF-8, and for UTF-16 with a byte order mark.
  static func encoding(ofFileAt path: String) throws(SpreadsheetError) -> String? {
    let head = try TextFile.head(of: path, count: headSize)
    let mark = Array("charset=".utf8)
    let lower = head.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard let start = firstPlace(of: mark, in: lower) else { return nil }
    let name = head[(start + mark.count)...].prefix { $0 > 0x20 && $0 < 0x7F && !"\\\";".utf8.contains($0) }
    let text = String(decoding: name.prefix(40), as: UTF8.self)
    // A template has the word instead of an encoding.
    return text.isEmpty || ["CHARSET", "UTF-8", "UTF8", "ASCII", "US-ASCII"].contains(text.uppercased()) ? nil : text
  }

  /// An error about the text of the file in the words for PO files.
  static func restated(_ error: SpreadsheetError, path: String) -> SpreadsheetError {
    var place = error.place
    place.file = place.file ?? path
    switch error.code {
    case .csvEncoding:
      return SpreadsheetError(
        .exchangeEncoding, error.message, hint: "Save the file as UTF-8, and name that in its header.", place: place,
        cause: error.cause)
    case .csvBinary:
      return SpreadsheetError(
        .exchangeFormat, error.message.replacing("a table of delimited text", with: "a PO file"),
        hint: "Check which file it is.", place: place)
    case .limitRecord:
      return SpreadsheetError(.limitUnit, error.message, hint: error.hint, place: place)
    default:
      var error = error
      error.place = place
      return error
    }
  }

  private static func firstPlace(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    return (0...(bytes.count - mark.count)).first { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }
}
