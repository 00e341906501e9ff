import Basics

/// The words that translations must use, and must not use, for terms of the source text.
public struct Glossary: Sendable {
  /// A term with its words in one locale.
  public struct Term: Hashable, Sendable {
    /// The spellings of the term in the source text, such as `account` and `accounts`. Empty for words that no text of
    /// the locale may have.
    public let sources: [String]
    /// The locale, in any spelling. Without a region, it stands for all locales of its language.
    public let locale: String
    /// The words for the term; one of them is enough.
    public let preferred: [String]
    /// The words that must not be used for the term.
    public let forbidden: [String]

    /// Creates a term from its fields.
    public init(sources: [String], locale: String, preferred: [String], forbidden: [String] = []) {
      self.sources = sources
      self.locale = locale
      self.preferred = preferred
      self.forbidden = forbidden
    }
  }

  /// A term that a source text has.
  package struct Match {
    /// The term as the glossary spells it.
    package let source: String
    package let term: Term
  }

  /// A word that no text of a locale may have.
  struct Ban {
    let word: String
    let term: Term
    fileprivate let words: [String]
  }

  /// A spelling of a term, in words.
  private struct Spelling {
    let source: String
    let words: [String]
    let term: Term
  }

  /// The spellings by locale, and then by their first word in lower case.
  private var spellings: [String: [String: [Spelling]]] = [:]
  /// The forbidden words of terms without a source, by locale, and then by their first word in lower case.
  private var bans: [String: [String: [Ban]]] = [:]
  /// The number of terms.
  public private(set) var count = 0

  /// Creates a glossary.
  public init(_ terms: [Term] = []) {
    for term in terms { add(term) }
  }

  private mutating func add(_ term: Term) {
    let locale = LocaleName.normalized(term.locale)
    count += 1
    for word in term.sources.isEmpty ? term.forbidden : [] {
      let words = TermWords(word).words
      guard let first = words.first else { continue }
      bans[locale, default: [:]][first, default: []].append(Ban(word: word, term: term, words: words))
    }
    for source in term.sources {
      let words = TermWords(source).words
      guard let first = words.first else { continue }
      spellings[locale, default: [:]][first, default: []].append(Spelling(source: source, words: words, term: term))
    }
  }

  /// Returns the terms of a source text in a locale, each once, in the order of the text.
  package func matches(in source: String, locale: String) -> [Match] {
    matches(in: ScannedText(source), locale: locale)
  }

  /// The same for a text that was scanned already; none without a text.
  func matches(in source: ScannedText?, locale: String) -> [Match] {
    let tables = Self.tables(in: spellings, for: locale)
    guard let source, !tables.isEmpty else { return [] }
    let words = TermWords(TextWithoutTokens(source).string).words
    var found: [Match] = []
    var seen: Set<Term> = []
    for index in words.indices {
      for spelling in tables.lazy.compactMap({ $0[words[index]] }).joined()
      where words[index...].starts(with: spelling.words) && seen.insert(spelling.term).inserted {
        found.append(Match(source: spelling.source, term: spelling.term))
      }
    }
    return found
  }

  /// Whether words are forbidden in every text of a locale.
  func hasBans(locale: String) -> Bool { !Self.tables(in: bans, for: locale).isEmpty }

  /// Returns the words that no text of a locale may have and this text has, each once, in the order of the text.
  func bans(in text: TermWords, locale: String) -> [Ban] {
    let tables = Self.tables(in: bans, for: locale)
    var found: [Ban] = []
    var seen: Set<String> = []
    for index in text.words.indices {
      for ban in tables.lazy.compactMap({ $0[text.words[index]] }).joined()
      where text.words[index...].starts(with: ban.words) && seen.insert(ban.word).inserted {
        found.append(ban)
      }
    }
    return found
  }

  /// The terms for a locale, those for itself first. Terms for a whole language serve all spellings of it, such as `nb`
  /// for `no` and `zh-Hans` for `zh-CN`.
  private static func tables<Table>(in all: [String: Table], for locale: String) -> [Table] {
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
