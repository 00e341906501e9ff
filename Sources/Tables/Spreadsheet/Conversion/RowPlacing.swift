import Basics

/// Checks that the rows of a conversion come in ascending order, and counts the blank rows and cells between them.
struct RowPlacing {
  private(set) var count = 0
  private var nextIndex = 0
  private let file: String
  private var worksheet = ""
  private let writesBlanks: Bool
  private var blanksLeft: Int
  private let limit: Int

  /// - Parameter limit: How many blank rows and cells may be written between filled ones, in all worksheets together.
  init(file: String, limit: Int, writesBlanks: Bool) {
    (self.file, self.limit, self.writesBlanks) = (file, limit, writesBlanks)
    blanksLeft = limit
  }

  mutating func begin(_ worksheet: String) {
    self.worksheet = worksheet
    nextIndex = 0
  }

  /// Accepts the next row, and returns how many blank rows come before it. Throws `xlsx.row-order` for a row that comes after
  /// one with a higher number, `limit.blank-cells`.
  mutating func take(_ row: Row) throws(SpreadsheetError) -> Int {
    let blankRows = row.index - nextIndex
    if blankRows < 0 {
      throw .xlsx(.xlsxRowOrder, "row \(row.index + 1) comes after row \(nextIndex).", place: place(of: row, column: 0))
    }
    nextIndex = row.index + 1
    count += 1
    if !writesBlanks { return blankRows }
    let width = (row.filledCells.last?.column ?? -1) + 1
    blanksLeft -= blankRows + width - row.count
    if blanksLeft < 0 {
      throw .limit(
        .limitBlankCells, "more than \(limit) empty rows and cells would be written between others.",
        raise: "blankCells", place: place(of: row, column: max(0, width - 1)))
    }
    return blankRows
  }

  private func place(of row: Row, column: Int) -> SpreadsheetError.Place {
    .init(file: file, worksheet: worksheet, cell: CellName.cell(row: row.index, column: column))
  }
}

extension Row {
  func removeFormulaGuards() {
    for (position, cell) in filledCells.enumerated() {
      guard cell.kind == .text, FormulaGuard.hasApostrophe(utf8(of: cell)) else { continue }
      storage.pointee.cells[position] = cell.droppingFirst()
    }
  }
}

extension XLSXFaults {
  /// Counts the faults of a converted row's cells: half characters, and formulas without a result. Neither is refused.
  func note(_ row: Row, worksheet: String) {
    for cell in row.filledCells where cell.isDamaged || cell.lacksResult {
      let kind = cell.isDamaged ? Kind.halfCharacter : .noResult
      _ = report(kind) {
        SpreadsheetError(
          kind.code, cell.isDamaged ? "a text has half of a character." : "a formula has no stored result.",
          place: .init(worksheet: worksheet, cell: CellName.cell(row: row.index, column: cell.column)))
      }
    }
  }
}
