import Basics
import HTTPMessages

extension NStackClient {
  /// The proposals of the application on the platform. Each says whether this guid may delete it. Items that cannot be read are
  /// left out, and logged; ``proposalList(state:)`` returns them.
  public func proposals(state: ProposalState) async throws(NStackError) -> [Proposal] {
    try await proposalList(state: state).proposals
  }

  /// The proposals of the application on the platform, with the items of the list that could not be read. A proposal without a
  /// platform counts as one of this platform.
  ///
  /// - Throws: `badBody` if no item can be read, if the list is incomplete, or if two proposals have the same number.
  public func proposalList(state: ProposalState) async throws(NStackError) -> ProposalList {
    let list = try await list(.proposals(to: configuration.guid, state))
    func isOurs(_ platform: String?) -> Bool {
      platform.map { PlatformName.areSame($0, configuration.platform) } ?? true
    }
    var proposals: [Proposal] = []
    var otherPlatformIDs: Set<Int> = []
    var places: [Int: Int] = [:]
    proposals.reserveCapacity(list.elements.count)
    places.reserveCapacity(list.elements.count)
    for listed in list.elements {
      let proposal = listed.proposal
      guard isOurs(listed.platform) else {
        otherPlatformIDs.insert(proposal.id)
        continue
      }
      if let place = places[proposal.id] {
        guard proposals[place] == proposal else {
          throw NStackError(
            .badBody, delivery: .definite, request: list.label, status: 200,
            message: "the answer lists two different proposals with the number \(proposal.id)")
        }
        continue
      }
      places[proposal.id] = proposals.count
      proposals.append(proposal)
    }
    let unread = list.unread.filter { isOurs($0.platform) }.map(\.item)
    tell(of: unread)
    return ProposalList(
      proposals: proposals, unread: unread, otherPlatformIDs: otherPlatformIDs, isPaged: list.pages > 1)
  }

  /// Proposes a value for a text. It succeeds only if the answer repeats section, key, locale and value.
  ///
  /// - Returns: The proposal as the server keeps it; its value may differ from `value` in edge white space, line ends and
  ///   HTML's entities only.
  public func propose(_ value: String, for text: TextIdentity) async throws(NStackError) -> Proposal {
    let (answer, response, call) = try await exchange(
      .propose(value, for: text, on: configuration.platform, as: configuration.guid))
    let echo = answer.data
    let proposal = echo.proposal
    if let platform = echo.platform, !PlatformName.areSame(platform, configuration.platform) {
      throw mismatch("the answer is about another platform", response, of: call)
    }
    if let difference = Self.difference(between: proposal, and: value, for: text) {
      throw mismatch("the answer is about another \(difference)", response, of: call)
    }
    return proposal
  }

  /// The part of a proposal that is not as it was sent; nil if all are.
  private static func difference(between proposal: Proposal, and value: String, for text: TextIdentity) -> String? {
    if ExactText(proposal.text.section) != ExactText(text.section) { return "section" }
    if ExactText(proposal.text.key) != ExactText(text.key) { return "key" }
    if LocaleName.normalized(proposal.text.locale) != LocaleName.normalized(text.locale) { return "locale" }
    return SentValue.isSame(proposal.value, as: value) ? nil : "value"
  }
}
