import NStackAPI
package import TranslationReview

/// Which pending proposals to delete.
///
/// A deletion is an import: it asks for consent, is written to the journal, is verified, and can be resumed and undone.
package struct ProposalDeletion: Sendable {
  /// How the proposals are chosen.
  package enum Choice: Sendable {
    /// By their ids. Those that cannot be deleted are reported one by one.
    case ids([Int])
    /// By a filter, which chooses only proposals of this profile.
    case matching(ProposalFilter)
  }

  /// A proposal for which the plan has no row.
  package struct LeftOut: Hashable, Sendable {
    /// The proposal's id.
    package let id: Int
    /// Why the proposal is not deleted; nil if it is already gone.
    package let reason: String?
  }

  /// A plan, with what it leaves out.
  package struct Plan: Sendable {
    /// The calls.
    package let plan: ImportPlan
    /// The ids that were asked for, in their order; empty if a filter chose the proposals.
    package let asked: [Int]
    /// The proposals that were chosen by id and that the plan has no row for.
    package let leftOut: [LeftOut]
    /// How many proposals of other users the filter matches. Only their makers can delete them.
    package let othersMatching: Int
    /// How many proposals of this profile the filter would match if their age were known.
    package let ageless: Int
    /// The ids of the proposals whose deletion cannot be undone; nil if this is not known because the texts were not
    /// read.
    package let finalIDs: Set<Int>?
  }

  /// How the proposals are chosen.
  package var choice: Choice

  /// Creates a deletion from its fields.
  package init(_ choice: Choice) { self.choice = choice }
}

extension ReviewProfile {
  /// Plans a deletion from the proposals that are pending now. Sends nothing.
  ///
  /// - Throws: `NStackError`; `JournalError` if the filter asks for an age.
  package func plan(_ deletion: ProposalDeletion, _ dialog: any ImportDialog) async throws -> ProposalDeletion.Plan {
    switch deletion.choice {
    case .ids(let ids): try await plan(ofIDs: ids, dialog)
    case .matching(let filter): try await plan(matching: filter, dialog)
    }
  }

  private func plan(matching filter: ProposalFilter, _ dialog: any ImportDialog) async throws -> ProposalDeletion.Plan {
    // The texts show which deletions cannot be undone.
    let pending = try await proposals(in: .unaccepted, withTexts: true, dialog)
    let (found, ageless) = try await chosen(by: filter, from: pending, dialog)
    let own = found.filter(\.canDelete).sorted { $0.id < $1.id }
    let changeset = Changeset.deleting(
      own, of: pending.proposals, catalog: pending.catalog, failing: filter.failing, readAt: pending.begun)
    return ProposalDeletion.Plan(
      plan: plan(of: changeset, pending.catalog), asked: [], leftOut: [], othersMatching: found.count - own.count,
      ageless: ageless.count(where: \.canDelete), finalIDs: pending.catalog.map { changeset.finalIDs(of: $0) })
  }

  private func plan(ofIDs ids: [Int], _ dialog: any ImportDialog) async throws -> ProposalDeletion.Plan {
    let begun = clock.now()
    let list = try await client.proposalList(state: .unaccepted)
    dialog.note(.unread(list.unread))
    let byID = Dictionary(list.proposals.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<Int> = []
    let asked = ids.filter { seen.insert($0).inserted }
    let missing = asked.filter { byID[$0] == nil }
    // A proposal that is not pending may have been accepted, or may have moved between two pages of the list.
    let all = missing.isEmpty ? nil : try await client.proposalList(state: .all)
    let left = missing.map { id in
      ProposalDeletion.LeftOut(id: id, reason: all.flatMap { reason(whyNotPending: id, in: $0, list) })
    }
    let changeset = Changeset.deleting(asked.compactMap { byID[$0] }, of: list.proposals, readAt: begun)
    return ProposalDeletion.Plan(
      plan: plan(of: changeset, nil), asked: asked, leftOut: left, othersMatching: 0, ageless: 0, finalIDs: nil)
  }

  /// Why a proposal that is not pending is not deleted; nil if it is gone.
  private func reason(whyNotPending id: Int, in all: ProposalList, _ pending: ProposalList) -> String? {
    if all.otherPlatformIDs.contains(id) || pending.otherPlatformIDs.contains(id) {
      return "it is not for the platform \(client.configuration.platform), so nothing was sent; choose its platform"
    }
    if let unread = (all.unread + pending.unread).first(where: { $0.id == id }) {
      return "the list has it in a form that cannot be read (\(unread.message)), so nothing was sent"
    }
    guard all.proposals.contains(where: { $0.id == id }) else { return nil }
    return "it was accepted, so it is no longer pending, and nothing was sent"
  }

  private func plan(of changeset: Changeset, _ catalog: Catalog?) -> ImportPlan {
    let ids = changeset.items.compactMap(\.row.proposalID).map(String.init)
    return ImportPlan(
      changeset: changeset, purpose: .deletion, catalog: catalog,
      identity: PlanIdentity(parts: ["nstack-review deletion 1", scope.hash.text, guidFingerprint] + ids))
  }
}
