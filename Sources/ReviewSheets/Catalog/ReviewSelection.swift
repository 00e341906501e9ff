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
  /// The locales to leave out, in any spelling.
  public var exceptions: [String] = []
  /// Whether a language, such as `da`, means all of its locales in ``locales`` and ``exceptions``.
  public var takesLanguages = false
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
    let known = catalog.languages.map(\.locale)
    func places(of locales: [String]) throws(SelectionError) -> Set<Int> {
      var places: Set<Int> = []
      for locale in locales {
        let found = known.indices.filter { means(locale, LocaleName.normalized(known[$0])) }
        guard !found.isEmpty else { throw SelectionError(locale: locale, known: known) }
        places.formUnion(found)
      }
      return places
    }
    let taken = try locales.isEmpty ? Set(known.indices) : places(of: locales)
    let rest = taken.subtracting(try places(of: exceptions))
    if rest.isEmpty, let last = exceptions.last { throw SelectionError(leavingNoneWithout: last, known: known) }
    return rest.sorted()
  }

  /// Whether a requested locale or language means a locale.
  ///
  /// - Parameter normalized: The locale in its normalized form.
  package func means(_ asked: String, _ normalized: String) -> Bool {
    let name = LocaleName.normalized(asked)
    return name == normalized || (takesLanguages && !name.contains("-") && normalized.hasPrefix("\(name)-"))
  }

  /// Whether a locale is selected.
  package func includes(locale: String) -> Bool {
    guard !locales.isEmpty || !exceptions.isEmpty else { return true }
    let name = LocaleName.normalized(locale)
    return (locales.isEmpty || locales.contains { means($0, name) }) && !exceptions.contains { means($0, name) }
  }

  /// What each requested language means, as in `da selects da-DK`; empty if only locales were requested.
  ///
  /// - Parameter known: The locales of the application.
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
    let normalized = known.map(LocaleName.normalized)
    for locale in locales + exceptions where !normalized.contains(where: { means(locale, $0) }) {
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
    includes(locale: text.locale) && includes(TextKey(text))
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
  /// Whether the locale is known, and leaving it out leaves none.
  private var leavesNone = false

  init(leavingNoneWithout locale: String, known: [String]) {
    self.init(locale: locale, known: known)
    leavesNone = true
  }

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
    if leavesNone { return "no locale is left without \"\(Visible.text(asked))\"; leave out fewer locales" }
    guard subject != .locale else {
      let near = NearestName.locale(to: asked, among: known, most: 1).map { ". Did you mean \($0)?" } ?? ""
      let listed = known.joined(separator: ", ")
      return "the \(owner.rawValue) has no locale \"\(Visible.text(asked))\"; it has \(listed)\(near)"
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
