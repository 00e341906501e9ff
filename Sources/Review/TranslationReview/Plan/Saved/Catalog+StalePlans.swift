import Basics
import NStackAPI

/// The check whether a saved call is still right for the server's current contents.
extension Catalog {
  /// - Parameter currentValue: The current value of the text when the plan was made.
  func decision(on change: Changeset.Change, currentValue: String) -> RowDecision {
    switch change.operation {
    case .propose(let value): proposal(of: value, change, currentValue)
    case .delete(let id, let value): deletion(of: id, value, change)
    }
  }

  func decision(on signOff: SignOff) -> RowDecision {
    guard value(of: signOff.text) != nil else {
      return RowDecision(.gone, Reason("plan.gone", RowRules.shown(signOff.text)))
    }
    guard signOff.holds(in: self) else { return stale(Reason("plan.changed"), nil) }
    var decision = RowDecision(.reviewed)
    decision.signOff = signOff
    return decision
  }

  func decision(rejecting proposal: Proposal, _ reason: Reason) -> RowDecision {
    self.proposal(withID: proposal.id)?.value == proposal.value
      ? RowDecision(.rejected, reason, proposal: proposal)
      : RowDecision(.alreadyGone, Reason("row.proposalGone", "\(proposal.id)"))
  }

  private func proposal(of value: String, _ change: Changeset.Change, _ currentValue: String) -> RowDecision {
    guard let current = self.value(of: change.text) else {
      return RowDecision(.gone, Reason("plan.gone", RowRules.shown(change.text)))
    }
    let pending = pendingProposals(of: change.text)
    if let same = pending.first(where: { LineEnds.areEqual($0.value, value) }) {
      return RowDecision(
        .alreadyProposed, Reason(same.canDelete ? "row.pending" : "row.pendingOfOther"), proposal: same)
    }
    let own = pending.first(where: \.canDelete)
    if let unread = unreadProposal(of: change.text) { return stale(.unreadable(unread), own) }
    guard LineEnds.areEqual(current, currentValue) else { return stale(.value(current), own) }
    if let moved = Drift.first(in: pending, since: change.pending ?? [], LineEnds.areEqual) { return stale(moved, own) }
    if let refusal = RowChecks.refusal(ofSaved: value, for: change.text, currentValue: current) {
      return RowDecision(.refusedByCheck, refusal, proposal: own)
    }
    return RowDecision(.propose, proposal: own)
  }

  private func deletion(of id: Int, _ value: String, _ change: Changeset.Change) -> RowDecision {
    guard let pending = proposal(withID: id) else {
      if let unread = unreadProposal(withID: id) ?? unreadProposal(of: change.text) {
        return stale(Reason("row.proposalUnreadable", "\(id)", unread.message), nil)
      }
      let before = Set((change.pending ?? []).map(\.id))
      if let own = pendingProposals(of: change.text).first(where: { $0.canDelete && !before.contains($0.id) }) {
        return stale(Reason("row.proposalReplaced", "\(id)", "\(own.id)", own.value), own)
      }
      return RowDecision(.alreadyGone, Reason("row.proposalGone", "\(id)"))
    }
    guard isSameText(pending.text, change.text), LineEnds.areEqual(pending.value, value) else {
      return stale(Reason("plan.proposalChanged", "\(id)", pending.value), pending)
    }
    guard pending.canDelete else {
      return RowDecision(.refused, Reason("row.proposalOfOther", "\(id)"), proposal: pending)
    }
    return RowDecision(.delete, proposal: pending)
  }

  private func stale(_ drift: Drift, _ own: Proposal?) -> RowDecision {
    RowDecision(.conflict, drift.reason("drift.sincePlan"), proposal: drift.proposal ?? own)
  }

  private func stale(_ reason: Reason, _ proposal: Proposal?) -> RowDecision {
    RowDecision(.conflict, Reason("plan.stale") + reason, proposal: proposal)
  }
}
