import Basics
import HTTPMessages

extension NStackClient {
  /// This client, with writes that are sent only while a condition holds.
  ///
  /// A call may wait long for its turn, and for pauses that the server asked for. The condition is checked right before its
  /// bytes are sent, at every attempt. If it does not hold, the call ends with `net.withdrawn`.
  public func writing(while isWanted: @escaping @Sendable () -> Bool) -> any ProposalService {
    var client = self
    client.isWanted = isWanted
    return client
  }

  /// This client, with calls that are sent once, or without waiting for their turn.
  public func sending(retries: CallRetries, pace: CallPace) -> any ProposalService {
    var client = self
    (client.retries, client.pace) = (retries, pace)
    return client
  }

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
    var indices: [Int: Int] = [:]
    proposals.reserveCapacity(list.elements.count)
    indices.reserveCapacity(list.elements.count)
    for listed in list.elements {
      let proposal = listed.proposal
      guard isOurs(listed.platform) else {
        otherPlatformIDs.insert(proposal.id)
        continue
      }
      if let index = indices[proposal.id] {
        guard proposals[index] == proposal else {
          throw NStackError(
            .badBody, delivery: .definite, request: list.label, status: 200,
            message: "the answer lists two different proposals with the number \(proposal.id)")
        }
        continue
      }
      indices[proposal.id] = proposals.count
      proposals.append(proposal)
    }
    let unread = list.unread.filter { isOurs($0.platform) }.map(\.item)
    log(unread)
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
      throw mismatch("the answer is for a different platform", response, of: call)
    }
    if let difference = Self.difference(between: proposal, and: value, for: text) {
      throw mismatch("the answer is for a different \(difference)", response, of: call)
    }
    return proposal
  }

  private static func difference(between proposal: Proposal, and value: String, for text: TextIdentity) -> String? {
    if ExactText(proposal.text.section) != ExactText(text.section) { return "section" }
    if ExactText(proposal.text.key) != ExactText(text.key) { return "key" }
    if LocaleName.normalized(proposal.text.locale) != LocaleName.normalized(text.locale) { return "locale" }
    return SentValue.isSame(proposal.value, as: value) ? nil : "value"
  }

  /// Deletes a proposal of this guid. It succeeds if the proposal is already gone.
  ///
  /// - Returns: Whether the proposal was still there according to the server. Only the list proves that it is gone.
  /// - Throws: `notOwner` if another guid made it; `unauthorized` if the credentials themselves are refused; `badBody`, with
  ///   the outcome unconfirmed, if the answer is not one of the API's, such as the 404 of another server.
  @discardableResult public func deleteProposal(id: Int) async throws(NStackError) -> Bool {
    let answer: DeletionAnswer?
    let response: TransportResponse
    let call: PreparedCall
    do throws(NStackError) {
      (answer, response, call) = try await exchange(.deleteProposal(id: id, as: configuration.guid))
    } catch {
      guard error.code == .unauthorized || error.code == .forbidden else { throw error }
      throw await explain(error)
    }
    switch answer {
    case .deleted: return true
    case .gone: return false
    case .notOwner(let words):
      throw await explain(
        NStackError(.unauthorized, delivery: .definite, request: call.label, status: response.status, message: words))
    case nil: throw mismatch("the answer does not say that the proposal is deleted, or was gone", response, of: call)
    }
  }

  /// NStack answers a wrong key and another person's guid with the same status. If the list can be read, the key is
  /// right.
  private func explain(_ refusal: NStackError) async -> NStackError {
    func error(_ code: NStackError.Code, _ message: String, cause: String? = nil) -> NStackError {
      NStackError(
        code, delivery: .definite, request: refusal.request, status: refusal.status, message: message, cause: cause)
    }
    switch await pendingProposals() {
    case .failure(let failure): return error(refusal.code, refusal.message, cause: failure.description)
    case .success: return error(.notOwner, "another guid made this proposal: \(refusal.message)")
    }
  }
}
