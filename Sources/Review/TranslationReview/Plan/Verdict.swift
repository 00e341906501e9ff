import Basics
import NStackAPI

/// The outcome of the rules for one row of a returned sheet. Journals of imports store its name.
public enum Verdict: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  /// The sheet is from another application, platform or origin.
  case otherApplication = "other-application"
  /// The row has no edit.
  case unchanged
  /// The reviewer asked to ignore the row.
  case skipped
  /// The reviewer signed the text off as it is; nothing is sent.
  case reviewed
  /// The proposal of another person is turned down; nothing is sent.
  case rejected
  /// The action is not a known word.
  case unknownAction = "unknown-action"
  /// A guarded cell was changed, or the proposal looks like a program's work.
  case damaged
  /// The proposal belongs to another row, as after a sort of one column.
  case moved
  /// A guarded cell was changed, but nothing in the reviewer's columns.
  case readOnlyEdit = "read-only-edit"
  /// The text is no longer on the server.
  case gone
  /// The text was never on the server.
  case unknown
  /// Rows, or parts of one row, make different requests for the same text.
  case disagreement
  /// Another row of the text with a different request was chosen.
  case notChosen = "not-chosen"
  /// The row asks for a call that nobody approved, and only approved ones are planned.
  case unapproved
  /// The proposal was emptied; nothing is sent.
  case cleared
  /// The proposal to delete is already gone from the server.
  case alreadyGone = "already-gone"
  /// The text or its proposals changed on the server after the export.
  case conflict
  /// The row cannot be applied; its message gives the reason.
  case refused
  /// The proposal will be deleted.
  case delete
  /// The sheet's proposal is already pending on the server.
  case alreadyProposed = "already-proposed"
  /// The sheet's proposal is the server's current value.
  case sameAsCurrent = "same-as-current"
  /// A check of the text failed.
  case refusedByCheck = "refused-by-check"
  /// The proposal will be posted.
  case propose

  /// The verdicts that ``PlanningOptions/accepted`` may have. ``rejected`` is about this profile's own proposals, which an
  /// import then withdraws.
  package static let acceptable: [Verdict] = [
    .damaged, .moved, .readOnlyEdit, .otherApplication, .unapproved, .refusedByCheck, .rejected,
  ]

  /// Whether the row asked for something that will not be done.
  package var isRefusal: Bool {
    switch self {
    case .otherApplication, .unknownAction, .damaged, .moved, .readOnlyEdit, .gone, .unknown, .disagreement, .refused,
      .refusedByCheck:
      true
    default: false
    }
  }

  /// The number of rows with the verdict, for a line of counts: `2 conflicts`, `1 to propose`.
  package func counted(_ count: Int) -> String {
    switch self {
    case .propose, .delete: "\(count) to \(rawValue)"
    case .disagreement, .conflict: Counted.text(count, rawValue)
    case .unknownAction: Counted.text(count, "unknown action")
    case .readOnlyEdit: Counted.text(count, "read-only edit")
    case .otherApplication: "\(count) of another application"
    case .refusedByCheck: "\(count) refused by a check"
    default: "\(count) \(rawValue.replacing("-", with: " "))"
    }
  }

  /// Whether the row leads to a call.
  package var isChange: Bool { self == .propose || self == .delete }
}

/// The decision of the rules about one row, before other rows are considered.
struct RowDecision: Sendable {
  var verdict: Verdict
  /// Why; empty if the verdict says everything.
  var reason = Reason.none
  /// Further options for the person who imports, in the program's words; empty if there are none.
  var option = Reason.none
  var notes: [Reason] = []
  /// The intended proposal, if it differs from the text in the cell.
  var value: String?
  var findings: [TextFinding] = []
  /// The findings that are only counted.
  var checkCounts = CheckCounts()
  /// The pending proposal that the verdict is about.
  var proposal: Proposal?
  /// The rows with a different request for the same text.
  var rivals: [RowPlace] = []
  var signOff: SignOff?
  var leftOut: Changeset.Item.LeftOut?
  var offer: OfferedText?

  init(
    _ verdict: Verdict, _ reason: Reason = .none, option: Reason = .none, notes: [Reason] = [],
    proposal: Proposal? = nil
  ) {
    self.verdict = verdict
    self.reason = reason
    self.option = option
    self.notes = notes
    self.proposal = proposal
  }

  /// The call; nil for a decision that sends nothing.
  var operation: Changeset.Change.Operation? {
    switch verdict {
    case .propose: value.map { .propose(value: $0) }
    case .delete: proposal.map { .delete(proposalID: $0.id, value: $0.value) }
    default: nil
    }
  }

  func checked(_ outcome: RowChecks.Assessment) -> RowDecision {
    var decision = self
    decision.findings = outcome.findings
    decision.checkCounts = outcome.counts
    return decision
  }
}

extension Changeset.Item {
  init(_ row: ReturnedRow, _ decision: RowDecision, serverValue: String?, source: String?) {
    self.init(
      row: row, verdict: decision.verdict, reason: decision.reason, notes: decision.notes, serverValue: serverValue,
      serverProposal: decision.proposal, findings: decision.findings, source: source, signOff: decision.signOff)
    (rivals, option, leftOut, offer) = (decision.rivals, decision.option, decision.leftOut, decision.offer)
  }
}

extension Diagnostic.Code {
  /// The code of a row that a check of a sheet refuses: `row.` and the name of the verdict, such as `row.damaged`.
  public static func row(_ verdict: Verdict) -> Self { Self(rawValue: "row.\(verdict.rawValue)") }
}
