import HTTPMessages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store for resources between runs, for one application, platform, origin and state of texts.
public protocol ResourceCache: Sendable {
  /// The resource that was kept for a locale; nil if there is none, or it is damaged.
  func resource(forLocale locale: String) -> CachedResource?
  /// Whether the resource that was kept for a locale has an `ETag`. Without one it may be useless, and is not read.
  func hasEntityTag(forLocale locale: String) -> Bool
  /// Keeps a resource. If that fails, the resource is fetched again next time.
  func keep(_ resource: CachedResource, forLocale locale: String)
}

extension ResourceCache {
  /// Whether the resource that was kept for a locale has an `ETag`, found by reading all of it.
  public func hasEntityTag(forLocale locale: String) -> Bool {
    resource(forLocale: locale)?.entityTag != nil
  }
}

/// A resource as the server sent it, with what tells whether it is still current.
public struct CachedResource: Hashable, Sendable {
  /// The URL that it was fetched from.
  public var url: String
  /// When the texts last changed, as the index spelled it.
  public var lastUpdatedAt: String?
  /// The answer's `ETag`, as sent.
  public var entityTag: String?
  /// Whether the time in ``lastUpdatedAt`` had passed when the texts were fetched. Later changes then have a later time.
  public var isSettled: Bool
  /// The answer's body.
  public var body: [UInt8]

  /// Creates a kept resource from its parts.
  public init(url: String, lastUpdatedAt: String?, entityTag: String?, isSettled: Bool, body: [UInt8]) {
    self.url = url
    self.lastUpdatedAt = lastUpdatedAt
    self.entityTag = entityTag
    self.isSettled = isSettled
    self.body = body
  }
}

/// How to use kept resources.
public struct ResourceCaching: Sendable {
  /// The store.
  public let cache: any ResourceCache
  /// Whether the time in the index is enough to show that a kept resource is current. If not, the server is asked about each
  /// resource by its `ETag`, and one without a tag is fetched.
  public let trustsIndex: Bool

  /// Creates the settings.
  public init(_ cache: any ResourceCache, trustsIndex: Bool) {
    self.cache = cache
    self.trustsIndex = trustsIndex
  }

  /// The resource that was kept for an entry of the index, if it can be of use.
  func kept(_ entry: ResourceIndexEntry) -> CachedResource? {
    let locale = entry.language.locale
    guard trustsIndex || cache.hasEntityTag(forLocale: locale) else { return nil }
    return cache.resource(forLocale: locale).flatMap { $0.url == entry.url ? $0 : nil }
  }

  /// A kept resource, if an entry of the index shows that it is current.
  func current(_ entry: ResourceIndexEntry, _ kept: CachedResource?) -> CachedResource? {
    guard trustsIndex, let kept, kept.isSettled, let time = entry.lastUpdatedAt, kept.lastUpdatedAt == time else {
      return nil
    }
    return kept
  }

  /// Whether a time in the index had passed when an answer was made: two seconds before by the server's clock, or five minutes
  /// before by ours, which may be wrong.
  static func isOver(_ time: String?, in response: TransportResponse, now: Double) -> Bool {
    guard let time, let updated = try? Date(time, strategy: .iso8601).timeIntervalSince1970 else { return false }
    if let date = response.header("Date").flatMap(HTTPDate.secondsSince1970) { return date - updated >= 2 }
    return now - updated >= 300
  }
}
