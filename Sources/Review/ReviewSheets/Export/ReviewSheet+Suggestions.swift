import NStackAPI

extension ReviewSheet {
  /// The number of suggestions in the sheet from one memory, by how closely the source texts match.
  public struct SuggestionCounts: Hashable, Sendable {
    /// The name of the memory.
    public let memory: String
    /// Suggestions for the same source text and locale.
    package fileprivate(set) var exact = 0
    /// Suggestions for the same source text, in another locale of the language.
    public fileprivate(set) var language = 0
    /// Suggestions for source texts that differ in case and white space only.
    package fileprivate(set) var folded = 0
    /// Suggestions for similar source texts.
    package fileprivate(set) var fuzzy = 0

    /// All suggestions from the memory.
    public var total: Int { exact + language + folded + fuzzy }
  }

  /// Returns the sheet with suggestions, which must be for the same catalog.
  package func offering(_ suggestions: SheetSuggestions) -> ReviewSheet {
    changed { $0.extras.suggestions = suggestions }
  }

  /// Returns the sheet with only some of its texts, and with suggestions, which must be for the same catalog.
  package func keeping(_ texts: CatalogTexts, offering suggestions: SheetSuggestions) -> ReviewSheet {
    changed { sheet in
      sheet.extras.leftOut = texts.others
      sheet.extras.suggestions = suggestions
    }
  }

  var hasSuggestions: Bool {
    if isReturned { return true }
    if let pickedRows { return pickedRows.values.contains { $0.contains { $0.base?.suggestion != nil } } }
    return extras.suggestions.map { offered in languages.contains { offered.hasSome(inLanguageAt: $0) } } ?? false
  }

  /// The number of suggestions in the sheet, by the names of their memories.
  public var suggestionCounts: [SuggestionCounts] {
    guard let suggestions = extras.suggestions else { return [] }
    var counts: [String: SuggestionCounts] = [:]
    for language in languages where suggestions.hasSome(inLanguageAt: language) {
      for key in keys {
        guard let suggestion = suggestions.suggestion(forKeyAt: key, inLanguageAt: language) else { continue }
        var count = counts[suggestion.memory] ?? SuggestionCounts(memory: suggestion.memory)
        switch suggestion.match {
        case .exact: count.exact += 1
        case .language: count.language += 1
        case .folded: count.folded += 1
        case .fuzzy: count.fuzzy += 1
        }
        counts[suggestion.memory] = count
      }
    }
    return counts.values.sorted { $0.memory < $1.memory }
  }

  /// Calls `body` with the indices of each selected text that has neither a value nor a pending proposal.
  package func forEachMissingText(_ body: (_ key: Int, _ language: Int) throws -> Void) rethrows {
    for language in languages {
      for key in keys
      where !catalog.isTranslated(keyAt: key, inLanguageAt: language)
        && rowCount(ofKeyAt: key, inLanguageAt: language) > 0
        && pendingProposals(ofKeyAt: key, inLanguageAt: language).isEmpty
      { try body(key, language) }
    }
  }
}
