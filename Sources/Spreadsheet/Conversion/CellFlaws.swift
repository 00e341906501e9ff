import Basics

/// What the cells of converted rows lack: half characters, and formulas without a result.
struct CellFlaws {
  private let faults = XLSXFaults(.nothing)

  /// Looks through the cells of a row.
  func note(_ row: Row, worksheet: String) {
    for position in 0..<row.count {
      let cell = row[position]
      guard cell.isDamaged || cell.lacksResult else { continue }
      let place = SpreadsheetError.Place(
        worksheet: worksheet, cell: CellName.cell(row: row.index, column: cell.column))
      // Neither is ever refused.
      if cell.isDamaged {
        _ = faults.meet(.halfCharacter) {
          SpreadsheetError(XLSXFaults.Kind.halfCharacter.code, "a text has half of a character.", place: place)
        }
      }
      if cell.lacksResult {
        _ = faults.meet(.noResult) {
          SpreadsheetError(XLSXFaults.Kind.noResult.code, "a formula has no stored result.", place: place)
        }
      }
    }
  }

  /// One warning for each kind of flaw.
  var warnings: [XLSXWarning] { faults.warnings }
}
