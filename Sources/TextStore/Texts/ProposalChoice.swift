public import NStackAPI

/// Whose proposals are shown in place of the published values.
public enum ProposalChoice: String, Hashable, Sendable, CaseIterable {
  /// Only those that this guid made, and no one else's.
  case own
  /// Everybody's. Where a text has several, an own one comes before another's, and then the newest.
  case all

  /// Sorts the proposals of one text: own ones first, then the newest first. NStack numbers proposals in the order in which
  /// they were made.
  public static func sorted(_ proposals: [Proposal]) -> [Proposal] {
    proposals.sorted(by: isBefore)
  }

  /// Whether a proposal is shown rather than another one of the same text.
  static func isBefore(_ left: Proposal, _ right: Proposal) -> Bool {
    (left.canDelete ? 0 : 1, right.id) < (right.canDelete ? 0 : 1, left.id)
  }

  /// The proposal of a text that is shown; nil if none is.
  ///
  /// - Parameter sorted: The proposals of the text, sorted by ``sorted(_:)``.
  package func shown(of sorted: [Proposal]) -> Proposal? {
    guard let first = sorted.first else { return nil }
    return self == .all || first.canDelete ? first : nil
  }
}
