import Spreadsheet

/// A text as a cell can hold it: whole, or, where it is too long for one, its beginning under a clear mark.
struct CellText {
  /// How much of a text that is too long is shown.
  private static let shownCharacters = 1_000

  /// What the cell holds.
  let text: String
  /// What the base says of it.
  let hash: TextHash

  init(_ value: String) {
    // A text has at most as many UTF-16 units as UTF-8 bytes, so most need no counting.
    if value.utf8.count <= SpreadsheetLimits.cellTextUnits || value.utf16.count <= SpreadsheetLimits.cellTextUnits {
      text = value
      hash = TextHash(value)
    } else {
      text =
        "[TOO LONG FOR A CELL: \(value.utf16.count) characters, the limit is \(SpreadsheetLimits.cellTextUnits). "
        + "Edit this text in NStack; it cannot be proposed from this sheet.]\n" + value.prefix(Self.shownCharacters)
        + "…"
      hash = .tooLong
    }
  }
}
