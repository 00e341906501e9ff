/// The rows of a table whose texts have the apostrophes of ``FormulaGuard`` in CSV, and in no other format.
///
/// Once one row is known to belong to such a table, the rows after it do too.
struct GuardedRows {
  /// How many rows are checked before the table is taken to be of another kind.
  private static let askedRows = 100

  private let isGuarded: (@Sendable (Row) -> Bool)?
  private var answer = false
  private var asked = 0

  /// - Parameter isGuarded: Whether a row belongs to such a table; nil if no row can.
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
  /// Removes the apostrophes of ``FormulaGuard`` from all texts.
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
