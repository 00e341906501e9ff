/// Checks that the rows of a conversion come in ascending order, and counts the empty rows and cells between them.
struct RowPlacing {
  /// The index after the last row of the worksheet.
  private(set) var nextIndex = 0
  /// The number of rows so far.
  private(set) var count = 0
  private let file: String
  private var worksheet = ""
  private var blanksLeft: Int
  private let limit: Int

  /// - Parameter limit: How many empty rows and cells may be written between others, in all worksheets together.
  init(file: String, limit: Int) {
    self.file = file
    self.limit = limit
    blanksLeft = limit
  }

  /// Begins a worksheet.
  mutating func begin(_ worksheet: String) {
    self.worksheet = worksheet
    nextIndex = 0
  }

  /// Takes the next row.
  ///
  /// - Throws: `xlsx.row-order` for a row that comes after one with a higher number.
  mutating func take(_ row: Row) throws(SpreadsheetError) {
    if row.index < nextIndex {
      throw SpreadsheetError(
        .xlsxRowOrder, "row \(row.index + 1) comes after row \(nextIndex).",
        hint: "Open the file in a spreadsheet program and save it again.",
        place: .init(file: file, worksheet: worksheet, cell: CellName.cell(row: row.index, column: 0)))
    }
    nextIndex = row.index + 1
    count += 1
  }

  /// Takes the next row for a format that also writes the empty rows before it and the empty cells in it.
  ///
  /// - Throws: `xlsx.row-order`, `limit.blank-cells`.
  mutating func takeFilling(_ row: Row) throws(SpreadsheetError) {
    let skipped = row.index - nextIndex
    try take(row)
    let storage = row.storage
    let count = storage.pointee.cellCount
    let width = count == 0 ? 0 : storage.pointee.cells[count - 1].column + 1
    blanksLeft -= skipped + width - count
    if blanksLeft < 0 {
      throw .limit(
        .limitBlankCells, "more than \(limit) empty rows and cells would be written between others.",
        raise: "blankCells",
        place: .init(file: file, worksheet: worksheet, cell: CellName.cell(row: row.index, column: max(0, width - 1))))
    }
  }
}
