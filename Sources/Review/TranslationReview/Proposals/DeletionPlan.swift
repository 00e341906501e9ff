import Basics
package import NStackAPI

/// The plan that deletes pending proposals.
extension Changeset {
  /// Returns the plan. It deletes the proposals that this profile may delete, and refuses the others.
  ///
  /// - Parameters:
  ///   - chosen: The proposals to delete, in the order in which they are deleted.
  ///   - pending: All pending proposals. The journal keeps those of the same texts, for undoing.
  ///   - catalog: The texts, to show with the proposals and to find deletions that cannot be undone; nil if they were
  ///     not read.
  ///   - checks: The checks that chose the proposals, to list their findings; nil if none did.
  ///   - begun: When the reading of the proposals began, by the client's clock.
  package static func deleting(
    _ chosen: [Proposal], of pending: [Proposal], catalog: Catalog? = nil, failing checks: ProposalChecks? = nil,
    readAt begun: Duration
  ) -> Changeset {
    let snapshot = ProposalSnapshot(ProposalList(proposals: pending), begun: begun)
    var items: [Changeset.Item] = []
    var changes: [Changeset.Change] = []
    let finality = Finality(of: chosen.filter(\.canDelete), in: catalog)
    for proposal in chosen {
      let verdict = proposal.canDelete ? Verdict.delete : .refused
      let current = catalog?.value(of: proposal.text)
      let row = ReviewRow(
        text: proposal.text, currentValue: current ?? "", proposal: proposal.value, deletable: proposal.canDelete,
        action: ReviewAction.delete.rawValue, proposalID: proposal.id)
      let place = RowPlace(deleting: proposal)
      items.append(
        Changeset.Item(
          row: ReturnedRow(place: place, cells: row, isProposalChanged: false), verdict: verdict,
          reason: proposal.canDelete ? .none : Reason("row.proposalOfOther", "\(proposal.id)"), serverValue: current,
          serverProposal: proposal, findings: catalog.flatMap { checks?.faults(of: proposal, in: $0) } ?? []))
      guard proposal.canDelete else { continue }
      let pending = snapshot.proposals(of: proposal.text)
      if let note = finality.note(on: proposal, among: pending) { items[items.count - 1].notes.append(note) }
      changes.append(
        Changeset.Change(
          text: proposal.text, operation: .delete(proposalID: proposal.id, value: proposal.value),
          items: [items.count - 1], pending: pending))
    }
    return Changeset(items: items, changes: changes, reading: Catalog.Reading(begun: begun))
  }

  /// Which deletions cannot be undone: NStack accepts no proposal for a text that it does not have, and keeps one
  /// proposal of each user for a text.
  private struct Finality {
    private let catalog: Catalog?
    private let deleted: Set<Int>

    init(of deleted: [Proposal], in catalog: Catalog?) {
      self.catalog = catalog
      self.deleted = Set(deleted.map(\.id))
    }

    /// The note about a deletion that cannot be undone; nil if it can.
    func note(on proposal: Proposal, among pending: [Proposal]) -> Reason? {
      if let catalog, catalog.isGone(proposal.text) { return Reason("delete.final.noText") }
      let own = pending.filter(\.canDelete)
      if let left = own.first(where: { !deleted.contains($0.id) }) { return Reason("delete.final.stays", "\(left.id)") }
      guard let newest = own.map(\.id).max(), newest != proposal.id else { return nil }
      return Reason("delete.final.bringsBack", "\(newest)")
    }
  }

  /// The ids of the proposals whose deletion cannot be undone.
  package func finalIDs(of catalog: Catalog) -> Set<Int> {
    let proposals = changes.compactMap { change in items[change.items[0]].serverProposal }
    let finality = Finality(of: proposals, in: catalog)
    return Set(
      zip(proposals, changes).compactMap { proposal, change in
        finality.note(on: proposal, among: change.pending ?? []) == nil ? nil : proposal.id
      })
  }
}
