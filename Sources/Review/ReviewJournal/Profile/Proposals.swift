package import NStackAPI
import ReviewReports
package import TranslationReview

/// The pending proposals, and what the journal knows about them.
extension ReviewProfile {
  /// The proposals that were read, with the texts if needed.
  package struct ReadProposals: Sendable {
    /// The proposals, orphaned ones included.
    package let proposals: [Proposal]
    /// The texts; nil if they were not read.
    package let catalog: Catalog?
    /// When the reading began, by the client's clock.
    let begun: Duration
  }

  /// Reads the proposals in a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - needsTexts: Whether the texts are read as well.
  ///   - dialog: Receives the entries that could not be read.
  package func proposals(in state: ProposalState, withTexts needsTexts: Bool, _ dialog: any ImportDialog) async throws
    -> ReadProposals
  {
    let begun = clock.now()
    let catalog = needsTexts ? try await readCatalog(dialog) : nil
    if let catalog, state == .unaccepted {
      return ReadProposals(proposals: catalog.listedProposals, catalog: catalog, begun: begun)
    }
    let list = try await client.proposalList(state: state)
    dialog.note(.unread(list.unread))
    return ReadProposals(proposals: list.proposals, catalog: catalog, begun: begun)
  }

  /// Returns the proposals that a filter chooses, and those that it leaves out only because their age is not known, each in
  /// their order.
  ///
  /// - Throws: `SelectionError` for a locale or pattern that matches neither a text nor a proposal; `JournalError` if the
  ///   filter asks for an age and the journal cannot be read; `NStackError`.
  package func chosen(by filter: ProposalFilter, from read: ReadProposals, _ dialog: any ImportDialog) async throws -> (
    chosen: [Proposal], ageless: [Proposal]
  ) {
    if !filter.selection.fits(read.proposals) {
      // A pattern that matches no proposal may still match a text that has no proposal.
      var catalog = read.catalog
      if catalog == nil { catalog = try await readCatalog(dialog) }
      if let catalog { try filter.selection.refuseUnmatched(in: catalog, and: read.proposals) }
    }
    let seen = filter.minimumAge == nil ? [:] : try firstSeen(of: read.proposals)
    let rejected = filter.isRejected ? Set(try rounds().rejections(of: read.proposals).keys) : []
    let chosen = filter.chosen(
      from: read.proposals, catalog: read.catalog, firstSeen: seen, now: clock.calendarNow(), rejected: rejected)
    guard filter.minimumAge != nil else { return (chosen, []) }
    var anyAge = filter
    anyAge.minimumAge = nil
    return (
      chosen,
      anyAge.chosen(from: read.proposals, catalog: read.catalog, rejected: rejected).filter { seen[$0.id] == nil }
    )
  }

  /// When each proposal was made by an import of the journal, or first seen by one as pending, in seconds since 1970 by
  /// id. Proposals that the journal does not know, or knows only with another value, are left out.
  package func firstSeen(of proposals: [Proposal]) throws(JournalError) -> [Int: Double] {
    var sightings = ProposalSightings()
    try readingJournal { journal in
      for kept in try journal.imports() where kept.scope == scope.hash {
        let (record, entries) = try journal.record(ofImport: kept.id)
        sightings.add(record, entries)
      }
    }
    var seen: [Int: Double] = [:]
    for proposal in proposals { seen[proposal.id] = sightings.time(of: proposal) }
    return seen
  }
}
