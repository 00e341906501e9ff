extension SpreadsheetError {
  private static let again = "Download or copy it again, or ask for a new copy."

  /// The error for a directory that contradicts itself or the file.
  static func zipDirectory(_ message: String) -> SpreadsheetError {
    SpreadsheetError(.zipBadDirectory, "the file is damaged: \(message)", hint: again)
  }

  /// The error for a file that is shorter than its records say.
  static func zipTruncated(_ message: String) -> SpreadsheetError {
    SpreadsheetError(.zipTruncated, "the file is incomplete: \(message)", hint: again)
  }

  /// The error for an entry that contradicts the directory.
  static func zip(_ code: Code, _ message: String, entry: ZIPEntry, cause: String? = nil) -> SpreadsheetError {
    SpreadsheetError(
      code, "the file is damaged: \(message)", hint: again, place: .init(part: entry.displayName),
      cause: cause)
  }
}
