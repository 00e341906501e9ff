/// What a sheet tells its reviewers in one language: how to edit it, and what a workbook shows beside cells that are
/// selected or typed into. The headers and the words under `Action` are the same in every language.
struct SheetWords: Sendable, Equatable {
  private let words: Words

  /// The words for a table of texts in these locales: in their language if they have one, else in English.
  static func words(for locales: [String]) -> SheetWords { Words(for: locales).map(SheetWords.init) ?? english }

  /// The words whose instructions a sheet of texts in these locales has: English, and those in the texts' language.
  static func guides(for locales: [String]) -> [SheetWords] {
    let own = words(for: locales)
    return own == english ? [english] : [english, own]
  }

  static let english = SheetWords(words: .english)
  /// The words in each language but English.
  static let byLanguage = Dictionary(
    uniqueKeysWithValues: Words.languages.dropFirst().compactMap { language in
      Words(in: language).map { (language, SheetWords(words: $0)) }
    })

  var title: String { words["guide.title"] }
  var lines: [String] {
    [
      words["guide.propose"], words["guide.withdraw"].replacing("{own}", with: words["own"]), words["noteHint"],
      words["guide.placeholders"], words["guide.rows"],
    ]
  }
  var suggestions: String { words["guide.suggestions"] }
  /// What each word under `Action` means.
  var action: String { words["guide.action"] }
  var actionWithSuggestions: String { words["guide.actionWithSuggestions"] }
  /// The warning after an unknown word under `Action`.
  var otherAction: String { words["guide.otherAction"] }
  /// Where `accept` may be chosen, in a sheet without suggestions.
  var acceptAfterImport: String { words["guide.acceptAfterImport"] }
  /// Where `accept` may be chosen, in a sheet with suggestions.
  var acceptSuggestion: String { words["guide.acceptSuggestion"] }
  /// The title of the warning after a fixed cell was typed into.
  var fixedTitle: String { words["guide.fixedTitle"] }
  var fixed: String { words["guide.fixed"] }
  var isRightToLeft: Bool { words.isRightToLeft }
}
