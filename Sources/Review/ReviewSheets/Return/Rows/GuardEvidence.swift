import Basics
import Spreadsheet

/// Evidence in a workbook's rows that its apostrophes before formulas come from a CSV export.
///
/// A workbook that LibreOffice made from a CSV export keeps them. The base of a row shows whether the apostrophe of its
/// current value or exported proposal was exported. If one was not, the workbook is such a file, and apostrophes in the
/// proposals of other rows come from the CSV export too.
package final class GuardEvidence {
  /// Whether a row proves that the apostrophes come from a CSV export.
  var isShown = false
  /// Rows whose proposal has an apostrophe before a formula; only other rows can show where it comes from.
  private(set) var uncertain: [ReturnedRow] = []

  /// Rows without a base whose current value has such an apostrophe. The server's text shows whether the apostrophe
  /// belongs to it.
  private(set) var samples: [ReviewRow] = []
  private static let mostSamples = 20

  package init() {}

  /// Checks a row without a base.
  func sample(_ row: ReviewRow) {
    guard samples.count < Self.mostSamples, FormulaGuard.unescape(row.currentValue) != row.currentValue else { return }
    samples.append(row)
  }

  func keep(_ row: ReturnedRow) { uncertain.append(row) }

  /// The uncertain rows with their intended texts, as far as those are certain.
  ///
  /// - Parameter isPlain: Whether an apostrophe belongs to the text if no row proves the opposite. That holds for a
  ///   workbook that an export wrote, and for CSV, whose apostrophes are already removed.
  func decided(isPlain: Bool) -> [ReturnedRow] { uncertain.map { decided($0, isPlain: isPlain) } }

  /// An uncertain row with its intended text, as far as that is certain.
  func decided(_ row: ReturnedRow, isPlain: Bool) -> ReturnedRow {
    if isShown { return row.withoutGuard() }
    return isPlain ? row : row.withUncertainGuard()
  }
}

extension ReturnedRow {
  /// Returns the row without the apostrophes of a CSV export.
  fileprivate func withoutGuard() -> ReturnedRow {
    var result = self
    result.cells.proposal = FormulaGuard.unescape(cells.proposal)
    result.cells.note = FormulaGuard.unescape(cells.note)
    result.isProposalChanged = isProposalUnknown || result.cells.isProposalEdited
    return result
  }

  /// Returns the row, marked as uncertain because the apostrophe may not belong to the proposal.
  fileprivate func withUncertainGuard() -> ReturnedRow {
    var result = self
    result.proposalForm = .uncertain(
      "\"\(Visible.text(cells.proposal))\", whose apostrophe a CSV export may have put before a formula")
    return result
  }
}
