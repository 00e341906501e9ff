public import NStackAPI

extension Catalog {
  /// Reads the whole catalog from NStack: the resource index, every locale's texts, the pending proposals.
  ///
  /// - Parameters:
  ///   - client: The connection.
  ///   - concurrency: How many resources are fetched at once.
  /// - Throws: ``NStackError`` of the first call that fails; a failure never yields an empty catalog.
  public static func fetching(from client: NStackClient, concurrency: Int = 8) async throws(NStackError) -> Catalog {
    let index = try await client.resourceIndex()
    let resources = try await client.resources(of: index, concurrency: concurrency)
    let proposals = try await client.proposals(state: .unaccepted)
    return Catalog(resources: resources, proposals: proposals)
  }
}
