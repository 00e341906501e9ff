import Basics

/// Checks that the rows of a conversion come in ascending order, and counts the blank rows and cells between them.
struct RowPlacing {
  /// The number of rows so far.
  private(set) var count = 0
  /// The index after the last row of the worksheet.
  private var nextIndex = 0
  private let file: String
  private var worksheet = ""
  private let writesBlanks: Bool
  private var blanksLeft: Int
  private let limit: Int

  /// - Parameters:
  ///   - limit: How many blank rows and cells may be written between others, in all worksheets together.
  ///   - writesBlanks: Whether the format writes them, so that the limit applies.
  init(file: String, limit: Int, writesBlanks: Bool) {
    self.file = file
    self.limit = limit
    self.writesBlanks = writesBlanks
    blanksLeft = limit
  }

  /// Begins a worksheet.
  mutating func begin(_ worksheet: String) {
    self.worksheet = worksheet
    nextIndex = 0
  }

  /// Takes the next row.
  ///
  /// - Returns: How many blank rows come before it.
  /// - Throws: `xlsx.row-order` for a row that comes after one with a higher number, `limit.blank-cells`.
  mutating func take(_ row: Row) throws(SpreadsheetError) -> Int {
    let blankRows = row.index - nextIndex
    if blankRows < 0 {
      throw SpreadsheetError(
        .xlsxRowOrder, "row \(row.index + 1) comes after row \(nextIndex).",
        hint: "Open the file in a spreadsheet program and save it again.", place: place(of: row, column: 0))
    }
    nextIndex = row.index + 1
    count += 1
    if writesBlanks { try countBlanks(blankRows, in: row) }
    return blankRows
  }

  private mutating func countBlanks(_ blankRows: Int, in row: Row) throws(SpreadsheetError) {
    let width = row.count == 0 ? 0 : row[row.count - 1].column + 1
    blanksLeft -= blankRows + width - row.count
    if blanksLeft < 0 {
      throw .limit(
        .limitBlankCells, "more than \(limit) empty rows and cells would be written between others.",
        raise: "blankCells", place: place(of: row, column: max(0, width - 1)))
    }
  }

  private func place(of row: Row, column: Int) -> SpreadsheetError.Place {
    .init(file: file, worksheet: worksheet, cell: CellName.cell(row: row.index, column: column))
  }
}
