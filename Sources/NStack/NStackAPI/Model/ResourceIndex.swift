import HTTPMessages

/// A language in which an application's texts are served.
public struct Language: Hashable, Sendable {
  /// The direction in which a language is written.
  public enum Direction: String, Hashable, Sendable {
    /// `LRM` on the wire.
    case leftToRight
    /// `RML` on the wire.
    case rightToLeft
  }

  /// NStack's number of the language.
  public let id: Int
  /// The name in English, such as `English (UK)`.
  public let name: String
  /// The locale as NStack spells it: usually BCP 47 (`da-DK`), but `en_EN` has been seen. Sent as it is.
  public let locale: String
  /// The direction of writing.
  public let direction: Direction
  /// Whether this is the application's default language.
  public let isDefault: Bool
  /// Whether NStack considers this language the best fit for the request's `Accept-Language`.
  package let isBestFit: Bool

  /// Creates a language from its parts.
  public init(id: Int, name: String, locale: String, direction: Direction, isDefault: Bool, isBestFit: Bool) {
    (self.id, self.name, self.locale, self.direction, self.isDefault) = (id, name, locale, direction, isDefault)
    self.isBestFit = isBestFit
  }
}

/// One line of the resource index: where the texts of one language are.
public struct ResourceIndexEntry: Hashable, Sendable {
  /// NStack's number of the resource.
  public let id: Int
  /// Where the texts are: on the API itself or on a CDN.
  public let url: String
  /// When the texts changed last, as NStack spells it.
  package let lastUpdatedAt: String?
  /// Whether the texts changed since the time that the request named.
  public let shouldUpdate: Bool
  /// The language of the texts.
  public let language: Language

  /// The host of another machine from which the texts come over plain http, unprotected; otherwise nil. No credential
  /// is sent there.
  package var unprotectedHost: String? { HTTPURL(url)?.unprotectedHost }

  /// Creates an index entry from its parts.
  public init(id: Int, url: String, lastUpdatedAt: String?, shouldUpdate: Bool, language: Language) {
    (self.id, self.url, self.lastUpdatedAt, self.shouldUpdate) = (id, url, lastUpdatedAt, shouldUpdate)
    self.language = language
  }
}

/// The resource index, as a list returned it.
public struct ResourceIndex: Sendable {
  /// The entries that could be read, in the order of the list; each locale once.
  public let entries: [ResourceIndexEntry]
  /// The items that could not be read.
  public let unread: [UnreadItem]

  /// Creates an index from its parts.
  public init(entries: [ResourceIndexEntry], unread: [UnreadItem] = []) {
    (self.entries, self.unread) = (entries, unread)
  }
}
