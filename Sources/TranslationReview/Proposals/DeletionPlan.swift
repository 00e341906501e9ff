import Basics
public import NStackAPI

/// The plan that deletes pending proposals.
public enum DeletionPlan {
  /// Returns the plan. It deletes the proposals that this profile may delete, and refuses the others.
  ///
  /// - Parameters:
  ///   - chosen: The proposals to delete, in the order in which they are deleted.
  ///   - pending: All pending proposals. The journal keeps those of the same texts, for undoing.
  ///   - catalog: The texts, to show beside the proposals; nil if they were not read.
  ///   - begun: When the reading of the proposals began, by the client's clock.
  public static func changeset(
    deleting chosen: [Proposal], of pending: [Proposal], catalog: Catalog? = nil, readAt begun: Duration
  ) -> Changeset {
    let snapshot = ProposalSnapshot(ProposalList(proposals: pending), begun: begun)
    var items: [Changeset.Item] = []
    var changes: [Changeset.Change] = []
    var counts: [Verdict: Int] = [:]
    for proposal in chosen {
      let verdict = proposal.canDelete ? Verdict.delete : .refused
      counts[verdict, default: 0] += 1
      let row = ReviewRow(
        text: proposal.text, proposal: proposal.value, deletable: proposal.canDelete,
        action: ReviewAction.delete.rawValue, proposalID: proposal.id)
      let place = RowPlace(fileIndex: 0, file: place(of: proposal), worksheet: nil, row: 0)
      items.append(
        Changeset.Item(
          restoring: ReturnedRow(place: place, cells: row, isProposalChanged: false), verdict: verdict,
          message: proposal.canDelete
            ? "" : "Proposal \(proposal.id) was made by another user; only that user can delete it.",
          notes: [], serverValue: catalog?.value(of: proposal.text), serverProposal: proposal))
      guard proposal.canDelete else { continue }
      changes.append(
        Changeset.Change(
          text: proposal.text, operation: .delete(proposalID: proposal.id, value: proposal.value),
          items: [items.count - 1], pending: snapshot.proposals(of: proposal.text)))
    }
    var changeset = Changeset(restoring: items, changes: changes, counts: counts, files: [])
    changeset.reading = Catalog.Reading(begun: begun)
    return changeset
  }

  /// What a row that no sheet has names in place of its file.
  static func place(of proposal: Proposal) -> String { "proposal \(proposal.id)" }
}
