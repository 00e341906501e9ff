/// A store for resources between runs, for one application, platform, origin and state of texts.
package protocol ResourceCache: Sendable {
  /// The resource that was kept for a locale; nil if there is none, or it is damaged.
  func resource(forLocale locale: String) -> CachedResource?
  /// Keeps a resource, which has an `ETag`. If that fails, the resource is fetched again next time.
  func keep(_ resource: CachedResource, forLocale locale: String)
}

/// A resource as the server sent it, with the tag that shows whether it is still current.
package struct CachedResource: Hashable, Sendable {
  /// The URL that it was fetched from.
  package var url: String
  /// The answer's `ETag`, as sent.
  package var entityTag: String?
  /// The answer's body.
  package var body: [UInt8]

  package init(url: String, entityTag: String?, body: [UInt8]) {
    (self.url, self.entityTag, self.body) = (url, entityTag, body)
  }
}
