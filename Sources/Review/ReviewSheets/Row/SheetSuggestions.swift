import TextChecks

/// Translations from memories that an export fills in for texts that have none, by their indices in a catalog.
///
/// A suggestion is not sent unless the reviewer keeps it: by `accept` under `Action`, or by editing it.
package struct SheetSuggestions: Sendable {
  /// How closely an entry's source text matches.
  package enum Match: Hashable, Sendable {
    /// The source text is the same, and the translation is for the same locale.
    case exact
    /// The source text is the same, and the translation is for another region, or for none.
    case language
    /// The source text differs in case and white space only.
    case folded
    /// The source text is similar, with a score in per cent.
    case fuzzy(Int)
  }

  /// A translation, and where it is from.
  package struct Suggestion: Hashable, Sendable {
    /// The translation in the memory.
    package let text: String
    /// The name of the memory.
    package let memory: String
    /// The number of the entry in the memory.
    package let entry: Int
    /// How closely the entry's source text matches.
    package let match: Match
    /// The entry's origin within the memory; nil if the number is the memory's own.
    package let origin: String?
    /// The placeholders of the source text that the translation lacks.
    package let lackedPlaceholders: [String]

    package init(
      text: String, memory: String, entry: Int, match: Match, origin: String? = nil, lackedPlaceholders: [String] = []
    ) {
      self.text = text
      self.memory = memory
      self.entry = entry
      self.match = match
      self.origin = origin
      self.lackedPlaceholders = lackedPlaceholders
    }
  }

  private let keyCount: Int
  private var texts: CatalogTexts
  private var suggestions: [Int: Suggestion] = [:]
  private var languages: Set<Int> = []

  /// Creates a set without suggestions.
  package init(of catalog: Catalog) {
    keyCount = catalog.keys.count
    texts = CatalogTexts(of: catalog)
  }

  /// Adds a suggestion. Suggestions that are too long for a cell or pseudo-localised are left out.
  @discardableResult package mutating func insert(
    _ suggestion: Suggestion, forKeyAt key: Int, inLanguageAt language: Int
  ) -> Bool {
    let hash = CellText(suggestion.text).hash
    guard hash != .tooLong, hash != .empty, PseudoLocalization.form(of: suggestion.text) == nil else { return false }
    texts.insert(keyAt: key, inLanguageAt: language)
    suggestions[language * keyCount + key] = suggestion
    languages.insert(language)
    return true
  }

  func has(keyAt key: Int, inLanguageAt language: Int) -> Bool { texts.contains(keyAt: key, inLanguageAt: language) }

  func hasSome(inLanguageAt language: Int) -> Bool { languages.contains(language) }

  package func suggestion(forKeyAt key: Int, inLanguageAt language: Int) -> Suggestion? {
    has(keyAt: key, inLanguageAt: language) ? suggestions[language * keyCount + key] : nil
  }
}

/// What an export writes under `Note` about a suggestion: `[Suggestion: exact match in team.tmx, entry 12]`.
enum SuggestionNote {
  private static let start = "[Suggestion: "
  private static let kinds = ["exact match", "exact match, in the language", "match apart from case and spaces"]
  private static let fuzzyKind = " % match"
  private static let lack = "; it lacks "
  private static let mostLacked = 10

  static func added(to note: String, about suggestion: SheetSuggestions.Suggestion) -> String {
    let how =
      switch suggestion.match {
      case .exact: kinds[0]
      case .language: kinds[1]
      case .folded: kinds[2]
      case .fuzzy(let score): "\(score)\(fuzzyKind)"
      }
    let lacked = suggestion.lackedPlaceholders
    let more = lacked.count > mostLacked ? " and \(lacked.count - mostLacked) more" : ""
    let warning = lacked.isEmpty ? "" : "\(lack)\(lacked.prefix(mostLacked).joined(separator: " "))\(more)"
    let origin = suggestion.origin.map { " (\($0))" } ?? ""
    let line = "\(how) in \(suggestion.memory)\(origin), entry \(suggestion.entry)\(warning)"
    let closed = closed(start, line)
    return note.isEmpty ? closed : "\(closed)\n\(note)"
  }

  /// A note without the lines about suggestions; nil if it has none. What a reviewer wrote is kept, even if it was
  /// added to such a line.
  static func removed(from note: String) -> String? { removed(from: note, start: start, isOwn) }

  /// A line that ends with the bracket that closes its first one. If brackets are not in pairs, they become round ones.
  static func closed(_ start: String, _ text: String) -> String {
    var depth = 0
    for character in text where depth >= 0 { depth += Self.depth(of: character) }
    let isPaired = depth == 0
    return start
      + String(
        text.map { character in
          if character.isNewline { return " " }
          return isPaired ? character : character == "[" ? "(" : character == "]" ? ")" : character
        }) + "]"
  }

  private static func depth(of character: Character) -> Int { character == "[" ? 1 : character == "]" ? -1 : 0 }

  /// Where the first bracket of a line is closed; nil if it is not.
  private static func end(of line: Substring) -> Substring.Index? {
    var depth = 0
    return line.indices.first { index in
      depth += Self.depth(of: line[index])
      return depth == 0
    }
  }

  /// A note without an export's lines that begin with a text; nil if it has none.
  static func removed(from note: String, start: String, _ isOwn: (Substring) -> Bool) -> String? {
    guard note.contains(start) else { return nil }
    var isFound = false
    let lines = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).compactMap { line in
      let text = line.drop(while: \.isWhitespace)
      guard text.hasPrefix(start), let end = end(of: text),
        isOwn(text[text.index(text.startIndex, offsetBy: start.count)..<end])
      else { return line }
      isFound = true
      let rest = text[text.index(after: end)...].drop(while: \.isWhitespace)
      return rest.isEmpty ? nil : rest
    }
    return isFound ? lines.joined(separator: "\n") : nil
  }

  /// Whether a text between brackets is one that an export writes, such as `exact match in team.tmx, entry 12`.
  private static func isOwn(_ text: Substring) -> Bool {
    guard let source = source(in: text) else { return false }
    let named = source.firstRange(of: lack).map { source[..<$0.lowerBound] } ?? source
    guard let comma = named.lastIndex(of: ","), comma > named.startIndex else { return false }
    let number = named[named.index(after: comma)...].split(separator: " ")
    return number.count == 2 && number[1].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// The part after the kind of match and the word "in"; nil if the text does not begin with a kind of match.
  private static func source(in text: Substring) -> Substring? {
    let score = text.prefix(3).prefix { $0.isASCII && $0.isNumber }
    for kind in [kinds[1], kinds[0], kinds[2], score + fuzzyKind] {
      let start = "\(kind) in "
      if text.hasPrefix(start) { return text.dropFirst(start.count) }
    }
    return nil
  }
}

/// What an export writes under `Note` about the faults of a text, `[Found: space.edge ("␠"): …]`, and about its source
/// text: `[Source changed: Keep the [-fresh-]{+old+} bread]`, `[Same source: login/title: Velkommen]`; and why its proposal
/// was rejected: `[Rejected: Too long.]`.
package enum FindingNote {
  private static let start = "[Found: "
  private static let sourceStart = "[Source changed: "
  private static let sameSourceStart = "[Same source: "
  private static let rejectedStart = "[Rejected: "
  private static let mostNamed = 5

  /// A note with findings before it, each of which begins with the id of its check.
  package static func added(to note: String, _ findings: [String]) -> String {
    let lines = findings.prefix(mostNamed).map { SuggestionNote.closed(start, $0) }
    return (lines + (note.isEmpty ? [] : [note])).joined(separator: "\n")
  }

  /// A note with the change of the source text before it.
  static func added(to note: String, _ change: WordDiff) -> String {
    SuggestionNote.closed(sourceStart, change.marked) + (note.isEmpty ? "" : "\n\(note)")
  }

  /// A note with the texts that have the same source text before it: as many as fit a line, and how many more there are.
  static func added(to note: String, sameSource keys: [Int], name: (Int) -> String) -> String {
    let more = keys.count > mostNamed ? " +\(keys.count - mostNamed)" : ""
    return SuggestionNote.closed(sameSourceStart, keys.prefix(mostNamed).map(name).joined(separator: ", ") + more)
      + (note.isEmpty ? "" : "\n\(note)")
  }

  /// A note with the reason for which the row's proposal was rejected before it.
  static func added(to note: String, rejectedFor reason: String) -> String {
    let line = SuggestionNote.closed(rejectedStart, reason.isEmpty ? "no reason was given." : reason)
    return line + (note.isEmpty ? "" : "\n\(note)")
  }

  /// A note without these lines. The reviewer's own words are kept.
  static func removed(from note: String) -> String {
    let note = [sourceStart, sameSourceStart, rejectedStart].reduce(PluralNotes.removed(from: note)) { note, start in
      SuggestionNote.removed(from: note, start: start) { _ in true } ?? note
    }
    return SuggestionNote.removed(from: note, start: start) { text in
      let id = text.prefix { $0 != ":" && $0 != " " }.split(separator: ".", omittingEmptySubsequences: false)
      return id.count == 2 && id.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCII) }
    } ?? note
  }
}
