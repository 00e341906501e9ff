import HTTPMessages

/// The calls that a submission needs: list proposals, propose, and delete.
public protocol ProposalService: Sendable {
  /// The proposals of the application on the platform. Each says whether this profile may delete it.
  func proposals(state: ProposalState) async throws(NStackError) -> [Proposal]

  /// The same proposals, with the items of the list that could not be read.
  func proposalList(state: ProposalState) async throws(NStackError) -> ProposalList

  /// Proposes a value for a text. It succeeds only if the answer repeats what was sent. Returns the proposal as the
  /// server keeps it; its value may differ from `value` in edge white space, line ends and HTML's entities only.
  func propose(_ value: String, for text: TextIdentity) async throws(NStackError) -> Proposal

  /// Deletes a proposal of this profile. It succeeds if the proposal is already gone. Returns whether the proposal was
  /// still there.
  @discardableResult func deleteProposal(id: Int) async throws(NStackError) -> Bool

  /// The same service, with writes that are sent only while a condition holds.
  func writing(while isWanted: @escaping @Sendable () -> Bool) -> any ProposalService

  /// The same service, with calls that are sent once, or without waiting for their turn.
  func sending(retries: CallRetries, pace: CallPace) -> any ProposalService
}

extension ProposalService {
  /// The proposals, with an empty list of unread items.
  public func proposalList(state: ProposalState) async throws(NStackError) -> ProposalList {
    ProposalList(proposals: try await proposals(state: state))
  }

  /// The pending proposals, or why they could not be read. It returns a result, because a call that runs beside others cannot
  /// throw a typed error.
  package func pendingProposals() async -> Result<ProposalList, NStackError> {
    do throws(NStackError) { return .success(try await proposalList(state: .unaccepted)) } catch {
      return .failure(error)
    }
  }

  /// The same service, with writes that check a condition when they begin. For services that send their calls at once.
  public func writing(while isWanted: @escaping @Sendable () -> Bool) -> any ProposalService {
    WantedWrites(service: self, isWanted: isWanted)
  }

  /// The same service, for services that send every call once and at once.
  public func sending(retries: CallRetries, pace: CallPace) -> any ProposalService { self }
}

private struct WantedWrites<Service: ProposalService>: ProposalService {
  let service: Service
  let isWanted: @Sendable () -> Bool

  func proposals(state: ProposalState) async throws(NStackError) -> [Proposal] {
    try await service.proposals(state: state)
  }

  func proposalList(state: ProposalState) async throws(NStackError) -> ProposalList {
    try await service.proposalList(state: state)
  }

  func propose(_ value: String, for text: TextIdentity) async throws(NStackError) -> Proposal {
    guard isWanted() else { throw .withdrawn("a proposal") }
    return try await service.propose(value, for: text)
  }

  func deleteProposal(id: Int) async throws(NStackError) -> Bool {
    guard isWanted() else { throw .withdrawn("the delete of proposal \(id)") }
    return try await service.deleteProposal(id: id)
  }
}

extension NStackError {
  static func withdrawn(_ request: String) -> NStackError {
    NStackError(.withdrawn, delivery: .notSent, request: request, message: "the call was withdrawn before it was sent")
  }
}

/// The calls that a submission needs to notice that texts changed.
public protocol TextService: Sendable {
  /// Where the texts of each language are, and when they changed last.
  func resourceIndex() async throws(NStackError) -> [ResourceIndexEntry]

  /// The same entries, with the items of the list that could not be read.
  func wholeResourceIndex(updatedSince: String?) async throws(NStackError) -> ResourceIndex

  /// The texts of one language with their tag; nil if the given tag is still current.
  func resource(_ entry: ResourceIndexEntry, unlessTagged entityTag: String?) async throws(NStackError)
    -> TaggedResource?
}

extension TextService {
  /// The entries, with an empty list of unread items.
  public func wholeResourceIndex(updatedSince: String?) async throws(NStackError) -> ResourceIndex {
    ResourceIndex(entries: try await resourceIndex())
  }
}

/// The texts of one language, with the tag of their state.
public struct TaggedResource: Sendable {
  /// The texts.
  public let resource: LocalizationResource
  /// The answer's `ETag`, as sent; nil if it had none.
  public let entityTag: String?

  /// Creates a tagged resource from its parts.
  public init(resource: LocalizationResource, entityTag: String?) {
    (self.resource, self.entityTag) = (resource, entityTag)
  }
}
