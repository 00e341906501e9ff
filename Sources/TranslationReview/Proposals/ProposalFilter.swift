import Basics
public import NStackAPI

/// What proposals must have in common to be chosen. Each condition narrows the choice further.
public struct ProposalFilter: Sendable {
  /// The texts that they are for. Its states are not looked at.
  public var selection = ReviewSelection()
  /// Whether this profile must be able to delete them.
  public var isMine = false
  /// Whether they must propose the value that the server serves anyway.
  public var isSameAsCurrent = false
  /// Whether another proposal of the same text with the same value must be older. The oldest one, by its id, is never
  /// chosen, so people who each delete their duplicates keep one of them.
  public var isDuplicate = false
  /// Whether their text must no longer exist.
  public var isOrphaned = false
  /// The smallest age; a proposal whose age is not known is never chosen. Nil for any.
  public var minimumAge: Duration?
  /// The checks of which one must find a fault; nil for any proposal.
  public var failing: ProposalChecks?

  /// Creates a filter that chooses every proposal.
  public init() {}

  /// Whether the filter needs a catalog.
  public var needsTexts: Bool { isSameAsCurrent || isOrphaned || failing != nil }

  /// Returns the proposals that the filter chooses, in their order.
  ///
  /// - Parameters:
  ///   - proposals: All proposals that are to choose from. Duplicates are looked for among them.
  ///   - catalog: The texts; nil if none of the conditions needs them.
  ///   - firstSeen: When proposals were made or first seen, by their ids, in seconds since 1970.
  ///   - now: The time, in seconds since 1970.
  public func chosen(
    from proposals: [Proposal], catalog: Catalog?, firstSeen: [Int: Double] = [:], now: Double = 0
  ) -> [Proposal] {
    let originals = isDuplicate ? Self.originals(among: proposals) : []
    return proposals.filter { proposal in
      if isMine, !proposal.canDelete { return false }
      guard selection.includes(proposal.text) else { return false }
      if isDuplicate, originals.contains(proposal.id) { return false }
      if let minimumAge {
        guard let seen = firstSeen[proposal.id], now - seen >= minimumAge.inSeconds else { return false }
      }
      return fits(proposal, catalog)
    }
  }

  private func fits(_ proposal: Proposal, _ catalog: Catalog?) -> Bool {
    guard needsTexts else { return true }
    guard let catalog else { return false }
    let current = catalog.value(of: proposal.text)
    if isOrphaned, current != nil { return false }
    if isSameAsCurrent {
      guard let current, !current.isEmpty, ExactText(current) == ExactText(proposal.value) else { return false }
    }
    return failing?.fails(proposal, in: catalog) ?? true
  }

  /// The ids of the proposals that are no duplicates: for each text and value the lowest one.
  private static func originals(among proposals: [Proposal]) -> Set<Int> {
    struct Wish: Hashable {
      let text: TextIdentity
      let value: ExactText
    }
    var lowest: [Wish: Int] = [:]
    for proposal in proposals {
      let wish = Wish(text: proposal.text.normalized, value: ExactText(proposal.value))
      lowest[wish] = min(lowest[wish] ?? proposal.id, proposal.id)
    }
    return Set(lowest.values)
  }
}
