/// The texts of one language with the bytes in which NStack serves them.
package struct ServedResource: Sendable {
  /// The texts.
  package let resource: LocalizationResource
  /// The whole answer.
  package let bytes: [UInt8]
}

extension NStackClient {
  /// The texts of one language with the bytes of the answer, which may be written to a file.
  ///
  /// - Throws: `badBody` if the answer is not a resource, is of another language, or may hold a guid beside its texts: a guid is
  ///   the right to delete, and does not go into a file.
  package func document(_ entry: ResourceIndexEntry) async throws(NStackError) -> ServedResource {
    let call = try resourceCall(entry)
    let (response, url) = try await sendFollowing(call)
    let (resource, mayBeKept) = try resource(entry, response, from: url, of: call)
    guard mayBeKept else {
      throw NStackError(
        .badBody, delivery: .definite, request: call.label, status: response.status,
        message: "the answer may hold a guid beside its texts, so it is not written to a file")
    }
    return ServedResource(resource: resource, bytes: response.body)
  }
}
