import Basics
import NStackAPI

/// The state that a call was planned for: the text as the plan saw it, and this import's own changes since.
struct CallBasis: Sendable {
  let change: Changeset.Change
  /// The current value that the plan saw; nil if it is not known.
  let plannedValue: String?
  /// Whether an answer to the call was lost at least once.
  let wasUnconfirmed: Bool
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
      return Self.conflict(.removed)
    case .value(let value): return LineEnds.areEqual(value, plannedValue) ? nil : Self.conflict(.value(value))
    }
  }

  private func outcome(by snapshot: ProposalSnapshot) -> ChangeOutcome? {
    switch change.operation {
    case .propose:
      if let done = snapshot.completion(of: change) { return wasUnconfirmed ? done : .alreadyThere }
      if let overtaken = overtaken(snapshot) { return overtaken }
      guard let pending = change.pending, !proposesInConflict else { return nil }
      return conflict(before: pending.filter { !deleted.contains($0.id) }, snapshot)
    case .delete(let id, let value):
      guard let proposal = snapshot.proposal(withID: id) else {
        if let unread = snapshot.unread(withID: id, of: change.text) {
          return .conflict(Reason("row.proposalUnreadable", "\(id)", unread.message))
        }
        // In a paged list a missing proposal is either gone or on another page. Only the server knows, so the call is made.
        if snapshot.isPaged { return nil }
        return wasUnconfirmed ? .applied(proposalID: id, altered: nil) : .alreadyThere
      }
      if let overtaken = overtaken(snapshot) { return overtaken }
      return ExactText(proposal.value) == ExactText(value) ? nil : Self.conflict(.changed(proposal))
    }
  }

  /// The outcome if a later import changed the text: this import does not undo that work.
  private func overtaken(_ snapshot: ProposalSnapshot) -> ChangeOutcome? {
    guard isTouchedLater else { return nil }
    if wasUnconfirmed { return .overridden(seen: snapshot.seen(instead: change)) }
    return .conflict(Reason("call.changedLater"))
  }

  private func conflict(before: [Proposal], _ snapshot: ProposalSnapshot) -> ChangeOutcome? {
    if let unread = snapshot.unread(of: change.text) { return Self.conflict(.unreadable(unread)) }
    // A reading that began before one of our deletes still lists the deleted proposal.
    let pending = snapshot.proposals(of: change.text).filter { !deleted.contains($0.id) }
    let ownBefore = before.first(where: \.canDelete)
    guard let moved = Drift.first(in: pending, since: before, { ExactText($0) == ExactText($1) }) else { return nil }
    guard let proposal = moved.proposal ?? pending.first(where: \.canDelete), proposal.canDelete else {
      return Self.conflict(moved)
    }
    // After a lost answer it is unknown whether our proposal was there in between.
    if wasUnconfirmed { return .overridden(seen: proposal.value) }
    if let ownBefore, ownBefore.id != proposal.id, ExactText(ownBefore.value) == ExactText(proposal.value) {
      return Self.conflict(.replaced(proposal, former: ownBefore.id))
    }
    return Self.conflict(.changed(proposal))
  }

  /// The outcome of a call that is not made because the server no longer has what its plan saw.
  private static func conflict(_ drift: Drift) -> ChangeOutcome { .conflict(drift.reason("drift.beforeCall")) }
}

/// The comparison of the server's proposals with the result that a submission should have.
extension ProposalSnapshot {
  /// The value that the server holds instead of a change's; nil if it holds none.
  func seen(instead change: Changeset.Change) -> String? {
    switch change.operation {
    case .propose: own(change.text).first?.value ?? appeared(beside: change)?.value
    case .delete(let id, _): proposal(withID: id)?.value
    }
  }

  /// Another user's proposal that the plan did not see. A server that keeps one proposal for all users replaced ours by it.
  private func appeared(beside change: Changeset.Change) -> Proposal? {
    let before = Set((change.pending ?? []).map(\.id))
    return proposals(of: change.text).first { !$0.canDelete && !before.contains($0.id) }
  }

  /// The outcome of a change after the last reading.
  func reconciled(_ outcome: ChangeOutcome, of change: Changeset.Change, wasUnconfirmed: Bool) -> ChangeOutcome {
    let completion = completion(of: change)
    switch outcome {
    case .unconfirmed: return completion ?? outcome
    // The server refuses a value that is already pending. For us the change is done.
    case .refused: return completion.map { wasUnconfirmed ? $0 : .alreadyThere } ?? outcome
    // The server still holds the value from its answer.
    case .applied(_, let altered?) where own(change.text).contains { ExactText($0.value) == ExactText(altered) }:
      return outcome
    case .applied, .alreadyThere: return completion == nil ? .overridden(seen: seen(instead: change)) : outcome
    case .overridden, .conflict, .failed, .notAttempted: return outcome
    }
  }
}
