import Basics
import NStackAPI

/// Which keys of an enum have no text, and which texts of its section have no key: for a test that fails where an app would
/// show nothing, or a key.
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
    public let isEverywhere: Bool
  }

  /// The section.
  public let section: String
  /// The locales that were looked at.
  public let locales: [String]
  /// The number of keys.
  public let keyCount: Int
  /// The keys without a text, in the order of the cases.
  public let missing: [Gap]
  /// The keys of the section that are not cases of the enum, in the order of their bytes.
  public let unused: [String]

  /// Looks up each case of an enum in each language.
  ///
  /// A value that is the key itself, as `checkout.title` or `__title`, is none.
  ///
  /// - Parameters:
  ///   - keys: The enum.
  ///   - texts: The texts.
  ///   - locales: The locales to look at, in any spelling; nil for all. One that the texts lack has no text at all.
  public init<Key: LocalizedKey & CaseIterable>(of keys: Key.Type, in texts: LocalizedTexts, locales: [String]? = nil) {
    let locales = locales ?? texts.languages.map(\.locale)
    section = Key.section
    self.locales = locales
    keyCount = Key.allCases.count
    missing = Key.allCases.compactMap { key in
      let marks: Set = [ExactText("__\(key.rawValue)"), ExactText("\(Key.section).\(key.rawValue)")]
      let without = locales.filter { locale in
        texts.value(of: key, locale: locale).map { marks.contains(ExactText($0)) } ?? true
      }
      // Texts without a language have no text of any key.
      guard !without.isEmpty || locales.isEmpty else { return nil }
      return Gap(key: key.rawValue, locales: without, isEverywhere: without.count == locales.count)
    }
    let known = Set(Key.allCases.map { ExactText($0.rawValue) })
    unused = texts.keys(ofSection: Key.section).filter { !known.contains($0) }.map(\.string)
  }

  /// Whether every key has a text in every language.
  public var isComplete: Bool { missing.isEmpty }

  /// Whether every key has a text in every language, and every text of the section a key.
  public var isExact: Bool { missing.isEmpty && unused.isEmpty }

  /// What is missing, a line for each key, for the failure of a test.
  public var description: String {
    var lines = missing.map { gap in
      let index = "\(section).\(Visible.text(gap.key))"
      guard !gap.isEverywhere else { return "\(index) has no text in any language. Check its spelling." }
      return "\(index) has no text in \(gap.locales.joined(separator: ", "))."
    }
    lines += unused.map { "\(section).\(Visible.text($0)) is not a case of the enum." }
    guard !lines.isEmpty else {
      return "All \(keyCount) keys of \(section) have a text in \(locales.joined(separator: ", "))."
    }
    return lines.joined(separator: "\n")
  }
}
