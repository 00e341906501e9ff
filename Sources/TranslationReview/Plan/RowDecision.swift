import NStackAPI

/// What the rules say about one row, before other rows are looked at.
struct RowDecision: Sendable {
  var verdict: Verdict
  var message = ""
  var notes: [String] = []
  /// The proposal as it is meant, where the row spells it otherwise.
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
