public import NStackAPI

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// Which of a catalog's texts a sheet holds.
public struct ReviewSelection: Sendable {
  /// A state that a text can be in; with several given, a text in any of them is taken.
  public enum State: String, CaseIterable, Sendable {
    /// Not translated.
    case missing
    /// Translated.
    case translated
    /// With a pending proposal.
    case proposed
    /// With a pending proposal of this profile.
    case mine
  }

  /// The locales, in any spelling; empty takes all.
  public var locales: [String] = []
  /// Patterns for the section, with `*`, `?` and `[…]`; empty takes all.
  public var sections: [String] = []
  /// Patterns for the key; empty takes all.
  public var keys: [String] = []
  /// The states; empty takes all.
  public var states: Set<State> = []

  /// Takes everything.
  public init() {}

  /// The places in a catalog's languages of the locales that are taken, in the catalog's order.
  ///
  /// - Throws: ``SelectionError`` for a locale that the application does not have.
  public func languages(of catalog: Catalog) throws(SelectionError) -> [Int] {
    guard !locales.isEmpty else { return Array(catalog.languages.indices) }
    var taken: Set<Int> = []
    for locale in locales {
      guard let index = catalog.languageIndex(ofLocale: locale) else {
        throw SelectionError(locale: locale, known: catalog.languages.map(\.locale))
      }
      taken.insert(index)
    }
    return taken.sorted()
  }

  /// Whether a key is taken.
  public func includes(_ key: TextKey) -> Bool {
    Self.matches(key.section, sections) && Self.matches(key.key, keys)
  }

  /// Whether a text in a state is taken.
  public func includes(value: String, proposals: [Proposal]) -> Bool {
    guard !states.isEmpty else { return true }
    return states.contains { state in
      switch state {
      case .missing: value.isEmpty
      case .translated: !value.isEmpty
      case .proposed: !proposals.isEmpty
      case .mine: proposals.contains(where: \.canDelete)
      }
    }
  }

  private static func matches(_ name: String, _ patterns: [String]) -> Bool {
    patterns.isEmpty || patterns.contains { fnmatch($0, name, 0) == 0 }
  }
}

/// A locale was asked for that the application does not have.
public struct SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The locale asked for.
  public let locale: String
  /// Those that the application has.
  public let known: [String]

  /// The error in a sentence.
  public var description: String {
    "the application has no locale \"\(Visible.text(locale))\"; it has \(known.joined(separator: ", "))"
  }
}
