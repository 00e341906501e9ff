extension NStackClient {
  /// The proposals of the application, each marked whether this guid may delete it.
  public func proposals(state: ProposalState) async throws(NStackError) -> [Proposal] {
    var query = [(name: "guid", value: configuration.guid)]
    // The server's default goes unsaid, as in the apps.
    if state != .unaccepted { query.append((name: "state", value: state.rawValue)) }
    return try await list(apiCall("GET", "/proposals", query: query))
  }

  /// Proposes a value for a text. Done only if the answer echoes section, key, locale and value.
  ///
  /// - Returns: The proposal as the server keeps it; its value may differ from `value` in edge white space only.
  public func propose(_ value: String, for text: TextIdentity) async throws(NStackError) -> Proposal {
    let call = apiCall(
      "POST", "/proposals",
      form: [
        (name: "section", value: text.section), (name: "key", value: text.key), (name: "value", value: value),
        (name: "locale", value: text.locale), (name: "platform", value: configuration.platform),
        (name: "guid", value: configuration.guid),
      ])
    let response = try await send(call)
    let proposal = try read(Envelope<Proposal>.self, from: response, of: call).data
    if let difference = Self.difference(between: proposal, and: value, for: text) {
      throw mismatch("the answer is about another \(difference)", response, of: call)
    }
    return proposal
  }

  /// Deletes a proposal of this guid. One that is gone already is a success.
  ///
  /// - Returns: Whether the proposal was still there.
  /// - Throws: `notOwner` where another guid made it; `unauthorized` where the credentials themselves are refused.
  @discardableResult
  public func deleteProposal(id: Int) async throws(NStackError) -> Bool {
    let call = apiCall("DELETE", "/proposals/\(id)", query: [(name: "guid", value: configuration.guid)])
    let response: HTTPResponse
    do throws(NStackError) {
      response = try await send(call)
    } catch {
      switch error.code {
      case .notFound: return false
      case .unauthorized, .forbidden: throw await explain(error)
      default: throw error
      }
    }
    guard try read(DeletionShape.self, from: response, of: call).hasMessage else {
      throw mismatch("the answer holds no message that the proposal is deleted", response, of: call)
    }
    return true
  }

  /// NStack answers a wrong key and a foreign guid with the same status: whether a reading call is answered tells which.
  private func explain(_ refusal: NStackError) async -> NStackError {
    do throws(NStackError) {
      _ = try await send(apiCall("GET", "/proposals", query: [(name: "guid", value: configuration.guid)]))
    } catch {
      return NStackError(
        refusal.code, delivery: .definite, request: refusal.request, status: refusal.status, message: refusal.message,
        cause: error.description)
    }
    return NStackError(
      .notOwner, delivery: .definite, request: refusal.request, status: refusal.status,
      message: "another guid made this proposal: \(refusal.message)")
  }

  /// What of a proposal is not as it was sent; nil where all is.
  private static func difference(between proposal: Proposal, and value: String, for text: TextIdentity) -> String? {
    if ExactText(proposal.text.section) != ExactText(text.section) { return "section" }
    if ExactText(proposal.text.key) != ExactText(text.key) { return "key" }
    if LocaleSpelling.normalized(proposal.text.locale) != LocaleSpelling.normalized(text.locale) { return "locale" }
    return trimmed(proposal.value).elementsEqual(trimmed(value)) ? nil : "value"
  }

  private static func trimmed(_ text: String) -> Substring.UnicodeScalarView {
    var scalars = text[...].unicodeScalars
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return scalars
  }
}

/// The answer to a delete: a message, bare or within `data`.
private struct DeletionShape: JSONShape {
  let hasMessage: Bool

  private struct Message: JSONShape {
    let text: String?

    init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
      text = try JSONObject(node).optional("message")
    }
  }

  init(_ node: JSONNode) throws(JSONAnswer.Mismatch) {
    var message = try Message(node)
    if message.text == nil { message = try JSONObject(node).optional("data") ?? message }
    hasMessage = message.text != nil
  }
}
