import NStackAPI

/// The name of a unit in an exchange format: `SECTION.KEY`.
struct UnitName {
  private let name: String

  /// The most bytes of a name that is divided. Each point of a longer one would take a copy of it.
  private static let longestName = 4_096

  /// Creates a name from its text.
  init(_ name: String) {
    self.name = name
  }

  /// The name of a text.
  init(of text: TextIdentity) {
    name = "\(text.section).\(text.key)"
  }

  /// The name as a file has it.
  var text: String { name }

  /// Returns the text of this name. Where the names have points themselves, a hash tells which point is meant.
  ///
  /// - Parameters:
  ///   - locales: The locales that the text may have; empty ones do not count.
  ///   - hashes: What may be the hash of the text.
  ///   - locale: The locale of a text that no hash confirms.
  func text(inAny locales: [String], knownBy hashes: [TextHash?], otherwise locale: String) -> TextIdentity {
    let splits = splits
    for wanted in hashes.compactMap(\.self) {
      for locale in locales where !locale.isEmpty {
        for (section, key) in splits where TextHash(chain: [section, key, locale]) == wanted {
          return TextIdentity(section: section, key: key, locale: locale)
        }
      }
    }
    let (section, key) = splits.first ?? ("", name)
    return TextIdentity(section: section, key: key, locale: locale)
  }

  private var splits: [(section: String, key: String)] {
    guard name.utf8.count <= Self.longestName else { return [] }
    return name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: ".") }.prefix(32).map { point in
      (String(name[..<point]), String(name[name.utf8.index(after: point)...]))
    }
  }
}
