package import Basics
import NStackAPI

extension SignOff {
  /// The members that say what was signed off: its place, and fingerprints of what was seen.
  package var members: [(String, JSONValue)] {
    [
      ("section", .string(text.section)), ("key", .string(text.key)), ("locale", .string(text.locale)),
      ("currentValue", .string(currentValue.text)), ("pending", .array(pending.map { .string($0.text) })),
      ("sourceLocale", .optional(source?.locale)), ("sourceValue", .optional(source?.value.text)),
    ]
  }

  /// Reads ``members`` of an object back; nil if one is missing or has another form. Other members are ignored.
  package init?(json: JSONValue) {
    guard let section = json["section"]?.string, let key = json["key"]?.string, let locale = json["locale"]?.string,
      let current = json["currentValue"]?.string.flatMap(TextHash.init(spelled:)),
      let values = json["pending"]?.elements
    else { return nil }
    var pending: [TextHash] = []
    for value in values {
      guard let hash = value.string.flatMap(TextHash.init(spelled:)) else { return nil }
      pending.append(hash)
    }
    var source: Source?
    switch (json["sourceLocale"]?.string, json["sourceValue"]?.string) {
    case (let locale?, let text?):
      guard let value = TextHash(spelled: text) else { return nil }
      source = Source(locale: locale, value: value)
    case (nil, nil): break
    default: return nil
    }
    self.init(
      text: TextIdentity(section: section, key: key, locale: locale), currentValue: current, source: source,
      pending: pending)
  }
}

extension TextHash {
  /// Reads ``text`` back; nil if it is not a hash.
  package init?(spelled text: String) {
    var text = text
    guard let hash = text.withUTF8({ TextHash(text: $0) }) else { return nil }
    self = hash
  }
}
