import NStackAPI

/// The decision of the rules about one row, before other rows are considered.
struct RowDecision: Sendable {
  var verdict: Verdict
  var message = ""
  var notes: [String] = []
  /// The intended proposal, if it differs from the text in the cell.
  var value: String?
  /// The findings of checks.
  var findings: [TextFinding] = []
  /// The findings that are only counted.
  var checkCounts = CheckCounts()
  /// The pending proposal that the verdict is about.
  var proposal: Proposal?
  /// The sign-off that the row makes.
  var signOff: SignOff?

  init(_ verdict: Verdict, _ message: String = "", notes: [String] = [], proposal: Proposal? = nil) {
    self.verdict = verdict
    self.message = message
    self.notes = notes
    self.proposal = proposal
  }

  /// Returns the decision with the findings of the checks.
  func checked(_ outcome: RowChecks.Outcome) -> RowDecision {
    var decision = self
    decision.findings = outcome.findings
    decision.checkCounts = outcome.counts
    return decision
  }
}
