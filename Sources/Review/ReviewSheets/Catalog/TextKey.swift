package import Basics
package import NStackAPI

/// A text of the application, in any locale: its section and its key.
public struct TextKey: Hashable, Sendable {
  /// The section as NStack spells it.
  public let section: String
  /// The key within the section.
  public let key: String

  /// Creates the key of a text.
  public init(section: String, key: String) { (self.section, self.key) = (section, key) }

  package init(_ text: TextIdentity) { self.init(section: text.section, key: text.key) }

  /// Whether both sections and both keys have the same bytes.
  public static func == (left: TextKey, right: TextKey) -> Bool {
    ExactText(left.key) == ExactText(right.key) && ExactText(left.section) == ExactText(right.section)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(section))
    hasher.combine(ExactText(key))
  }
}

extension TextIdentity {
  /// The identity as an object: `section`, `key`, `locale`.
  package var json: JSONValue { ["section": section, "key": key, "locale": locale] }

  /// Reads ``json`` back; nil if a member is missing.
  package init?(json: JSONValue) {
    guard let section = json["section"]?.string, let key = json["key"]?.string, let locale = json["locale"]?.string
    else { return nil }
    self.init(section: section, key: key, locale: locale)
  }
}
