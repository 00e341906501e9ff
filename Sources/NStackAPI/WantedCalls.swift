extension ProposalService {
  /// The connection itself, for services whose calls leave at once: whoever calls looks at the condition right before.
  public func writing(while isWanted: @escaping @Sendable () -> Bool) -> any ProposalService { self }
}

extension NStackClient {
  /// The same connection, whose writes leave only while a condition holds.
  ///
  /// A call may wait long for its turn and for pauses that the server asked for. The condition is looked at right before its
  /// bytes leave, with every attempt; where it does not hold, the call ends with ``NStackError/Code/withdrawn``.
  public func writing(while isWanted: @escaping @Sendable () -> Bool) -> any ProposalService {
    var client = self
    client.isWanted = isWanted
    return client
  }

  /// Gives the call's place back where it is not wanted any more.
  func refuseUnwanted(_ call: NStackCall) throws(NStackError) {
    guard !call.isRead, let isWanted, !isWanted() else { return }
    gate.leave { $0.leave() }
    throw NStackError(
      .withdrawn, delivery: .notSent, request: call.label, message: "the call was taken back before it left")
  }
}
