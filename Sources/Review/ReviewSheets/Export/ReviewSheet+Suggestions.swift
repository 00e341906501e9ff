import NStackAPI

extension ReviewSheet {
  /// The number of suggestions in the sheet from each memory, by how exactly the memories know the source texts.
  public struct SuggestionCounts: Hashable, Sendable {
    /// The name of the memory.
    public let memory: String
    /// Suggestions for the same source text and locale.
    package fileprivate(set) var exact = 0
    /// Suggestions for the same source text in the language.
    public fileprivate(set) var language = 0
    /// Suggestions for source texts that differ in case and white space only.
    package fileprivate(set) var folded = 0
    /// Suggestions for similar source texts.
    package fileprivate(set) var fuzzy = 0

    /// All suggestions from the memory.
    public var total: Int { exact + language + folded + fuzzy }
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
        && catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language).isEmpty
      { try body(key, language) }
    }
  }

  /// The sheet's id, which identifies it when it comes back.
  ///
  /// - Parameter mark: See ``SheetProvenance/mark``. With a mark, the id is a hash of the mark, the scope, and the
  ///   selected keys and languages, so that the parts of one export have different ids. Without a mark, the id is also
  ///   a hash of the sheet's contents, so that the same contents have the same id.
  package func id(mark: UInt64? = nil) -> TextHash {
    var hash = scope.hash.bits ^ (mark ?? 0)
    func append(_ text: String) {
      var text = text
      hash = text.withUTF8 { xxh64($0, seed: hash) }
    }
    if let pickedRows {
      for row in languages.flatMap({ pickedRows[$0, default: []] }) {
        for column in ReviewColumn.allCases { append(row.cell(column)) }
      }
      return TextHash(bits: hash >> 14)
    }
    for key in keys {
      append(catalog.keys[key].section)
      append(catalog.keys[key].key)
    }
    for language in languages {
      append(catalog.languages[language].locale)
      // The list of languages may contain a locale twice.
      hash ^= UInt64(language)
      if mark == nil { appendValues(inLanguageAt: language, &hash) }
    }
    append(sourceLanguage.map { catalog.languages[$0].locale } ?? "")
    return TextHash(bits: hash >> 14)
  }

  private func appendValues(inLanguageAt language: Int, _ hash: inout UInt64) {
    for key in keys where rowCount(ofKeyAt: key, inLanguageAt: language) > 0 {
      hash = catalog.withUTF8(ofKeyAt: key, inLanguageAt: language) { xxh64($0, seed: hash ^ UInt64(key)) }
      for proposal in catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language) {
        for var text in ["\(proposal.id)\(proposal.canDelete)", proposal.value] {
          hash = text.withUTF8 { xxh64($0, seed: hash) }
        }
      }
    }
  }
}
