import Basics
import NStackAPI

/// The comparison of the server's proposals with the result that a submission should have.
enum Verification {
  /// Returns the value that the server holds instead of a change's; nil if it holds none.
  static func seen(instead change: Changeset.Change, by snapshot: ProposalSnapshot) -> String? {
    switch change.operation {
    case .propose: snapshot.own(change.text).first?.value ?? appeared(beside: change, in: snapshot)?.value
    case .delete(let id, _): snapshot.proposal(withID: id)?.value
    }
  }

  /// Another user's proposal that the plan did not see. A server that keeps one proposal for all users replaced ours by it.
  private static func appeared(beside change: Changeset.Change, in snapshot: ProposalSnapshot) -> Proposal? {
    let before = Set((change.pending ?? []).map(\.id))
    return snapshot.proposals(of: change.text).first { !$0.canDelete && !before.contains($0.id) }
  }

  /// Returns the outcome of a change after the last reading.
  static func settled(
    _ outcome: ChangeOutcome, of change: Changeset.Change, wasInDoubt: Bool, by snapshot: ProposalSnapshot
  ) -> ChangeOutcome {
    let completion = snapshot.completion(of: change)
    switch outcome {
    case .inDoubt: return completion ?? outcome
    // The server refuses a value that is already pending. For us the change is done.
    case .refused: return completion.map { wasInDoubt ? $0 : .alreadyThere } ?? outcome
    // The server still holds the value from its answer.
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
