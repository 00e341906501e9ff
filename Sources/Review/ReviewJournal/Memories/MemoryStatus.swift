import Basics
import Exchange
import NStackAPI
import TranslationMemory
package import TranslationReview

/// How many entries of a memory could still be proposed for an application, and how many could not.
package struct MemoryStatus: Hashable, Sendable {
  /// The entries with a translation into one locale.
  package struct Locale: Hashable, Sendable {
    /// The locale, as the application spells it.
    package let locale: String
    /// Entries for texts of the application, at least one of which has neither a value nor a proposal.
    package fileprivate(set) var importable = 0
    /// Entries whose translation is the value or a proposal of their text.
    package fileprivate(set) var imported = 0
    /// Entries whose texts all have different translations or proposals.
    package fileprivate(set) var different = 0
    /// Entries whose source text the application does not have.
    package fileprivate(set) var unknown = 0

    /// All entries for the locale.
    package var entries: Int { importable + imported + different + unknown }
  }

  /// The name of the memory.
  package let memory: String
  /// The number of entries in all languages.
  package private(set) var entries = 0
  /// The locales of the application for which the memory has entries, in the application's order.
  package private(set) var locales: [Locale] = []

  /// Compares memories with an application.
  ///
  /// - Parameters:
  ///   - memories: The paths of files, and the names of memories in the state folder, as in ``MemoryChoice/memories``.
  ///   - reading: The languages of files that do not name them.
  ///   - profile: The profile with the state folder.
  ///   - catalog: The application.
  ///   - selection: The locales of the translations.
  ///   - sourceLocale: The locale of the source texts; nil for the application's default.
  ///   - dialog: Receives the error if a memory cannot be compared with the journal.
  /// - Throws: ``ImportError`` `export.source-language`; `SelectionError` for a locale that the application does not
  ///   have; ``MemoryError``; `SpreadsheetError` of a file that cannot be read.
  package static func of(
    _ memories: [String], reading: MemoryReading = MemoryReading(), _ profile: ReviewProfile, in catalog: Catalog,
    for selection: ReviewSelection = ReviewSelection(), sourceLocale: String? = nil, _ dialog: any ImportDialog
  ) throws -> [MemoryStatus] {
    var sources = ReviewSelection()
    sources.locales = [sourceLocale].compactMap(\.self)
    let chosen = sourceLocale == nil ? nil : try sources.languages(of: catalog).first
    let source = try SourceLanguage(chosen, of: catalog)
    let memories = try profile.memories(memories, reading, in: catalog, dialog)
    return try zip(memories, MemoryChoice.names(of: memories)).map { memory, name in
      var survey = MemorySurvey(of: catalog, source: source)
      var status = MemoryStatus(memory: name)
      try memory.read { entry in
        status.entries += 1
        survey.count(entry.unit)
      }
      status.locales = survey.locales.filter { $0.entries > 0 && selection.includes(locale: $0.locale) }
      return status
    }
  }

  private init(memory: String) { self.memory = memory }
}

/// Compares entries with the texts of an application.
private struct MemorySurvey {
  private enum State: Int {
    case unknown, different, imported, importable

    var count: WritableKeyPath<MemoryStatus.Locale, Int> {
      switch self {
      case .unknown: \.unknown
      case .different: \.different
      case .imported: \.imported
      case .importable: \.importable
      }
    }
  }

  /// The translations into one language of all texts with the same source text.
  private struct Translations {
    var isSomeMissing = false
    var values: Set<ExactText> = []
  }

  private let catalog: Catalog
  private let source: SourceLanguage
  private let tags: [LanguageTag?]
  private var questions: MemoryQuestions
  /// The keys of each source text, by the index of the source text among the questions.
  private var keys: [[Int]] = []
  /// The values and proposals for each source text in each language, filled in as they are needed.
  private var translations: [Int: Translations] = [:]
  private(set) var locales: [MemoryStatus.Locale]

  init(of catalog: Catalog, source: SourceLanguage) {
    self.catalog = catalog
    self.source = source
    tags = catalog.languages.map { LanguageTag($0.locale) }
    locales = catalog.languages.map { MemoryStatus.Locale(locale: $0.locale) }
    questions = MemoryQuestions(source: source.tag, targets: [source.tag])
    for key in catalog.keys.indices {
      let text = catalog.value(ofKeyAt: key, inLanguageAt: source.index)
      guard let place = questions.ask(for: text, inTargetAt: 0) else { continue }
      if place == keys.count { keys.append([]) }
      keys[place].append(key)
    }
  }

  mutating func count(_ unit: TranslationUnit) {
    var places: Set<Int> = []
    var sources: Set<LanguageTag> = []
    for variant in unit.variants where variant.isUsable && variant.language.fit(for: source.tag) != nil {
      sources.insert(variant.language)
      places.formUnion(questions.indices(like: variant.text))
    }
    guard !sources.isEmpty else { return }
    var states: [Int: State] = [:]
    for variant in unit.variants where variant.isUsable && sources != [variant.language] {
      for language in tags.indices where language != source.index {
        guard let tag = tags[language], variant.language.fit(for: tag) != nil else { continue }
        let state = state(of: variant.text, places, language)
        if state.rawValue > states[language]?.rawValue ?? -1 { states[language] = state }
      }
    }
    for (language, state) in states { locales[language][keyPath: state.count] += 1 }
  }

  private mutating func state(of translation: String, _ places: Set<Int>, _ language: Int) -> State {
    var state = State.unknown
    for place in places {
      let known = translations(ofTextAt: place, language)
      if known.isSomeMissing { return .importable }
      let found = known.values.contains(ExactText(translation)) ? State.imported : .different
      if found.rawValue > state.rawValue { state = found }
    }
    return state
  }

  /// The translations into one language of all keys with a source text, of which there can be thousands.
  private mutating func translations(ofTextAt place: Int, _ language: Int) -> Translations {
    let slot = place * tags.count + language
    if let known = translations[slot] { return known }
    var found = Translations()
    for key in keys[place] {
      let pending = catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language)
      if !catalog.isTranslated(keyAt: key, inLanguageAt: language), pending.isEmpty { found.isSomeMissing = true }
      found.values.insert(ExactText(catalog.value(ofKeyAt: key, inLanguageAt: language)))
      for proposal in pending { found.values.insert(ExactText(proposal.value)) }
    }
    translations[slot] = found
    return found
  }
}
