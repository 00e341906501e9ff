import Basics
import Exchange
import NStackAPI

/// The locales of rows whose `Locale` cell or file has another spelling or none, as their bases prove them.
///
/// A base has the hash of section, key and locale. A locale is proven if it gives that hash together with the row's
/// section and key.
package final class ProvenLocales {
  /// After this many rows whose locale is not found among all candidates, the search ends.
  private static let mostMisses = 3

  /// Locales that were proven, or are candidates, such as the worksheet's name.
  private var known: [String]
  private var misses = 0
  /// Whether the file names the locale of one of its units. If so, a unit of another language is from another file.
  var isNamed = false
  private(set) var told: (word: String, locale: String, row: Int)?
  private(set) var count = 0
  private(set) var hasOtherWords = false
  private(set) var hasOtherLocales = false

  package init(among known: [String] = []) { self.known = known }

  /// The locale of a row for which the `Locale` cell or the file says `word`; nil if the hashes prove no locale that
  /// the word may mean.
  ///
  /// - Parameters:
  ///   - names: The section and key, in every way of splitting the text's name.
  ///   - hashes: The possible hashes of the text.
  ///   - row: The row counted from zero, or the number of the unit.
  ///   - isOfAnyLanguage: Whether the locale may be of another language than the word.
  package func locale(
    meantBy word: String, names: [(section: String, key: String)], hashes: [TextHash], row: Int,
    isOfAnyLanguage: Bool = false
  ) -> String? {
    let tag = Self.tag(of: word)
    guard !hashes.isEmpty, isOfAnyLanguage || tag != nil || word.allSatisfy(\.isWhitespace) else { return nil }
    let chains = names.map { name in
      var chain = TextHash.Chain()
      chain.append(name.section)
      chain.append(name.key)
      return chain
    }
    let isProven = { (name: String) in chains.contains { hashes.contains($0.hash(with: name)) } }
    let meant = known.filter { name in isOfAnyLanguage || tag.map { Self.mayBe(LanguageTag(name), $0) } ?? true }
    guard let locale = meant.first(where: isProven) ?? search(tag, isOfAnyLanguage, isProven) else { return nil }
    if !known.contains(locale) { known.append(locale) }
    count += 1
    if let told {
      if told.word != word { hasOtherWords = true }
      if told.locale != locale { hasOtherLocales = true }
    } else {
      told = (word, locale, row)
    }
    return locale
  }

  static func tag(of word: String) -> LanguageTag? {
    let word = ReviewColumn.trimmed(word)
    return LanguageTag(word).flatMap { LanguageNames(among: []).isCode($0) ? $0 : nil }
      ?? LanguageNames(among: [word]).tag(of: word)
  }

  private static func mayBe(_ locale: LanguageTag?, _ tag: LanguageTag) -> Bool {
    guard let locale, locale.canonicalLanguage == tag.canonicalLanguage else { return false }
    return (tag.region == nil || tag.region == locale.region) && (tag.script == nil || tag.script == locale.script)
  }

  // MARK: - All locales

  private func search(_ tag: LanguageTag?, _ isOfAnyLanguage: Bool, _ isProven: (String) -> Bool) -> String? {
    guard misses < Self.mostMisses else { return nil }
    if let found = Self.search(tag, isProven) { return found }
    if tag != nil, isOfAnyLanguage, let found = Self.search(nil, isProven) { return found }
    misses += 1
    return nil
  }

  /// Tries each locale that the word may mean. Without a word these are all languages of two letters, and `fil`.
  private static func search(_ tag: LanguageTag?, _ isProven: (String) -> Bool) -> String? {
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
          if let found = forms.first(where: isProven) { return found }
        }
      }
    }
    return nil
  }
}

extension TextHash.Chain {
  fileprivate func hash(with text: String) -> TextHash {
    var chain = self
    chain.append(text)
    return chain.hash
  }
}
