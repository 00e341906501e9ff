public import Basics
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
  /// The locales to leave out, in any spelling.
  package var exceptions: [String] = []
  /// Whether a language, such as `da`, means all of its locales in ``locales`` and ``exceptions``.
  package var takesLanguages = false
  /// Patterns for the section, with `*`, `?` and `[…]`; empty selects all.
  public var sections: [String] = []
  /// Patterns for the key; empty selects all.
  public var keys: [String] = []
  /// The states; empty selects all.
  package var states: Set<State> = []

  /// Creates a selection of all texts.
  public init() {}

  /// The selected languages, as indices in a catalog's languages, in the catalog's order.
  ///
  /// - Throws: ``SelectionError`` for a locale that the application does not have.
  package func languages(of catalog: Catalog) throws(SelectionError) -> [Int] {
    try languages(among: catalog.languages.map(\.locale))
  }

  /// The same, as indices in a list of locales.
  package func languages(among known: [String]) throws(SelectionError) -> [Int] {
    func indices(of locales: [String]) throws(SelectionError) -> Set<Int> {
      var indices: Set<Int> = []
      for locale in locales {
        let found = known.indices.filter { means(locale, LocaleName.normalized(known[$0])) }
        guard !found.isEmpty else { throw SelectionError.noLocale(locale, among: known) }
        indices.formUnion(found)
      }
      return indices
    }
    let taken = try locales.isEmpty ? Set(known.indices) : indices(of: locales)
    let rest = taken.subtracting(try indices(of: exceptions))
    if rest.isEmpty, let last = exceptions.last {
      throw SelectionError(.locale, "no locale is left without \"\(Visible.text(last))\"; leave out fewer locales")
    }
    return rest.sorted()
  }

  /// Whether a requested locale or language includes a locale.
  package func means(_ asked: String, _ normalized: String) -> Bool {
    let name = LocaleName.normalized(asked)
    return name == normalized || (takesLanguages && !name.contains("-") && normalized.hasPrefix("\(name)-"))
  }

  package func includes(locale: String) -> Bool {
    guard !locales.isEmpty || !exceptions.isEmpty else { return true }
    let name = LocaleName.normalized(locale)
    return (locales.isEmpty || locales.contains { means($0, name) }) && !exceptions.contains { means($0, name) }
  }

  /// The locales that each requested language selects, as in `da selects da-DK`; empty if only locales were requested.
  package func languageLines(among known: [String]) -> [String] {
    guard takesLanguages else { return [] }
    return (locales + exceptions).compactMap { asked in
      let isSelected = locales.contains(asked)
      let found = known.filter { means(asked, LocaleName.normalized($0)) && (!isSelected || includes(locale: $0)) }
      guard found.contains(where: { LocaleName.normalized($0) != LocaleName.normalized(asked) }) else { return nil }
      let verb = isSelected ? "selects" : "leaves out"
      return "\(Visible.text(asked)) \(verb) \(found.joined(separator: ", "))"
    }
  }

  /// Refuses a pattern that no text matches: it would silently select nothing.
  ///
  /// - Throws: ``SelectionError`` for a section pattern that no section matches, or a key pattern that no key in the
  ///   selected sections matches.
  package func refuseUnmatched(among keys: [TextKey], of owner: SelectionError.Owner = .application)
    throws(SelectionError)
  {
    let sections = Self.distinct(keys.map(\.section))
    for pattern in self.sections where !sections.contains(where: { Self.matches($0, [pattern]) }) {
      throw .noMatch(.section, pattern, in: "no section of the \(owner.rawValue)", among: sections)
    }
    guard !self.keys.isEmpty else { return }
    let names = Self.distinct(keys.filter { Self.matches($0.section, self.sections) }.map(\.key))
    let searched = self.sections.isEmpty ? "no key of the \(owner.rawValue)" : "no key in the chosen sections"
    for pattern in self.keys where !names.contains(where: { Self.matches($0, [pattern]) }) {
      throw .noMatch(.key, pattern, in: searched, among: names)
    }
  }

  /// Refuses a locale or pattern that no text of an import matches.
  package func refuseUnmatched(amongTextsOfImport texts: [TextIdentity]) throws(SelectionError) {
    let known = Self.distinct(texts.map(\.locale))
    let normalized = known.map(LocaleName.normalized)
    for locale in locales + exceptions where !normalized.contains(where: { means(locale, $0) }) {
      throw .noLocale(locale, among: known, of: .import)
    }
    try refuseUnmatched(among: texts.map { TextKey($0) }, of: .import)
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<ExactText> = []
    return names.filter { seen.insert(ExactText($0)).inserted }
  }

  /// Refuses a locale or pattern that matches no text of a catalog.
  package func refuseUnmatched(in catalog: Catalog) throws(SelectionError) {
    if isOfEverything { return }
    _ = try languages(of: catalog)
    try refuseUnmatched(among: catalog.keys)
  }

  /// The part of a text's name that is not selected: `locale`, `section` or `key`; nil if all are.
  package func missingPart(of text: TextIdentity) -> String? {
    if !includes(locale: text.locale) { return "locale" }
    if !Self.matches(text.section, sections) { return "section" }
    return Self.matches(text.key, keys) ? nil : "key"
  }

  /// The requested names as phrases such as `section login`, to tell selections apart; empty if all texts are selected.
  package var identityParts: [String] {
    [("locale", locales), ("except", exceptions), ("section", sections), ("key", keys)].flatMap { name, values in
      values.map { "\(name) \($0)" }
    }
  }

  package var isOfEverything: Bool { identityParts.isEmpty }

  package func includes(_ key: TextKey) -> Bool { Self.matches(key.section, sections) && Self.matches(key.key, keys) }

  package func includes(_ text: TextIdentity) -> Bool { includes(locale: text.locale) && includes(TextKey(text)) }

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
public typealias SelectionError = CodedError<SelectionErrorCode>

/// The code of a ``SelectionError``.
public enum SelectionErrorCode: String, Sendable {
  /// The application or import does not have the locale, or no locale is left.
  case locale = "selection.locale"
  /// No section matches the pattern.
  case section = "selection.section"
  /// No key matches the pattern.
  case key = "selection.key"
}

extension SelectionError {
  /// What was searched for the names.
  package enum Owner: String, Sendable {
    case application
    case `import`
  }

  /// The number of names that a message lists if none is near.
  private static var mostListed: Int { 8 }

  static func noLocale(_ asked: String, among known: [String], of owner: Owner = .application) -> SelectionError {
    let near = NearestName.locale(to: asked, among: known, most: 1).map { ". Did you mean \($0)?" } ?? ""
    let listed = known.joined(separator: ", ")
    return SelectionError(
      .locale, "the \(owner.rawValue) has no locale \"\(Visible.text(asked))\"; it has \(listed)\(near)")
  }

  /// - Parameter names: What the pattern does not match, such as `no section of the application`.
  static func noMatch(_ code: Code, _ pattern: String, in names: String, among known: [String]) -> SelectionError {
    let start = "\(names) matches \"\(Visible.text(pattern))\"."
    let stem = pattern.filter { !"*?[]".contains($0) }
    if let near = CloseName.nearest(to: stem, among: known) {
      return SelectionError(code, "\(start) Did you mean \(Visible.text(near))?")
    }
    guard !known.isEmpty else { return SelectionError(code, start) }
    let listed = known.prefix(mostListed).map { Visible.text($0) }.joined(separator: ", ")
    let rest = known.count - mostListed
    return SelectionError(code, "\(start) Available: \(listed)\(rest > 0 ? " and \(rest) more" : "").")
  }
}
