/// The rows of a table whose texts have the apostrophes of ``FormulaGuard`` in CSV, and in no other format.
///
/// Once one row is known to be of such a table, the rows after it are too.
struct GuardedRows {
  /// How many rows are asked for before the table is taken for another one.
  private static let askedRows = 100

  private let isGuarded: (@Sendable (Row) -> Bool)?
  private var answer = false
  private var asked = 0

  /// - Parameter isGuarded: Tells such a row; nil where there are none.
  init(_ isGuarded: (@Sendable (Row) -> Bool)?) {
    self.isGuarded = isGuarded
  }

  mutating func contains(_ row: Row) -> Bool {
    if answer { return true }
    guard let isGuarded, asked < Self.askedRows else { return false }
    asked += 1
    answer = isGuarded(row)
    return answer
  }
}

extension Row {
  /// Takes the apostrophes of ``FormulaGuard`` away from all texts.
  func removeFormulaGuards() {
    for position in 0..<count {
      let cell = self[position]
      guard cell.kind == .text, FormulaGuard.hasApostrophe(utf8(of: cell)) else { continue }
      storage.pointee.cells[position] = Cell(
        column: cell.column, kind: cell.kind, isFormula: cell.isFormula, lacksResult: cell.lacksResult,
        isDamaged: cell.isDamaged, style: cell.style, number: cell.number, offset: cell.offset + 1,
        length: cell.length - 1)
    }
  }
}
