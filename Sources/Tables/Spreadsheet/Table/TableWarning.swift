/// A fault that was accepted in reading a table, or a guess about it.
public struct TableWarning: Hashable, Sendable {
  /// The kind of fault: the code that a strict reading throws, or `csv.delimiter`.
  public let code: SpreadsheetError.Code
  /// Sentences that say what was found, how it was handled, how often, and where.
  public let message: String
  /// The first places where it was found, at least one and at most ten: lines of CSV, or cells of a workbook.
  package let places: [SpreadsheetError.Place]
  /// How often it was found.
  package let count: Int

  /// The first place where it was found.
  package var place: SpreadsheetError.Place { places[0] }

  init(code: SpreadsheetError.Code, message: String, places: [SpreadsheetError.Place], count: Int) {
    precondition(!places.isEmpty, "a warning has a place")
    (self.code, self.message, self.places, self.count) = (code, message, places, count)
  }
}
