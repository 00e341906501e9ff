extension SpreadsheetError {
  private static let again = "Download or copy it again, or ask for a new copy."

  /// A directory that contradicts itself or the file.
  static func zipDirectory(_ message: String) -> SpreadsheetError {
    SpreadsheetError(.init(rawValue: "zip.bad-directory"), "the file is damaged: \(message)", hint: again)
  }

  /// A file that ends before what its records promise.
  static func zipTruncated(_ message: String) -> SpreadsheetError {
    SpreadsheetError(.init(rawValue: "zip.truncated"), "the file is incomplete: \(message)", hint: again)
  }

  /// An entry that is not what the directory says of it.
  static func zip(_ code: String, _ message: String, entry: ZIPEntry, cause: String? = nil) -> SpreadsheetError {
    SpreadsheetError(
      .init(rawValue: code), "the file is damaged: \(message)", hint: again, place: .init(part: entry.displayName),
      cause: cause)
  }

  /// More of something than is believed from a file.
  static func limit(
    _ code: String, _ message: String, raise option: String, place: Place = Place()
  ) -> SpreadsheetError {
    SpreadsheetError(
      .init(rawValue: code), message, hint: "If the file is to be trusted, raise the limit `\(option)`.",
      place: place)
  }
}
