import Basics
import NStackAPI

/// The comparison of the server with what a submission should have left there.
enum Verification {
  /// What the server holds where a change should have left something else; nil where it holds nothing.
  static func seen(instead change: Changeset.Change, by snapshot: ProposalSnapshot) -> String? {
    switch change.operation {
    case .propose: snapshot.own(change.text).first?.value ?? appeared(beside: change, in: snapshot)?.value
    case .delete(let id, _): snapshot.proposal(withID: id)?.value
    }
  }

  /// A proposal of somebody else that the plan did not see: where the server keeps one for all people, it took ours away.
  private static func appeared(beside change: Changeset.Change, in snapshot: ProposalSnapshot) -> Proposal? {
    let before = Set((change.pending ?? []).map(\.id))
    return snapshot.proposals(of: change.text).first { !$0.canDelete && !before.contains($0.id) }
  }

  /// What an outcome comes to once the proposals were read again.
  static func settled(
    _ outcome: ChangeOutcome, of change: Changeset.Change, wasInDoubt: Bool, by snapshot: ProposalSnapshot
  ) -> ChangeOutcome {
    let completion = snapshot.completion(of: change)
    switch outcome {
    case .inDoubt: return completion ?? outcome
    // The same value again is an error to the server, and the goal to us.
    case .refused: return completion.map { wasInDoubt ? $0 : .alreadyThere } ?? outcome
    // The server still holds what its answer said that it keeps.
    case .applied(_, let altered?)
    where snapshot.own(change.text).contains { ExactText($0.value) == ExactText(altered) }:
      return outcome
    case .applied, .alreadyThere:
      guard completion == nil else { return outcome }
      return .overridden(seen: seen(instead: change, by: snapshot))
    case .overridden, .conflict, .failed, .notAttempted: return outcome
    }
  }
}
