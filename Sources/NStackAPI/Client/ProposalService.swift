/// The calls that a submission needs: list proposals, propose, and delete.
public protocol ProposalService: Sendable {
  /// The proposals of the application on the platform. Each says whether this profile may delete it.
  func proposals(state: ProposalState) async throws(NStackError) -> [Proposal]

  /// The same proposals, with the items of the list that could not be read.
  func proposalList(state: ProposalState) async throws(NStackError) -> ProposalList

  /// Proposes a value for a text. It succeeds only if the answer repeats what was sent.
  ///
  /// - Returns: The proposal as the server keeps it; its value may differ from `value` in edge white space, line ends and
  ///   HTML's entities only.
  func propose(_ value: String, for text: TextIdentity) async throws(NStackError) -> Proposal

  /// Deletes a proposal of this profile. It succeeds if the proposal is already gone.
  ///
  /// - Returns: Whether the proposal was still there.
  @discardableResult
  func deleteProposal(id: Int) async throws(NStackError) -> Bool

  /// The same service, whose writes are sent only while a condition holds.
  func writing(while isWanted: @escaping @Sendable () -> Bool) -> any ProposalService
}

extension ProposalService {
  /// The proposals, none of them unread.
  public func proposalList(state: ProposalState) async throws(NStackError) -> ProposalList {
    ProposalList(proposals: try await proposals(state: state))
  }
}
