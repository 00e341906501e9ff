/// A store for resources between runs, for one application, platform, origin and state of texts.
public protocol ResourceCache: Sendable {
  /// The resource that was kept for a locale; nil if there is none, or it is damaged.
  func resource(forLocale locale: String) -> CachedResource?
  /// Whether the resource that was kept for a locale has an `ETag`. Without one it is of no use, and is not read.
  func hasEntityTag(forLocale locale: String) -> Bool
  /// Keeps a resource. If that fails, the resource is fetched again next time.
  func keep(_ resource: CachedResource, forLocale locale: String)
}

extension ResourceCache {
  /// Whether the resource that was kept for a locale has an `ETag`, found by reading all of it.
  public func hasEntityTag(forLocale locale: String) -> Bool {
    resource(forLocale: locale)?.entityTag != nil
  }

  /// The resource that was kept for an entry of the index, if the server can be asked whether it is current.
  func resource(of entry: ResourceIndexEntry) -> CachedResource? {
    let locale = entry.language.locale
    guard hasEntityTag(forLocale: locale) else { return nil }
    return resource(forLocale: locale).flatMap { $0.url == entry.url ? $0 : nil }
  }
}

/// A resource as the server sent it, with the tag that tells whether it is still current.
public struct CachedResource: Hashable, Sendable {
  /// The URL that it was fetched from.
  public var url: String
  /// The answer's `ETag`, as sent.
  public var entityTag: String?
  /// The answer's body.
  public var body: [UInt8]

  /// Creates a kept resource from its parts.
  public init(url: String, entityTag: String?, body: [UInt8]) {
    self.url = url
    self.entityTag = entityTag
    self.body = body
  }
}
