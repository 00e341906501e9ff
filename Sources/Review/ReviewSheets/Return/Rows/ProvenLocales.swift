import Basics
import Exchange
import NStackAPI
import Spreadsheet

/// The locales of rows whose cell under `Locale` has another spelling, or is gone, as their bases prove them.
///
/// A base has the hash of section, key and locale. So a locale is proven if it gives that hash with the section and the key
/// that the row has.
final class ProvenLocales {
  /// The most rows whose locale is looked for among all that there may be and not found.
  private static let mostMisses = 3

  /// Locales that were proven or may be, such as the name of the worksheet.
  private var known: [String]
  private var misses = 0
  private var told: (word: String, locale: String, first: RowPlace)?
  private var count = 0
  private var hasOthers = false

  init(worksheet: String?) { known = worksheet.map { [$0] } ?? [] }

  /// The locale of a row whose cell under `Locale` holds `word`; nil if the base does not prove one that the word may mean.
  func locale(meantBy word: String, section: String, key: String, identity: TextHash, at place: RowPlace) -> String? {
    let tag = Self.tag(of: word)
    guard tag != nil || word.allSatisfy(\.isWhitespace) else { return nil }
    var chain = TextHash.Chain()
    chain.append(section)
    chain.append(key)
    let names = known.filter { name in tag.map { Self.mayBe(LanguageTag(name), $0) } ?? true }
    guard let locale = names.first(where: { chain.hash(with: $0) == identity }) ?? search(tag, chain, identity) else {
      return nil
    }
    if !known.contains(locale) { known.append(locale) }
    count += 1
    if told.map({ $0.word != word || $0.locale != locale }) ?? false { hasOthers = true }
    if told == nil { told = (word, locale, place) }
    return locale
  }

  private static func tag(of word: String) -> LanguageTag? {
    let word = ReviewColumn.trimmed(word)
    return LanguageTag(word).flatMap { LanguageNames(among: []).isCode($0) ? $0 : nil }
      ?? LanguageNames(among: [word]).tag(of: word)
  }

  private static func mayBe(_ locale: LanguageTag?, _ tag: LanguageTag) -> Bool {
    guard let locale, locale.canonicalLanguage == tag.canonicalLanguage else { return false }
    return (tag.region == nil || tag.region == locale.region) && (tag.script == nil || tag.script == locale.script)
  }

  // MARK: - All locales

  /// Tries each locale that the cell may mean. For an empty cell these are all languages of two letters, and `fil`.
  private func search(_ tag: LanguageTag?, _ chain: TextHash.Chain, _ identity: TextHash) -> String? {
    guard misses < Self.mostMisses else { return nil }
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Character(UnicodeScalar($0)) }
    let pairs = letters.flatMap { first in letters.map { String([first, $0]) } }
    let languages = tag.map { [$0.language, $0.canonicalLanguage] } ?? pairs + ["fil"]
    let scripts = tag.map { $0.script.map { [$0] } ?? ["", "Hans", "Hant", "Latn", "Cyrl"] } ?? [""]
    let regions = tag?.region.map { [$0] } ?? [""] + pairs.map { $0.uppercased() } + ["419"]
    for language in languages {
      for script in scripts {
        for region in regions {
          let name = [language, script, region].filter { !$0.isEmpty }.joined(separator: "-")
          var forms = [name, name.replacing("-", with: "_")]
          if tag != nil { forms += forms.map { $0.lowercased() } }
          if let found = forms.first(where: { chain.hash(with: $0) == identity }) { return found }
        }
      }
    }
    misses += 1
    return nil
  }

  // MARK: - What is told

  /// The remark about all rows of the table; nil if there are none.
  ///
  /// - Parameter isColumnGone: Whether the table has no column `Locale`.
  func diagnostic(isColumnGone: Bool, header: RowPlace) -> Diagnostic? {
    guard let told else { return nil }
    let column = ReviewColumn.locale.header
    let locales = "\"\(Visible.text(told.locale))\"" + (hasOthers ? " and others" : "")
    let found = told.word.allSatisfy(\.isWhitespace) ? "is empty" : "holds \"\(Visible.text(told.word))\""
    let others = count == 1 ? "" : " and in \(Counted.text(count - 1, "other row"))"
    return Diagnostic(
      code: .sheetLocaleSpelling, severity: .warning, place: isColumnGone ? header : told.first, column: column,
      message: isColumnGone
        ? "The column \"\(column)\" is gone. The rows count as exported, for \(locales), which their Base proves."
        : "Here\(others) \"\(column)\" \(found)\(hasOthers ? " or another word" : "") and was "
          + "exported as \(locales). The rows count as exported, which their Base proves.")
  }
}

extension TextHash.Chain {
  fileprivate func hash(with text: String) -> TextHash {
    var chain = self
    chain.append(text)
    return chain.hash
  }
}
