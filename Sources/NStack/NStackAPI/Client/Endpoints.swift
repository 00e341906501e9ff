import HTTPMessages

/// The calls about localization. Each says what is sent and how the answer is read, and nothing else.
extension NStackCall where Answer == Envelope<ListShape<Language>> {
  static func languages(of platform: String) -> Self { Self(.get, localize: "/\(platform)/languages") }
}

extension NStackCall where Answer == Envelope<Language> {
  static func bestFitLanguage(of platform: String) -> Self { Self(.get, localize: "/\(platform)/languages/best_fit") }
}

extension NStackCall where Answer == Envelope<ListShape<ResourceIndexEntry>> {
  static func resources(of platform: String, _ texts: NStackConfiguration.Texts, updatedSince time: String?) -> Self {
    Self(
      .get, localize: "/resources/platforms/\(platform)",
      query: [("dev", texts == .newest ? "true" : "false"), ("last_updated", time ?? "1970-01-01T00:00:00Z")])
  }
}

extension NStackCall where Answer == Envelope<ListShape<ListedProposal>> {
  static func proposals(to guid: String, _ state: ProposalState) -> Self {
    var call = Self(.get, localize: "/proposals", query: [("guid", guid)])
    // The server's default is left out, as the apps do.
    if state != .unaccepted { call.query.append(("state", state.rawValue)) }
    // NStack's iOS client has the guid in the query, and no client names a state. The published description has both as headers.
    call.headers = call.query
    return call
  }
}

extension NStackCall where Answer == Envelope<ListedProposal> {
  static func propose(_ value: String, for text: TextIdentity, on platform: String, as guid: String) -> Self {
    Self(
      .post, localize: "/proposals",
      body: .form([
        ("section", text.section), ("key", text.key), ("value", value), ("locale", text.locale), ("platform", platform),
        ("guid", guid),
      ]))
  }
}

extension NStackCall where Answer == DeletionAnswer? {
  static func deleteProposal(id: Int, as guid: String) -> Self {
    let path: CallPath = "/proposals/\(id)"
    var call = Self(.delete, path.localized, query: [("guid", guid)]) { DeletionAnswer.read($0, id: id) }
    call.answeringStatuses = [404, 445]
    return call
  }
}

extension NStackCall where Answer: JSONShape {
  fileprivate init(
    _ method: CallMethod, localize path: CallPath, query: [(name: String, value: String)] = [], body: CallBody? = nil
  ) {
    self.init(method, path.localized, query: query, body: body) { response in
      try JSONAnswer.read(Answer.self, from: response.body)
    }
  }
}

extension CallPath {
  fileprivate var localized: CallPath { CallPath(stringLiteral: "/api/v2/content/localize" + description) }
}
