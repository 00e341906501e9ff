import Basics
import NStackAPI

/// The state that a call was planned for: the text as the plan saw it, and what this import did to it since.
struct CallBasis: Sendable {
  let change: Changeset.Change
  /// The current value that the plan saw; nil if it is not known.
  let plannedValue: String?
  /// Whether an answer to the call was lost at least once.
  let wasInDoubt: Bool
  /// The ids of the proposals of the same text that earlier calls of this import deleted.
  let deleted: Set<Int>
  /// Whether a later import of this profile changed the text.
  let isTouchedLater: Bool
  /// Whether to make the call even if the text or its proposals changed.
  let proposesInConflict: Bool

  /// The outcome of the call if the server no longer holds what the plan saw; nil if the call must be made.
  ///
  /// - Parameters:
  ///   - snapshot: The newest reading of the proposals; nil if the plan's own is the newest.
  ///   - texts: The newest reading of the texts; nil if the plan's own is the newest, or if texts are not watched.
  func outcome(by snapshot: ProposalSnapshot?, _ texts: ServedTexts?) -> ChangeOutcome? {
    if let snapshot, let outcome = outcome(by: snapshot) { return outcome }
    guard let texts, let plannedValue, !change.isDelete, !proposesInConflict else { return nil }
    switch texts.value(of: change.text) {
    case .asPlanned: return nil
    case .missing:
      guard !plannedValue.isEmpty else { return nil }
      return .conflict(message: "The text was removed from its language after the plan was made; nothing was sent.")
    case .value(let value):
      guard !LineEnds.areEqual(value, plannedValue) else { return nil }
      return .conflict(
        message: "The current value became \"\(Visible.text(value))\" after the plan was made; nothing was sent.")
    }
  }

  private func outcome(by snapshot: ProposalSnapshot) -> ChangeOutcome? {
    switch change.operation {
    case .propose:
      if let done = snapshot.completion(of: change) { return wasInDoubt ? done : .alreadyThere }
      if let overtaken = overtaken(snapshot) { return overtaken }
      guard let pending = change.pending, !proposesInConflict else { return nil }
      return conflict(before: pending.filter { !deleted.contains($0.id) }, snapshot)
    case .delete(let id, let value):
      guard let proposal = snapshot.proposal(withID: id) else {
        if let unread = snapshot.unread(withID: id, of: change.text) {
          return .conflict(
            message:
              "Proposal \(id) may be an item of the list that cannot be read (\(unread.message)); nothing was sent.")
        }
        // In a paged list a missing proposal is either gone or on another page. Only the server knows, so the call is made.
        if snapshot.isPaged { return nil }
        return wasInDoubt ? .applied(proposalID: id, altered: nil) : .alreadyThere
      }
      if let overtaken = overtaken(snapshot) { return overtaken }
      guard ExactText(proposal.value) != ExactText(value) else { return nil }
      return .conflict(
        message: "Proposal \(id) became \"\(Visible.text(proposal.value))\" after the plan was made; nothing was sent.")
    }
  }

  /// The outcome if a later import changed the text: this import does not undo that work.
  private func overtaken(_ snapshot: ProposalSnapshot) -> ChangeOutcome? {
    guard isTouchedLater else { return nil }
    if wasInDoubt { return .overridden(seen: Verification.seen(instead: change, by: snapshot)) }
    return .conflict(message: "A later import changed this text; nothing was sent.")
  }

  private func conflict(before: [Proposal], _ snapshot: ProposalSnapshot) -> ChangeOutcome? {
    if let unread = snapshot.unread(of: change.text) {
      return .conflict(message: "A pending proposal of this text cannot be read (\(unread.message)); nothing was sent.")
    }
    // A reading that began before one of our deletes still lists the deleted proposal.
    let own = snapshot.own(change.text).first { !deleted.contains($0.id) }
    let ownBefore = before.first(where: \.canDelete)
    if own.map({ ExactText($0.value) }) != ownBefore.map({ ExactText($0.value) }) || own?.id != ownBefore?.id {
      // After a lost answer it is unknown whether our proposal was there in between.
      if wasInDoubt, let own { return .overridden(seen: own.value) }
      return .conflict(message: Self.sentence(own: own, before: ownBefore))
    }
    let values = Dictionary(before.map { ($0.id, $0.value) }, uniquingKeysWith: { first, _ in first })
    let others = snapshot.proposals(of: change.text).filter { !$0.canDelete }
    if let other = others.first(where: { values[$0.id].map(ExactText.init) != ExactText($0.value) }) {
      return .conflict(
        message: "Somebody else proposed \"\(Visible.text(other.value))\" after the plan was made; nothing was sent.")
    }
    return nil
  }

  private static func sentence(own: Proposal?, before: Proposal?) -> String {
    guard let own else { return "This profile's proposal was removed after the plan was made; nothing was sent." }
    if let before, ExactText(before.value) == ExactText(own.value) {
      return
        "This profile's proposal was made again elsewhere after the plan was made, as proposal \(own.id) instead of "
        + "\(before.id); nothing was sent."
    }
    return "This profile's proposal became \"\(Visible.text(own.value))\" after the plan was made; nothing was sent."
  }
}
