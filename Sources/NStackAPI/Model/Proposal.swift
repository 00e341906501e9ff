/// One person's suggestion of another value for one text.
///
/// Journals of imports have its encoded form, so the names of its properties are part of their format.
public struct Proposal: Hashable, Codable, Sendable {
  /// NStack's number of the proposal.
  public let id: Int
  /// The text that it is for.
  public let text: TextIdentity
  /// The value that is suggested.
  public let value: String
  /// Whether the guid that asked made it and may delete it.
  public let canDelete: Bool

  /// Creates a proposal from its parts.
  public init(id: Int, text: TextIdentity, value: String, canDelete: Bool) {
    self.id = id
    self.text = text
    self.value = value
    self.canDelete = canDelete
  }
}

/// Which proposals a list holds.
public enum ProposalState: String, Sendable, CaseIterable {
  /// Still pending, which is what NStack lists by default.
  case unaccepted
  /// Accepted.
  case accepted
  /// Both.
  case all
}

/// The proposals of one platform, as a list returned them.
public struct ProposalList: Sendable {
  /// The proposals that could be read, in the order of the list; each number once.
  public let proposals: [Proposal]
  /// The items that could not be read.
  public let unread: [UnreadItem]
  /// The numbers of proposals for other platforms, which are left out.
  public let otherPlatformIDs: Set<Int>
  /// Whether the list came in several pages. Items may move between pages while these are read, so an item that is not listed
  /// may exist all the same.
  public let isPaged: Bool

  /// Creates a list from its parts.
  public init(
    proposals: [Proposal], unread: [UnreadItem] = [], otherPlatformIDs: Set<Int> = [], isPaged: Bool = false
  ) {
    self.proposals = proposals
    self.unread = unread
    self.otherPlatformIDs = otherPlatformIDs
    self.isPaged = isPaged
  }
}
