/// The calls that change proposals, and the one that lists them: what a submission needs of NStack.
public protocol ProposalService: Sendable {
  /// The proposals of the application on the platform, each marked whether this profile may delete it.
  func proposals(state: ProposalState) async throws(NStackError) -> [Proposal]

  /// The same with what of the list could not be read.
  func proposalList(state: ProposalState) async throws(NStackError) -> ProposalList

  /// Proposes a value for a text. Done only if the answer echoes what was sent.
  ///
  /// - Returns: The proposal as the server keeps it; its value may differ from `value` in edge white space, line ends and
  ///   HTML's entities only.
  func propose(_ value: String, for text: TextIdentity) async throws(NStackError) -> Proposal

  /// Deletes a proposal of this profile. One that is gone already is a success.
  ///
  /// - Returns: Whether the proposal was still there.
  @discardableResult
  func deleteProposal(id: Int) async throws(NStackError) -> Bool

  /// The same connection, whose writes leave only while a condition holds.
  func writing(while isWanted: @escaping @Sendable () -> Bool) -> any ProposalService
}

extension ProposalService {
  /// The proposals, all of which could be read.
  public func proposalList(state: ProposalState) async throws(NStackError) -> ProposalList {
    ProposalList(proposals: try await proposals(state: state))
  }
}
