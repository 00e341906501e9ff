package import NStackAPI

extension Catalog {
  /// Reads the whole catalog from NStack: the resource index, the texts of every locale, and the pending proposals.
  ///
  /// - Parameters:
  ///   - client: The connection.
  ///   - concurrency: The number of resources to fetch at the same time.
  ///   - cache: Resources that an earlier run kept; nil for none. Proposals are always read.
  ///   - allowsEmpty: Whether to accept an application, or a language, without texts. Otherwise that is an error.
  ///   - progress: Called after each locale with the number read and the total; nil for none.
  /// - Throws: `NStackError` of the first call that fails; a failure never yields an empty catalog.
  package static func fetching(
    from client: NStackClient, concurrency: Int = 8, cache: (any ResourceCache)? = nil, allowsEmpty: Bool = false,
    progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
  ) async throws(NStackError) -> Catalog {
    try await fetching(from: client, allowsEmpty: allowsEmpty) { entries throws(NStackError) in
      try await client.resources(of: entries, concurrency: concurrency, cache: cache) { done in
        progress?(done, entries.count)
      }
    }
  }

  /// Reads the whole catalog, using a function to read the resources.
  package static func fetching(
    from client: NStackClient, allowsEmpty: Bool,
    resources read: ([ResourceIndexEntry]) async throws(NStackError) -> [LocalizationResource]
  ) async throws(NStackError) -> Catalog {
    let begun = client.clock.now()
    async let pending = client.pendingProposals()
    let index = try await client.wholeResourceIndex()
    let resources = try await read(index.entries)
    if !allowsEmpty { try refuseEmpty(resources, platform: client.configuration.platform) }
    let proposals = try await pending.get()
    return Catalog(
      resources: resources, proposals: proposals.proposals, unread: index.unread + proposals.unread,
      reading: Reading(begun: begun, resourceIndex: index.entries))
  }

  /// Refuses a catalog that would give an empty sheet or language, because that is most likely a failure of the server.
  private static func refuseEmpty(_ resources: [LocalizationResource], platform: String) throws(NStackError) {
    func refusal(_ message: String) -> NStackError {
      NStackError(.noTexts, delivery: .definite, request: "the texts of the platform \(platform)", message: message)
    }
    guard !resources.isEmpty else { throw refusal("the index lists no language") }
    let empty = resources.filter(\.isEmpty).map(\.language.locale)
    guard !empty.isEmpty else { return }
    throw refusal(
      empty.count == resources.count
        ? "no language has a text"
        : "the index lists \(empty.joined(separator: ", ")), but "
          + (empty.count == 1 ? "its resource contains no texts" : "their resources contain no texts"))
  }

  /// When a catalog was read from the server, and from which index.
  ///
  /// A plan keeps it, so that a submission can tell how old the plan's view of the server is.
  public struct Reading: Sendable {
    /// When the reading began, by `RetryClock.now` of the client's clock. A submission compares this with its own
    /// clock, so both must use the same clock.
    package let begun: Duration
    /// The index that the texts were read from; empty if only proposals were read.
    package let resourceIndex: [ResourceIndexEntry]

    package init(begun: Duration, resourceIndex: [ResourceIndexEntry] = []) {
      self.begun = begun
      self.resourceIndex = resourceIndex
    }
  }
}
