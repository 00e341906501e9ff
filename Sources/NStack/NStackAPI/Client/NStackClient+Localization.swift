import Basics
import HTTPMessages
import Resources

extension NStackClient: TextService {
  /// The languages of the platform, in NStack's order. A language that cannot be read is left out, and logged.
  ///
  /// - Throws: `badBody` if no language can be read, if a locale is listed twice, or if the list is incomplete.
  public func languages() async throws(NStackError) -> [Language] {
    let list = try await list(.languages(of: configuration.platform))
    try refuseRepeated(list.elements.map(\.locale), in: list.label)
    log(list.unread.map(\.item))
    return list.elements
  }

  /// The language that, for NStack, best fits the configuration's `Accept-Language`.
  package func bestFitLanguage() async throws(NStackError) -> Language {
    try await answer(to: .bestFitLanguage(of: configuration.platform)).data
  }

  /// Where the texts of each language are, and when they changed last.
  public func resourceIndex() async throws(NStackError) -> [ResourceIndexEntry] {
    try await wholeResourceIndex().entries
  }

  /// Where the texts of each language are, with the items of the list that could not be read.
  ///
  /// - Parameter updatedSince: A time in ISO 8601, to which ``ResourceIndexEntry/shouldUpdate`` refers. Without it every entry
  ///   counts as changed.
  /// - Throws: `badBody` if no entry can be read, if a locale is listed twice, or if the list is incomplete.
  public func wholeResourceIndex(updatedSince: String? = nil) async throws(NStackError) -> ResourceIndex {
    let list = try await list(.resources(of: configuration.platform, configuration.texts, updatedSince: updatedSince))
    try refuseRepeated(list.elements.map(\.language.locale), in: list.label)
    log(list.unread.map(\.item))
    return ResourceIndex(entries: list.elements, unread: list.unread.map(\.item))
  }

  /// Refuses a list that has a locale twice, because nothing says which one is right.
  private func refuseRepeated(_ locales: [String], in label: String) throws(NStackError) {
    var known: Set<String> = []
    for locale in locales where !known.insert(LocaleName.normalized(locale)).inserted {
      throw NStackError(
        .badBody, delivery: .definite, request: label, status: 200,
        message: "the answer lists the locale \(Excerpt.visible(locale)) twice")
    }
  }

  // MARK: - Texts

  /// The texts of one language. Credentials are sent only if the entry's URL is on the API's own origin.
  ///
  /// - Parameters:
  ///   - entry: The language's entry in the index.
  ///   - cache: A store for resources. Its copy is used if the server says that it is current, and replaced if not; nil for
  ///     none.
  /// - Throws: `badBody` if the URL is not one, or if the answer is not a resource, or not of the entry's language.
  package func resource(_ entry: ResourceIndexEntry, cache: (any ResourceCache)? = nil) async throws(NStackError)
    -> LocalizationResource
  {
    var call = try resourceCall(entry)
    let kept = cache?.resource(forLocale: entry.language.locale).flatMap { $0.url == entry.url ? $0 : nil }
    call.entityTag = kept?.entityTag
    var (response, url) = try await sendFollowing(call)
    if response.status == 304, let kept {
      if let (resource, _) = try? self.resource(entry, TransportResponse(status: 200, body: kept.body), of: call) {
        return resource
      }
      // The cached bytes are not a resource, although the server says that they are current.
      call.entityTag = nil
      (response, url) = try await sendFollowing(call)
    }
    let (resource, mayBeKept) = try self.resource(entry, response, from: url, of: call)
    // Without a tag, the server cannot say whether the texts are still current.
    if mayBeKept, let tag = response.header("ETag") {
      cache?.keep(CachedResource(url: entry.url, entityTag: tag, body: response.body), forLocale: entry.language.locale)
    }
    return resource
  }

  /// The texts of one language with their tag; nil if the given tag is still current.
  ///
  /// - Throws: `badBody` if the URL is not one, or if the answer is not a resource, or not of the entry's language.
  public func resource(_ entry: ResourceIndexEntry, unlessTagged entityTag: String?) async throws(NStackError)
    -> TaggedResource?
  {
    var call = try resourceCall(entry)
    call.entityTag = entityTag
    let (response, url) = try await sendFollowing(call)
    if response.status == 304, entityTag != nil { return nil }
    let (resource, _) = try resource(entry, response, from: url, of: call)
    return TaggedResource(resource: resource, entityTag: response.header("ETag"))
  }

  /// The texts of several languages, in the order of the entries. The first failure ends all calls.
  package func resources(
    of entries: [ResourceIndexEntry], concurrency: Int, cache: (any ResourceCache)? = nil,
    progress: (@Sendable (_ done: Int) -> Void)? = nil
  ) async throws(NStackError) -> [LocalizationResource] {
    try await ConcurrentCalls.values(for: entries, concurrency: concurrency, progress: progress) {
      entry throws(NStackError) in try await resource(entry, cache: cache)
    }
  }

  /// The texts of several languages with the bytes of the whole answers, in the order of the entries. The first failure ends
  /// all calls.
  ///
  /// - Parameter isKept: Whether the bytes of a language are wanted, to write them to a file.
  /// - Throws: `badBody` if an answer is not a resource, is of another language, or if its bytes are wanted and may
  ///   hold a guid beside the texts: with a guid, anyone can delete its proposals, so none is written to a file.
  package func documents(
    of entries: [ResourceIndexEntry], concurrency: Int, keepingBytes isKept: @escaping @Sendable (Language) -> Bool
  ) async throws(NStackError) -> [(resource: LocalizationResource, bytes: [UInt8]?)] {
    try await ConcurrentCalls.values(for: entries, concurrency: concurrency) { entry throws(NStackError) in
      let call = try resourceCall(entry)
      let (response, url) = try await sendFollowing(call)
      let (resource, _) = try resource(entry, response, from: url, of: call)
      guard isKept(entry.language) else { return (resource, nil) }
      if ResourceReader.holdsGuidBesideTexts(response.body, locale: entry.language.locale) {
        throw NStackError(
          .badBody, delivery: .definite, request: call.label, status: response.status,
          message: "the texts of \(Excerpt.visible(entry.language.locale)) may have a guid beside them, "
            + "so they are not written to a file; choose other locales")
      }
      return (resource, response.body)
    }
  }

  private func resourceCall(_ entry: ResourceIndexEntry) throws(NStackError) -> PreparedCall {
    guard let url = HTTPURL(entry.url) else {
      throw NStackError(
        .badBody, delivery: .definite, request: "GET \(Excerpt.visible(entry.url))",
        message: "the index names a resource whose URL is not an absolute http or https URL")
    }
    let isOwn = url.origin == configuration.base.origin
    let origin = isOwn ? "" : "\(url.origin.scheme)://\(url.origin.host)"
    return PreparedCall(
      client: self, method: "GET", url: entry.url, label: "GET \(origin)\(Excerpt.visible(url.path))",
      carriesCredentials: isOwn, followsRedirects: true)
  }

  /// - Returns: The texts, and whether the answer may be cached: it must not, if it or its URL may contain a guid.
  private func resource(
    _ entry: ResourceIndexEntry, _ response: TransportResponse, from url: HTTPURL? = nil, of call: PreparedCall
  ) throws(NStackError) -> (LocalizationResource, mayBeKept: Bool) {
    let content: ResourceReader.Content
    do throws(JSONReader.SyntaxError) {
      content = try ResourceReader.read(response.body, locale: entry.language.locale)
    } catch {
      throw mismatch("the answer is not a resource: \(error.message) at byte \(error.offset)", response, of: call)
    }
    if content.texts.entries.isEmpty, let finding = content.findings.first {
      throw mismatch(
        "the answer has no text in any section; in \(Excerpt.visible(finding.section)): \(finding.message)", response,
        of: call)
    }
    if let meta = content.meta { try check(meta, entry, response, of: call) }
    let resource = LocalizationResource(
      language: entry.language, texts: content.texts, findings: content.findings,
      unprotectedHost: url?.unprotectedHost ?? entry.unprotectedHost)
    return (resource, !content.mayHoldGuid && !GuidScrub.mayBe(in: entry.url.utf8))
  }

  /// Refuses texts whose `meta` names another language or platform.
  private func check(
    _ bytes: [UInt8], _ entry: ResourceIndexEntry, _ response: TransportResponse, of call: PreparedCall
  ) throws(NStackError) {
    let meta: ResourceMeta
    do throws(JSONAnswer.Mismatch) { meta = try JSONAnswer.read(ResourceMeta.self, from: bytes) } catch {
      throw mismatch(error.message, response, of: call)
    }
    if let language = meta.language,
      LocaleName.normalized(language.locale) != LocaleName.normalized(entry.language.locale)
    {
      throw mismatch(
        "the index says \(Excerpt.visible(entry.language.locale)), but the answer is \(Excerpt.visible(language.locale))",
        response, of: call)
    }
    if let platform = meta.platform, !PlatformName.areSame(platform, configuration.platform) {
      throw mismatch(
        "the platform \(Excerpt.visible(configuration.platform)) was requested, but the answer is for "
          + Excerpt.visible(platform), response, of: call)
    }
  }
}
