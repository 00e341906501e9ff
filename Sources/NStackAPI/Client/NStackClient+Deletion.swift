import HTTPMessages

extension NStackClient {
  /// Deletes a proposal of this guid. It succeeds if the proposal is already gone.
  ///
  /// - Returns: Whether the proposal was still there, in the server's words. Only the list shows that it is gone.
  /// - Throws: `notOwner` if another guid made it; `unauthorized` if the credentials themselves are refused; `badBody`, in
  ///   doubt, if the answer is not in the API's own words, such as the 404 of another server.
  @discardableResult
  public func deleteProposal(id: Int) async throws(NStackError) -> Bool {
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
        NStackError(
          .unauthorized, delivery: .definite, request: call.label, status: response.status, message: words))
    case nil:
      throw mismatch("the answer does not say that the proposal is deleted, or was gone", response, of: call)
    }
  }

  /// NStack answers a wrong key and another's guid with the same status. Whether the list can be read tells which it is.
  private func explain(_ refusal: NStackError) async -> NStackError {
    do throws(NStackError) {
      _ = try await proposalList(state: .unaccepted)
    } catch {
      return NStackError(
        refusal.code, delivery: .definite, request: refusal.request, status: refusal.status, message: refusal.message,
        cause: error.description)
    }
    return NStackError(
      .notOwner, delivery: .definite, request: refusal.request, status: refusal.status,
      message: "another guid made this proposal: \(refusal.message)")
  }
}
