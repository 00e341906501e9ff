/// The calls that show which texts an application serves: what watching them needs of NStack.
public protocol TextService: Sendable {
  /// Where the texts of each language are, and when they changed last.
  func resourceIndex() async throws(NStackError) -> [ResourceIndexEntry]

  /// The texts of one language with their tag; nil where they are still those with the tag given.
  func resource(
    _ entry: ResourceIndexEntry, unlessTagged entityTag: String?
  ) async throws(NStackError) -> TaggedResource?
}

/// The texts of one language, and what the server calls this state of them.
public struct TaggedResource: Sendable {
  /// The texts.
  public let resource: LocalizationResource
  /// The answer's `ETag`, as sent; nil where it had none.
  public let entityTag: String?

  /// Makes a tagged resource of its fields.
  public init(resource: LocalizationResource, entityTag: String?) {
    self.resource = resource
    self.entityTag = entityTag
  }
}

extension NStackClient: TextService {
  /// Where the texts of each language are, and when they changed last.
  public func resourceIndex() async throws(NStackError) -> [ResourceIndexEntry] {
    try await resourceIndex(updatedSince: nil)
  }

  /// The texts of one language with their tag; nil where they are still those with the tag given.
  ///
  /// - Throws: `badBody` where the URL is none, the answer is no resource, or it is of another language than the entry.
  public func resource(
    _ entry: ResourceIndexEntry, unlessTagged entityTag: String?
  ) async throws(NStackError) -> TaggedResource? {
    var call = try resourceCall(entry)
    call.entityTag = entityTag
    let (response, url) = try await sendFollowing(call)
    if response.status == 304, entityTag != nil { return nil }
    let (resource, _) = try resource(entry, response, from: url, of: call)
    return TaggedResource(resource: resource, entityTag: response.header("ETag"))
  }
}
