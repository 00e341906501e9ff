import NStackAPI

/// The decision of the rules about one row, before other rows are considered.
struct RowDecision: Sendable {
  var verdict: Verdict
  var message = ""
  var notes: [String] = []
  /// The intended proposal, if it differs from the text in the cell.
  var value: String?
  /// The pending proposal that the verdict is about.
  var proposal: Proposal?

  init(_ verdict: Verdict, _ message: String = "", notes: [String] = [], proposal: Proposal? = nil) {
    self.verdict = verdict
    self.message = message
    self.notes = notes
    self.proposal = proposal
  }
}
