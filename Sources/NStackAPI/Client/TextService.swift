/// The calls that a submission needs to notice that texts changed.
public protocol TextService: Sendable {
  /// Where the texts of each language are, and when they changed last.
  func resourceIndex() async throws(NStackError) -> [ResourceIndexEntry]

  /// The same entries, with the items of the list that could not be read.
  func wholeResourceIndex(updatedSince: String?) async throws(NStackError) -> ResourceIndex

  /// The texts of one language with their tag; nil if the given tag is still theirs.
  func resource(
    _ entry: ResourceIndexEntry, unlessTagged entityTag: String?
  ) async throws(NStackError) -> TaggedResource?
}

extension TextService {
  /// The entries, none of them unread.
  public func wholeResourceIndex(updatedSince: String?) async throws(NStackError) -> ResourceIndex {
    ResourceIndex(entries: try await resourceIndex())
  }
}

/// The texts of one language, with the tag of their state.
public struct TaggedResource: Sendable {
  /// The texts.
  public let resource: LocalizationResource
  /// The answer's `ETag`, as sent; nil if it had none.
  public let entityTag: String?

  /// Creates a tagged resource from its parts.
  public init(resource: LocalizationResource, entityTag: String?) {
    self.resource = resource
    self.entityTag = entityTag
  }
}

extension NStackClient: TextService {
  /// Where the texts of each language are, and when they changed last.
  public func resourceIndex() async throws(NStackError) -> [ResourceIndexEntry] {
    try await wholeResourceIndex().entries
  }

  /// The texts of one language with their tag; nil if the given tag is still theirs.
  ///
  /// - Throws: `badBody` if the URL is not one, or if the answer is not a resource, or not of the entry's language.
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
