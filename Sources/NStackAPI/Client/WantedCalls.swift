import HTTPMessages

extension ProposalService {
  /// Returns the same connection, whose writes leave only while a condition holds.
  ///
  /// This is for services whose calls leave at once: the condition is checked when a write begins.
  public func writing(while isWanted: @escaping @Sendable () -> Bool) -> any ProposalService {
    WantedWrites(service: self, isWanted: isWanted)
  }
}

/// A service whose writes are checked when they begin.
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
  fileprivate static func withdrawn(_ request: String) -> NStackError {
    NStackError(.withdrawn, delivery: .notSent, request: request, message: "the call was withdrawn before it was sent")
  }
}

extension NStackClient {
  /// The same client, whose writes are sent only while a condition holds.
  ///
  /// A call may wait long for its turn, and for pauses that the server asked for. The condition is checked right before its
  /// bytes are sent, at every attempt. If it does not hold, the call ends with ``NStackError/Code/withdrawn``.
  public func writing(while isWanted: @escaping @Sendable () -> Bool) -> any ProposalService {
    var client = self
    client.isWanted = isWanted
    return client
  }

  /// Ends a write whose condition no longer holds, and returns its place in flight.
  func refuseUnwanted(_ call: PreparedCall) throws(NStackError) {
    guard !call.isRead, let isWanted, !isWanted() else { return }
    gate.leave { $0.leave() }
    throw .withdrawn(call.label)
  }
}
