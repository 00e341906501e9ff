import Basics
import HTTPMessages
import Resources

/// The texts of one language with the bytes in which NStack serves them.
package struct ServedResource: Sendable {
  /// The texts.
  package let resource: LocalizationResource
  /// The whole answer; nil if it was not asked for.
  package let bytes: [UInt8]?
}

extension NStackClient {
  /// The texts of several languages with the bytes of the answers, in the order of the entries. The first failure ends all
  /// calls.
  ///
  /// - Parameters:
  ///   - concurrency: The most calls at the same time, at least one.
  ///   - isKept: Whether the bytes of a language are wanted, to write them to a file.
  /// - Throws: `badBody` if an answer is not a resource, is of another language, or if its bytes are wanted and may hold a
  ///   guid beside the texts: a guid is the right to delete, and does not go into a file.
  package func documents(
    of entries: [ResourceIndexEntry], concurrency: Int, keepingBytes isKept: @escaping @Sendable (Language) -> Bool
  ) async throws(NStackError) -> [ServedResource] {
    try await ConcurrentCalls.values(for: entries, concurrency: concurrency) { entry throws(NStackError) in
      let call = try resourceCall(entry)
      let (response, url) = try await sendFollowing(call)
      let (resource, _) = try resource(entry, response, from: url, of: call)
      guard isKept(entry.language) else { return ServedResource(resource: resource, bytes: nil) }
      if ResourceReader.holdsGuidBesideTexts(response.body, locale: entry.language.locale) {
        throw NStackError(
          .badBody, delivery: .definite, request: call.label, status: response.status,
          message: "the texts of \(Excerpt.visible(entry.language.locale)) may have a guid beside them, "
            + "so they are not written to a file; choose other locales")
      }
      return ServedResource(resource: resource, bytes: response.body)
    }
  }
}
