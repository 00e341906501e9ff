import Basics
import NStackAPI

/// The check whether a saved call is still right for the server's current contents.
struct PlanFreshness {
  let catalog: Catalog

  /// - Parameter currentValue: The current value of the text when the plan was made.
  func decision(on change: Changeset.Change, currentValue: String) -> RowDecision {
    switch change.operation {
    case .propose(let value): proposal(of: value, change, currentValue)
    case .delete(let id, let value): deletion(of: id, value, change)
    }
  }

  func decision(on signOff: SignOff) -> RowDecision {
    guard catalog.value(of: signOff.text) != nil else {
      return RowDecision(
        .gone, "\(RowRules.shown(signOff.text)) is no longer on the server; it was when the plan was made.")
    }
    guard signOff.holds(in: catalog) else { return stale("The text or its proposals changed on the server.", nil) }
    var decision = RowDecision(.reviewed)
    decision.signOff = signOff
    return decision
  }

  private func proposal(of value: String, _ change: Changeset.Change, _ currentValue: String) -> RowDecision {
    guard let current = catalog.value(of: change.text) else {
      return RowDecision(
        .gone, "\(RowRules.shown(change.text)) is no longer on the server; it was when the plan was made.")
    }
    let pending = catalog.pendingProposals(of: change.text)
    if let same = pending.first(where: { LineEnds.areEqual($0.value, value) }) {
      return RowDecision(
        .alreadyProposed,
        "This value is already pending, as a proposal of \(same.canDelete ? "this profile" : "somebody else").",
        proposal: same)
    }
    let own = pending.first(where: \.canDelete)
    if let unread = catalog.unreadProposal(of: change.text) { return stale(Drift.unreadable(unread).sentence, own) }
    guard LineEnds.areEqual(current, currentValue) else { return stale(Drift.value(current).sentence, own) }
    if let moved = Drift.first(in: pending, since: change.pending ?? [], LineEnds.areEqual) {
      return stale(moved.sentence, moved.proposal ?? own)
    }
    if let refusal = RowChecks.refusal(ofSaved: value, for: change.text, currentValue: current) {
      return RowDecision(.refusedByCheck, refusal, proposal: own)
    }
    return RowDecision(.propose, proposal: own)
  }

  private func deletion(of id: Int, _ value: String, _ change: Changeset.Change) -> RowDecision {
    guard let pending = catalog.proposal(withID: id) else {
      if let unread = catalog.unreadProposal(withID: id) ?? catalog.unreadProposal(of: change.text) {
        return stale("Proposal \(id) may be an item of the list that cannot be read (\(unread.message)).", nil)
      }
      let before = Set((change.pending ?? []).map(\.id))
      if let own = catalog.pendingProposals(of: change.text).first(where: { $0.canDelete && !before.contains($0.id) }) {
        return stale(
          "Proposal \(id) is gone, but proposal \(own.id) of this profile is pending now: \"\(Visible.text(own.value))\".",
          own)
      }
      return RowDecision(.alreadyGone, "Proposal \(id) is already gone from the server.")
    }
    guard catalog.isSameText(pending.text, change.text), LineEnds.areEqual(pending.value, value) else {
      return stale("Proposal \(id) is now \"\(Visible.text(pending.value))\".", pending)
    }
    guard pending.canDelete else {
      return RowDecision(
        .refused, "Proposal \(id) was made by somebody else, and only that person can delete it.", proposal: pending)
    }
    return RowDecision(.delete, proposal: pending)
  }

  private func stale(_ message: String, _ proposal: Proposal?) -> RowDecision {
    RowDecision(.conflict, "The plan is stale here. \(message)", proposal: proposal)
  }
}
