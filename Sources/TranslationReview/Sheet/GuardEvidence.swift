import NStackAPI
import Spreadsheet

/// What the rows of a workbook tell of the apostrophes that a CSV export puts before texts that look like formulas.
///
/// A CSV export that was turned into a workbook keeps them. A row whose current value or exported proposal has one that its
/// base does not know shows that; a proposal in another row has its apostrophe from the same export.
final class GuardEvidence {
  /// Whether a row shows the apostrophe of a CSV export.
  var isShown = false
  /// Rows whose proposal has an apostrophe before a formula, which only the other rows can explain.
  private(set) var doubtful: [ReturnedRow] = []

  /// Rows without a base whose current value has such an apostrophe: the server knows whether the text has it too.
  private(set) var witnesses: [ReviewRow] = []
  private static let mostWitnesses = 20

  /// Looks at a row without a base.
  func witness(_ row: ReviewRow) {
    guard witnesses.count < Self.mostWitnesses, FormulaGuard.unescape(row.currentValue) != row.currentValue else {
      return
    }
    witnesses.append(row)
  }

  /// Keeps a row until all rows have been read.
  func keep(_ row: ReturnedRow) {
    doubtful.append(row)
  }

  /// The doubtful rows as they are meant, as far as that is certain.
  ///
  /// - Parameter isPlain: Whether no text has such an apostrophe where no row shows one: in a workbook that an export wrote, and
  ///   in CSV, where the one of the export is taken away already.
  func settled(isPlain: Bool) -> [ReturnedRow] {
    doubtful.map { row in
      if isShown { return row.withoutGuard() }
      return isPlain ? row : row.doubtingGuard()
    }
  }
}

extension ReturnedRow {
  /// The row without the apostrophes of a CSV export.
  fileprivate func withoutGuard() -> ReturnedRow {
    var result = self
    result.row.proposal = FormulaGuard.unescape(row.proposal)
    result.row.note = FormulaGuard.unescape(row.note)
    result.isProposalChanged = isProposalUnknown || RowClassifier.isProposalChanged(result.row)
    return result
  }

  /// The row with a proposal of which it is not known whether the apostrophe belongs to it.
  fileprivate func doubtingGuard() -> ReturnedRow {
    var result = self
    result.proposalForm = .uncertain(
      "\"\(Visible.text(row.proposal))\", whose apostrophe may be the one that a CSV export puts before formulas")
    return result
  }
}
