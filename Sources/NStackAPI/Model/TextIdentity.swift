import Basics

/// Which text in which language: its section, its key and the locale.
///
/// Journals of imports have its encoded form, so the names of its properties are part of their format.
public struct TextIdentity: Hashable, Codable, Sendable {
  /// The section as NStack spells it.
  public let section: String
  /// The key within the section as NStack spells it.
  public let key: String
  /// The locale as NStack spells it.
  public let locale: String

  /// Creates the identity of a text.
  public init(section: String, key: String, locale: String) {
    self.section = section
    self.key = key
    self.locale = locale
  }

  /// Whether section, key and locale are the same bytes.
  public static func == (left: TextIdentity, right: TextIdentity) -> Bool {
    ExactText(left.key) == ExactText(right.key) && ExactText(left.section) == ExactText(right.section)
      && ExactText(left.locale) == ExactText(right.locale)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(section))
    hasher.combine(ExactText(key))
    hasher.combine(ExactText(locale))
  }
}
