import Basics

extension Check {
  /// Tells of a word that no dictionary of the language, no glossary and no other text has.
  static let spelling = Check("word.spelling", .info) { text in
    guard !text.unknownWords.isEmpty else { return [] }
    return Spelling.words(of: text.scannedProposal).withoutRepeats.compactMap { word in
      text.unknownWords[word].map { near in
        let advice = near.isEmpty ? Reason.none : Reason("check.nearest", near.joined(separator: ", "))
        return CheckFinding(Reason("check.word.unknown") + advice, token: word)
      }
    }
  }
}

/// The dictionaries of a machine, and what else has words that are right.
package struct Spelling: Sendable {
  /// Returns the words that no dictionary of a locale has; nil if there is no dictionary for the locale.
  package typealias Unknown = @Sendable (_ words: Set<String>, _ locale: String) -> Set<String>?
  /// Returns the nearest words in the dictionaries.
  package typealias Nearest = @Sendable (_ words: [String], _ locale: String) -> [String: [String]]

  private let terms: Set<String>
  private let unknown: Unknown
  private let nearest: Nearest

  package init(_ glossary: Glossary?, unknown: @escaping Unknown, nearest: @escaping Nearest) {
    terms = Set((glossary?.terms ?? []).flatMap { $0.sources + $0.preferred }.flatMap { TermWords($0).words })
    (self.unknown, self.nearest) = (unknown, nearest)
  }

  /// The maximum number of words that are told, and of those with nearest words, which take dictionaries long to find.
  private static let most = (told: 500, nearest: 20)

  /// The words in new texts of a locale that nothing else has, each with the nearest ones.
  ///
  /// - Parameter texts: The texts that are live in the locale and in the source locale. What they have is no mistake of
  ///   the new ones.
  package func unknownWords(in proposals: [String], _ locale: String, beside texts: () -> [String]) -> [String:
    [String]]
  {
    let words = Set(proposals.flatMap { Self.words(of: ScannedText($0)) })
    guard !words.isEmpty, let missing = unknown(words, locale), !missing.isEmpty else { return [:] }
    var known = terms
    for text in texts() { known.formUnion(TermWords(text).words) }
    var left = missing.sorted().filter { !Self.isKnown($0, among: known) }
    if Self.compounding.contains(LocaleName.language(of: locale)) { left = notCompounded(left, locale, known) }
    left = Array(left.prefix(Self.most.told))
    let near = left.isEmpty ? [:] : nearest(Array(left.prefix(Self.most.nearest)), locale)
    return Dictionary(left.map { ($0, near[$0] ?? []) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a word, or all but an ending of it, is among the known ones.
  private static func isKnown(_ word: String, among known: Set<String>) -> Bool {
    TermWords(word).words.allSatisfy { part in
      (0...2).contains { ending in
        (ending == 0 || part.count - ending >= shortest) && known.contains(String(part.dropLast(ending)))
      }
    }
  }

  /// The languages that write a new compound as one word, which no dictionary can list.
  private static let compounding = Set("da, de, fi, fo, is, lb, nb, nl, nn, no, sv".commaSeparated)
  /// What may join the parts of a compound.
  private static let joints = ["", "s", "es", "n", "en"]
  /// From this length on the second part of a compound may be any word. A shorter one, such as `-ering`, is often an
  /// ending, so it must be among the known ones.
  private static let longSecond = 6

  /// The words that do not consist of two words that are known or in a dictionary.
  private func notCompounded(_ words: [String], _ locale: String, _ known: Set<String>) -> [String] {
    func splits(_ word: String) -> [(first: String, second: String)] {
      let letters = Array(word.lowercased())
      guard letters.count >= 2 * Self.shortest else { return [] }
      return (Self.shortest...(letters.count - Self.shortest)).flatMap { end in
        Self.joints.compactMap { joint in
          let first = String(letters[..<end])
          let isLong = end - joint.count >= Self.shortest
          return first.hasSuffix(joint) && isLong ? (String(first.dropLast(joint.count)), String(letters[end...])) : nil
        }
      }
    }
    // Nouns begin in upper case in German, and any word does in the others.
    func inDictionary(_ part: String) -> String { part.prefix(1).uppercased() + part.dropFirst() }
    let parts = words.flatMap(splits).flatMap { [inDictionary($0.first), inDictionary($0.second)] }
    guard !parts.isEmpty, let missing = unknown(Set(parts), locale) else { return words }
    return words.filter { word in
      !splits(word).contains { first, second in
        (known.contains(first) || !missing.contains(inDictionary(first)))
          && (known.contains(second) || second.count >= Self.longSecond && !missing.contains(inDictionary(second)))
      }
    }
  }

  /// A shorter word is often an abbreviation.
  private static let shortest = 4
  private static let longest = 60

  /// The words of a text to look up, without placeholders, names such as `iPhone`, abbreviations, and what stands before
  /// a hyphen, which has the form that compounds give it.
  static func words(of text: ScannedText) -> [String] {
    let characters = Array(TextWithoutTokens(text).string)
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "'’_".contains(character)
    }
    var words: [String] = []
    var index = 0
    while index < characters.count {
      let start = index
      while index < characters.count, isPart(characters[index]) { index += 1 }
      guard index > start else {
        index += 1
        continue
      }
      let neighbours = [start > 0 ? characters[start - 1] : " ", index < characters.count ? characters[index] : " "]
      let word = characters[start..<index].trimming { "'’".contains($0) }
      guard neighbours[1] != "-", !neighbours.contains("\u{FFFC}"), (shortest...longest).contains(word.count),
        word.allSatisfy({ $0.isLetter && !SpacelessScript.contains($0) || "'’".contains($0) }),
        !word.dropFirst().contains(where: \.isUppercase)
      else { continue }
      words.append(String(word.map { $0 == "’" ? "'" : $0 }))
    }
    return words
  }
}
