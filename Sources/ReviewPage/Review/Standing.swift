import NStackAPI
import TranslationReview

/// What the rules of an import say about one draft, as the server was last read.
struct Standing: Sendable {
  /// What becomes of a draft when it is sent.
  enum State: String, Sendable {
    /// It is sent.
    case ready
    /// The server changed since the decision, so it has to be decided again.
    case conflict
    /// It is not sent, for a reason.
    case refused
  }

  /// The draft as a row of a plan.
  let item: Changeset.Item
  /// The conflict, if the draft is in one.
  let conflict: Conflict?

  /// What becomes of the draft when it is sent.
  var state: State {
    if item.verdict.isChange { return .ready }
    return item.verdict == .conflict ? .conflict : .refused
  }

  /// The remarks about the draft besides findings, such as the checks that the row's note ignores.
  var remarks: [String] {
    item.notes.filter { note in !item.findings.contains { note.contains($0.message) } }
  }

  /// Whether the server holds what the draft asks for, so that nothing is left to decide.
  var isSettled: Bool { item.isSettled }
}

extension Changeset.Item {
  /// Whether the server holds what the row asks for. A text that somebody else proposed is not this person's proposal.
  var isSettled: Bool {
    switch verdict {
    case .alreadyProposed: serverProposal?.canDelete == true
    case .sameAsCurrent: serverProposal == nil
    case .alreadyGone: true
    default: false
    }
  }
}
