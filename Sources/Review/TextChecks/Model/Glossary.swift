import Basics

/// The words that translations must use, and must not use, for terms of the source text.
public struct Glossary: Sendable {
  /// A term with its words in one locale.
  package struct Term: Hashable, Sendable {
    /// The spellings of the term in the source text, such as `account` and `accounts`. Empty for words that no text of
    /// the locale may have.
    package let sources: [String]
    /// The locale, in any spelling. Without a region, it stands for all locales of its language.
    package let locale: String
    /// The words for the term; one of them is enough.
    package let preferred: [String]
    /// The words that must not be used for the term.
    package let forbidden: [String]

    /// Creates a term from its fields.
    package init(sources: [String], locale: String, preferred: [String], forbidden: [String] = []) {
      self.sources = sources
      self.locale = locale
      self.preferred = preferred
      self.forbidden = forbidden
    }
  }

  /// A term's spelling or forbidden word that was found in a text.
  package struct Match {
    /// The spelling or the word, as in the glossary.
    package let source: String
    package let term: Term
    fileprivate let words: [String]
  }
  /// What to search texts for, by the first word in lower case.
  private typealias Table = [String: [Match]]

  private var spellings: [String: Table] = [:]
  /// The forbidden words of terms without a source, by locale.
  private var bans: [String: Table] = [:]
  /// The terms, in the order in which they were given.
  package private(set) var terms: [Term] = []
  /// The number of terms.
  public var count: Int { terms.count }

  /// Creates a glossary.
  package init(_ terms: [Term] = []) { for term in terms { add(term) } }

  private mutating func add(_ term: Term) {
    terms.append(term)
    for word in term.sources.isEmpty ? term.forbidden : [] { Self.add(word, of: term, to: &bans) }
    for source in term.sources { Self.add(source, of: term, to: &spellings) }
  }

  private static func add(_ source: String, of term: Term, to tables: inout [String: Table]) {
    let words = TermWords(source).words
    guard let first = words.first else { return }
    tables[LocaleName.normalized(term.locale), default: [:]][first, default: []].append(
      Match(source: source, term: term, words: words))
  }

  /// Returns the terms of a source text in a locale, each once, in the order of the text.
  package func matches(in source: String, locale: String) -> [Match] {
    matches(in: ScannedText(source), locale: locale)
  }

  /// The same for a scanned text; none without a text.
  func matches(in source: ScannedText?, locale: String) -> [Match] {
    let tables = Self.tables(in: spellings, for: locale)
    guard let source, !tables.isEmpty else { return [] }
    var seen: Set<Term> = []
    return Self.matches(in: TermWords(TextWithoutTokens(source).string), tables) { seen.insert($0.term).inserted }
  }

  /// Whether words are forbidden in every text of a locale.
  func hasBans(locale: String) -> Bool { !Self.tables(in: bans, for: locale).isEmpty }

  /// Returns the words in a text that are forbidden in its locale, each once, in the order of the text.
  func bans(in text: TermWords, locale: String) -> [Match] {
    var seen: Set<String> = []
    return Self.matches(in: text, Self.tables(in: bans, for: locale)) { seen.insert($0.source).inserted }
  }

  /// The words that a translation of a source text must not have, each once.
  ///
  /// - Parameter source: The source text; nil if only words count that no text may have.
  func forbidden(source: String?, locale: String) -> [String] {
    let ofTerms = source.map { matches(in: $0, locale: locale) } ?? []
    let ofAll = Self.tables(in: bans, for: locale).flatMap { $0.values.joined().map(\.source).sorted() }
    return (ofTerms.flatMap(\.term.forbidden) + ofAll).withoutRepeats
  }

  private static func matches(in text: TermWords, _ tables: [Table], where isNew: (Match) -> Bool) -> [Match] {
    var found: [Match] = []
    for index in text.words.indices {
      for match in tables.lazy.compactMap({ $0[text.words[index]] }).joined()
      where text.words[index...].starts(with: match.words) && isNew(match) { found.append(match) }
    }
    return found
  }

  /// The terms for a locale, the most specific first. A language's terms also apply under its other codes, such as `nb`
  /// for `no` and `zh-Hans` for `zh-CN`.
  private static func tables(in all: [String: Table], for locale: String) -> [Table] {
    let names = names(of: locale)
    let tag = LanguageTag(locale)
    let others = all.keys.filter { name in
      guard !names.contains(name), let tag, let own = LanguageTag(name) else { return false }
      return own.region == nil && own.rest.isEmpty && own.fit(for: tag) != nil
    }
    return (names + others.sorted()).compactMap { all[$0] }
  }

  /// The names under which a locale's terms are found: `zh-hans-cn`, `zh-hans` and `zh`.
  private static func names(of locale: String) -> [String] {
    var names = [LocaleName.normalized(locale)]
    while let last = names.last, let sign = last.lastIndex(of: "-") { names.append(String(last[..<sign])) }
    return names
  }
}

/// The words of a text in lower case. In a script without spaces between words each letter is a word.
struct TermWords {
  let words: [String]

  init(_ text: String) {
    var words: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for character in text.lowercased() {
      if character.isLetter, SpacelessScript.contains(character) {
        end()
        words.append(String(character))
      } else if character.isLetter || character.isNumber {
        word.append(character)
      } else {
        end()
      }
    }
    end()
    self.words = words
  }

  /// Whether a text has some words in a row.
  func contains(_ other: TermWords) -> Bool {
    guard let first = other.words.first else { return false }
    return words.indices.contains { words[$0] == first && words[$0...].starts(with: other.words) }
  }
}
