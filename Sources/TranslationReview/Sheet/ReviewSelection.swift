import Basics
package import NStackAPI

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// The texts of a catalog that a sheet contains.
public struct ReviewSelection: Sendable {
  /// A state of a text. If several are given, texts in any of them are selected.
  public enum State: String, CaseIterable, Sendable {
    /// Not translated.
    case missing
    /// Translated.
    case translated
    /// A proposal is pending.
    case proposed
    /// A proposal of this profile is pending.
    case mine
  }

  /// The locales, in any spelling; empty selects all.
  public var locales: [String] = []
  /// Patterns for the section, with `*`, `?` and `[…]`; empty selects all.
  public var sections: [String] = []
  /// Patterns for the key; empty selects all.
  public var keys: [String] = []
  /// The states; empty selects all.
  public var states: Set<State> = []

  /// Creates a selection of all texts.
  public init() {}

  /// The selected languages, as places in a catalog's languages, in the catalog's order.
  ///
  /// - Throws: ``SelectionError`` for a locale that the application does not have.
  package func languages(of catalog: Catalog) throws(SelectionError) -> [Int] {
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

  /// Refuses a pattern that no text matches: it would select nothing without a message.
  ///
  /// - Parameters:
  ///   - keys: The keys of all texts.
  ///   - owner: What has these texts.
  /// - Throws: ``SelectionError`` for a section pattern that no section matches, or a key pattern that no key in the
  ///   selected sections matches.
  package func refuseUnmatched(
    among keys: [TextKey], of owner: SelectionError.Owner = .application
  ) throws(SelectionError) {
    let sections = Self.distinct(keys.map(\.section))
    for pattern in self.sections where !sections.contains(where: { Self.matches($0, [pattern]) }) {
      throw SelectionError(pattern: pattern, of: .section, known: sections, owner)
    }
    guard !self.keys.isEmpty else { return }
    let names = Self.distinct(keys.filter { Self.matches($0.section, self.sections) }.map(\.key))
    for pattern in self.keys where !names.contains(where: { Self.matches($0, [pattern]) }) {
      throw SelectionError(pattern: pattern, of: .key, known: names, isPart: !self.sections.isEmpty, owner)
    }
  }

  /// Refuses a locale or pattern that no text of an import matches.
  ///
  /// - Throws: ``SelectionError``.
  package func refuseUnmatched(amongTextsOfImport texts: [TextIdentity]) throws(SelectionError) {
    let known = Self.distinct(texts.map(\.locale))
    let normalized = Set(known.map(LocaleName.normalized))
    for locale in locales where !normalized.contains(LocaleName.normalized(locale)) {
      throw SelectionError(locale: locale, known: known, .import)
    }
    try refuseUnmatched(among: texts.map { TextKey($0) }, of: .import)
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<ExactText> = []
    return names.filter { seen.insert(ExactText($0)).inserted }
  }

  /// Whether a key is selected.
  package func includes(_ key: TextKey) -> Bool {
    Self.matches(key.section, sections) && Self.matches(key.key, keys)
  }

  /// Whether a text's locale, section and key are selected.
  package func includes(_ text: TextIdentity) -> Bool {
    let locale = LocaleName.normalized(text.locale)
    return (locales.isEmpty || locales.contains { LocaleName.normalized($0) == locale }) && includes(TextKey(text))
  }

  /// Whether a text with a value and proposals is in a selected state.
  package func includes(value: String, proposals: [Proposal]) -> Bool {
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

/// An error for a requested locale, section or key that the application, or an import, does not have.
public struct SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `selection.locale`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The application does not have the locale.
    public static let locale = Self(rawValue: "selection.locale")
    /// No section matches the pattern.
    public static let section = Self(rawValue: "selection.section")
    /// No key matches the pattern.
    public static let key = Self(rawValue: "selection.key")

    /// The name in lower case, with its family before the dot.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The kind of name that was requested.
  public enum Subject: String, Sendable {
    /// A locale.
    case locale
    /// A section.
    case section
    /// A key.
    case key
  }

  /// What the names were looked for in.
  package enum Owner: String, Sendable {
    case application
    case `import`
  }

  /// The number of names that a message lists if none is near.
  private static let mostListed = 8

  /// The kind of name that was requested.
  public let subject: Subject
  /// The requested locale or pattern.
  public let asked: String
  /// The names that the application, or the import, has.
  public let known: [String]
  /// Whether ``known`` contains only the keys of the selected sections.
  private let isPart: Bool
  private let owner: Owner

  init(locale: String, known: [String], _ owner: Owner = .application) {
    (subject, asked, self.known, isPart, self.owner) = (.locale, locale, known, false, owner)
  }

  init(pattern: String, of subject: Subject, known: [String], isPart: Bool = false, _ owner: Owner = .application) {
    (self.subject, asked, self.known, self.isPart, self.owner) = (subject, pattern, known, isPart, owner)
  }

  /// The kind of error.
  public var code: Code {
    switch subject {
    case .locale: .locale
    case .section: .section
    case .key: .key
    }
  }

  /// The error, in a sentence or two.
  public var description: String {
    guard subject != .locale else {
      return "the \(owner.rawValue) has no locale \"\(Visible.text(asked))\"; it has \(known.joined(separator: ", "))"
    }
    let place = isPart ? "no key in the chosen sections" : "no \(subject.rawValue) of the \(owner.rawValue)"
    let start = "\(place) matches \"\(Visible.text(asked))\"."
    let stem = asked.filter { !"*?[]".contains($0) }
    if let near = CloseName.nearest(to: stem, among: known) { return "\(start) Did you mean \(Visible.text(near))?" }
    guard !known.isEmpty else { return start }
    let listed = known.prefix(Self.mostListed).map { Visible.text($0) }.joined(separator: ", ")
    let rest = known.count - Self.mostListed
    return "\(start) Available: \(listed)\(rest > 0 ? " and \(rest) more" : "")."
  }
}
