#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where resources are kept from one run to the next, for one application, platform, origin and kind of texts.
public protocol ResourceCache: Sendable {
  /// What was kept for a locale; nil where nothing was, or it is damaged.
  func resource(forLocale locale: String) -> CachedResource?
  /// Whether what was kept for a locale has an `ETag`: asked where nothing else can make use of it, before all is read.
  func hasEntityTag(forLocale locale: String) -> Bool
  /// Keeps a resource; where that fails, it is fetched again next time.
  func keep(_ resource: CachedResource, forLocale locale: String)
}

extension ResourceCache {
  /// Whether what was kept for a locale has an `ETag`, found out by reading all of it.
  public func hasEntityTag(forLocale locale: String) -> Bool {
    resource(forLocale: locale)?.entityTag != nil
  }
}

/// A resource as it was answered, with what tells whether it still holds.
public struct CachedResource: Hashable, Sendable {
  /// The URL that it was fetched from.
  public var url: String
  /// When the texts changed last, as the index spelled it.
  public var lastUpdatedAt: String?
  /// The answer's `ETag`, as sent.
  public var entityTag: String?
  /// Whether the time in ``lastUpdatedAt`` was over when the texts were fetched: what changes later changes that time.
  public var isSettled: Bool
  /// The answer's body.
  public var body: [UInt8]

  /// Makes a kept resource of its fields.
  public init(url: String, lastUpdatedAt: String?, entityTag: String?, isSettled: Bool, body: [UInt8]) {
    self.url = url
    self.lastUpdatedAt = lastUpdatedAt
    self.entityTag = entityTag
    self.isSettled = isSettled
    self.body = body
  }
}

/// How kept resources are used.
public struct ResourceCaching: Sendable {
  /// Where they are.
  public let cache: any ResourceCache
  /// Whether the time in the index is enough to take a kept resource for current. Otherwise the server is asked about each
  /// by its `ETag`, and one without is fetched.
  public let trustsIndex: Bool

  /// Makes a way of use.
  public init(_ cache: any ResourceCache, trustsIndex: Bool) {
    self.cache = cache
    self.trustsIndex = trustsIndex
  }

  /// What was kept for an entry of the index, as far as it may be of use.
  func kept(_ entry: ResourceIndexEntry) -> CachedResource? {
    let locale = entry.language.locale
    guard trustsIndex || cache.hasEntityTag(forLocale: locale) else { return nil }
    return cache.resource(forLocale: locale).flatMap { $0.url == entry.url ? $0 : nil }
  }

  /// A kept resource that an entry of the index shows to be current.
  func current(_ entry: ResourceIndexEntry, _ kept: CachedResource?) -> CachedResource? {
    guard trustsIndex, let kept, kept.isSettled, let time = entry.lastUpdatedAt, kept.lastUpdatedAt == time else {
      return nil
    }
    return kept
  }

  /// Whether a time in the index was over when an answer was made: by the server's own clock by two seconds, or by ours,
  /// which may be wrong, by five minutes.
  static func isOver(_ time: String?, in response: NStackResponse, now: Double) -> Bool {
    guard let time, let updated = try? Date(time, strategy: .iso8601).timeIntervalSince1970 else { return false }
    if let date = response.header("Date").flatMap(HTTPDate.secondsSince1970) { return date - updated >= 2 }
    return now - updated >= 300
  }
}
