import Basics
import NStackAPI

/// Which keys of an enum have no text, and which texts of its section have no key: for a test that fails if an app
/// would show nothing, or a key.
///
/// ```swift
/// @Test func `Every key of the checkout has a text in every language`() throws {
///   let coverage = TextCoverage(of: Checkout.self, in: try LocalizedTexts(folder: "texts"))
///   #expect(coverage.isComplete, "\(coverage)")
/// }
/// ```
public struct TextCoverage: Sendable, CustomStringConvertible {
  /// A key without a text in some languages.
  public struct Gap: Hashable, Sendable {
    /// The key as NStack spells it.
    public let key: String
    /// The locales without a text, in the order of the languages.
    public let locales: [String]
    /// Whether no language has a text. The key may be misspelled.
    package let isEverywhere: Bool
  }

  /// A plural without forms that everyday numbers of a language select, such as `few` in Polish. The app shows `other` for
  /// them.
  package struct PluralGap: Hashable, Sendable {
    /// The key without its category: `files` for `files.one` and `files.other`.
    package let key: String
    package let locale: String
    /// The names of the categories, such as `few` and `many`.
    package let categories: [String]
  }

  /// The section.
  public let section: String
  /// The locales that were checked.
  public let locales: [String]
  package let keyCount: Int
  /// The keys without a text, in the order of the cases.
  public let missing: [Gap]
  /// The plurals that lack forms, in the order of the keys' bytes. Only plurals with a form among the enum's cases are checked.
  package let incompletePlurals: [PluralGap]
  /// The keys of the section that are not cases of the enum, nor forms of a plural that has one, in the order of their bytes.
  package let unused: [String]

  /// Looks up each case of an enum in each language.
  ///
  /// A value that is the key itself, such as `checkout.title` or `__title`, counts as missing. A language needs only
  /// the plural forms that its own numbers select.
  ///
  /// - Parameters:
  ///   - keys: The enum.
  ///   - texts: The texts.
  ///   - locales: The locales to check, in any spelling; nil for all. Every key is missing in a locale that the texts lack.
  public init<Key: LocalizedKey & CaseIterable>(of keys: Key.Type, in texts: LocalizedTexts, locales: [String]? = nil) {
    let locales = locales ?? texts.languages.map(\.locale)
    section = Key.section
    self.locales = locales
    keyCount = Key.allCases.count
    let known = Set(Key.allCases.map { ExactText($0.rawValue) })
    let keys = Array(known.union(texts.keys(ofSection: Key.section))).sorted()
    let plurals = PluralGroups(keys.map { TextName(section: Key.section, key: $0.string) })
    func hasText(_ key: String, _ locale: String) -> Bool {
      let standIns: Set = [ExactText("__\(key)"), ExactText("\(Key.section).\(key)")]
      return texts.value(section: Key.section, key: key, locale: locale).map { !standIns.contains(ExactText($0)) }
        ?? false
    }
    func forms(of plural: PluralGroups.Group, _ locale: String) -> [PluralCategory] {
      PluralCategory.allCases.filter { plural.forms[$0].map { hasText(keys[$0].string, locale) } ?? false }
    }
    /// The plurals of which the enum has a form.
    let used = plurals.groups.filter { $0.forms.values.contains { known.contains(keys[$0]) } }
    incompletePlurals = used.flatMap { plural in
      locales.compactMap { locale in
        let forms = forms(of: plural, locale)
        let lacking = PluralRules(locale: locale)?.needed.filter { !forms.contains($0) } ?? []
        guard !forms.isEmpty, !lacking.isEmpty else { return nil }
        return PluralGap(key: plural.name.key.string, locale: locale, categories: lacking.map(\.rawValue))
      }
    }
    missing = Key.allCases.compactMap { key in
      let plural = keys.firstIndex(of: ExactText(key.rawValue)).flatMap { plurals.groupByIndex[$0] }
      // A form that no language has may be misspelled.
      let isForm = texts.languages.contains { hasText(key.rawValue, $0.locale) }
      let without = locales.filter { locale in
        !hasText(key.rawValue, locale) && !(isForm && plural.map { !forms(of: $0, locale).isEmpty } ?? false)
      }
      // Without a language, no key has a text.
      guard !without.isEmpty || locales.isEmpty else { return nil }
      return Gap(key: key.rawValue, locales: without, isEverywhere: without.count == locales.count)
    }
    let forms = Set(used.flatMap { $0.forms.values.map { keys[$0] } })
    unused = texts.keys(ofSection: Key.section).filter { !known.contains($0) && !forms.contains($0) }.map(\.string)
  }

  /// Whether every key has a text in every language, and every plural the forms that the language needs.
  public var isComplete: Bool { missing.isEmpty && incompletePlurals.isEmpty }

  /// What is missing, a line for each key, for the failure of a test.
  public var description: String {
    var lines = missing.map { gap in
      let index = "\(section).\(Visible.text(gap.key))"
      guard !gap.isEverywhere else { return "\(index) has no text in any language. Check its spelling." }
      return "\(index) has no text in \(gap.locales.joined(separator: ", "))."
    }
    lines += incompletePlurals.map {
      "\(section).\(Visible.text($0.key)) lacks \($0.categories.joined(separator: ", ")) in \($0.locale)."
    }
    lines += unused.map { "\(section).\(Visible.text($0)) is not a case of the enum." }
    guard !lines.isEmpty else {
      return "All \(keyCount) keys of \(section) have a text in \(locales.joined(separator: ", "))."
    }
    return lines.joined(separator: "\n")
  }
}
