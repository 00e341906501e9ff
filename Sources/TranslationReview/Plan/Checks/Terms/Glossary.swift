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
  struct Match {
    /// The term as the glossary spells it; nil if it is for all texts.
    let source: String?
    let term: Term
  }

  /// A spelling of a term, in words.
  private struct Spelling {
    let source: String
    let words: [String]
    let term: Term
  }

  /// The spellings by locale, and then by their first word in lower case.
  private var spellings: [String: [String: [Spelling]]] = [:]
  /// The terms without a source, by locale.
  private var everywhere: [String: [Term]] = [:]
  /// The number of terms.
  public private(set) var count = 0

  /// Creates a glossary.
  public init(_ terms: [Term] = []) {
    for term in terms { add(term) }
  }

  private mutating func add(_ term: Term) {
    let locale = LocaleName.normalized(term.locale)
    count += 1
    if term.sources.isEmpty { everywhere[locale, default: []].append(term) }
    for source in term.sources {
      let words = TermWords(source).words
      guard let first = words.first else { continue }
      spellings[locale, default: [:]][first, default: []].append(Spelling(source: source, words: words, term: term))
    }
  }

  /// Returns the terms of a source text in a locale, each once, in the order of the text.
  func matches(in source: ScannedText?, locale: String) -> [Match] {
    guard count > 0 else { return [] }
    let names = [LocaleName.normalized(locale), LocaleName.language(of: locale)].withoutRepeats
    var found = names.flatMap { everywhere[$0] ?? [] }.map { Match(source: nil, term: $0) }
    let tables = names.compactMap { spellings[$0] }
    guard let source, !tables.isEmpty else { return found }
    let words = TermWords(TextWithoutTokens(source).string).words
    var seen: Set<Term> = []
    for index in words.indices {
      for spelling in tables.lazy.compactMap({ $0[words[index]] }).joined()
      where words[index...].starts(with: spelling.words) && seen.insert(spelling.term).inserted {
        found.append(Match(source: spelling.source, term: spelling.term))
      }
    }
    return found
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
