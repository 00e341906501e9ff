/// Translations from memories that an export fills in for texts that have none, by their places in a catalog.
///
/// A suggestion is not sent unless the reviewer keeps it: by `accept` under `Action`, or by editing it.
public struct SheetSuggestions: Sendable {
  /// How exactly a memory knows the source text.
  public enum Match: Hashable, Sendable {
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
  public struct Suggestion: Hashable, Sendable {
    /// The translation, as the memory has it.
    public let text: String
    /// The name of the memory.
    public let memory: String
    /// The number of the entry in the memory.
    public let entry: Int
    /// How exactly the memory knows the source text.
    public let match: Match
    /// Where the memory has the entry from; nil if the number is that of the memory itself.
    public let origin: String?
    /// The placeholders of the source text that the translation lacks.
    public let lackedPlaceholders: [String]

    /// Creates a suggestion.
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
  private var places: CatalogTexts
  private var suggestions: [Int: Suggestion] = [:]
  private var languages: Set<Int> = []

  /// Creates a set without suggestions.
  package init(of catalog: Catalog) {
    keyCount = catalog.keys.count
    places = CatalogTexts(of: catalog)
  }

  /// Adds a suggestion. One that no cell can show in full is left out.
  ///
  /// - Returns: Whether it was added.
  @discardableResult
  package mutating func insert(_ suggestion: Suggestion, forKeyAt key: Int, inLanguageAt language: Int) -> Bool {
    let hash = CellText(suggestion.text).hash
    guard hash != .tooLong, hash != .empty else { return false }
    places.insert(keyAt: key, inLanguageAt: language)
    suggestions[language * keyCount + key] = suggestion
    languages.insert(language)
    return true
  }

  /// Whether a text has a suggestion.
  func has(keyAt key: Int, inLanguageAt language: Int) -> Bool { places.contains(keyAt: key, inLanguageAt: language) }

  /// Whether a text of a language has a suggestion.
  func hasSome(inLanguageAt language: Int) -> Bool { languages.contains(language) }

  /// The suggestion for a text; nil if there is none.
  ///
  /// - Parameters:
  ///   - key: A place in the catalog's keys.
  ///   - language: A place in its languages.
  package func suggestion(forKeyAt key: Int, inLanguageAt language: Int) -> Suggestion? {
    has(keyAt: key, inLanguageAt: language) ? suggestions[language * keyCount + key] : nil
  }
}
