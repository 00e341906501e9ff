public import NStackAPI

extension Catalog {
  /// Reads the whole catalog from NStack: the resource index, every locale's texts, the pending proposals.
  ///
  /// - Parameters:
  ///   - client: The connection.
  ///   - concurrency: How many resources are fetched at once.
  ///   - caching: Resources that were kept from an earlier reading; nil for none. Proposals are always read.
  /// - Throws: ``NStackError`` of the first call that fails; a failure never yields an empty catalog.
  public static func fetching(
    from client: NStackClient, concurrency: Int = 8, caching: ResourceCaching? = nil
  ) async throws(NStackError) -> Catalog {
    async let pending = proposals(from: client)
    let index = try await client.resourceIndex()
    let resources = try await client.resources(of: index, concurrency: concurrency, caching: caching)
    var catalog = Catalog(resources: resources, proposals: try await pending.get())
    catalog.resourceIndex = index
    return catalog
  }

  private static func proposals(from client: NStackClient) async -> Result<[Proposal], NStackError> {
    do throws(NStackError) {
      return .success(try await client.proposals(state: .unaccepted))
    } catch {
      return .failure(error)
    }
  }
}
