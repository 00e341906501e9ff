import Basics
import Exchange
import NStackAPI
import TranslationMemory
public import TranslationReview

/// How many entries of a memory an application still lacks.
public struct MemoryStatus: Hashable, Sendable {
  /// The entries with a translation into one locale.
  public struct Locale: Hashable, Sendable {
    /// The locale, as the application spells it.
    public let locale: String
    /// Entries for texts of the application, one of which has neither a value nor a proposal.
    public fileprivate(set) var importable = 0
    /// Entries whose translation is the value or a proposal of their text.
    public fileprivate(set) var imported = 0
    /// Entries whose texts are all translated or proposed otherwise.
    public fileprivate(set) var different = 0
    /// Entries whose source text the application does not have.
    public fileprivate(set) var unknown = 0

    /// All entries for the locale.
    public var entries: Int { importable + imported + different + unknown }
  }

  /// The name of the memory.
  public let memory: String
  /// The number of entries, whatever their languages.
  public private(set) var entries = 0
  /// The locales of the application for which the memory has entries, in the application's order.
  public private(set) var locales: [Locale] = []

  /// Compares files with an application.
  ///
  /// - Parameters:
  ///   - files: The paths of the files.
  ///   - catalog: The application.
  ///   - sourceLocale: The locale of the source texts; nil for the application's default.
  /// - Throws: ``ImportError`` `export.source-language`; `SelectionError` for a locale that the application does not
  ///   have; `SpreadsheetError` of a file that cannot be read.
  public static func of(files: [String], in catalog: Catalog, sourceLocale: String? = nil) throws -> [MemoryStatus] {
    var selection = ReviewSelection()
    selection.locales = [sourceLocale].compactMap(\.self)
    let chosen = sourceLocale == nil ? nil : try selection.languages(of: catalog).first
    let source = try SourceLanguage(chosen, of: catalog)
    let memories = try files.map { try MemoryFile($0, for: catalog) }
    return try zip(memories, MemoryNames.names(of: memories)).map { memory, name in
      var survey = MemorySurvey(of: catalog, source: source)
      var status = MemoryStatus(memory: name)
      try memory.read { unit, _ in
        status.entries += 1
        survey.take(unit)
      }
      status.locales = survey.locales.filter { $0.entries > 0 }
      return status
    }
  }

  private init(memory: String) {
    self.memory = memory
  }
}

/// Compares entries with the texts of an application.
private struct MemorySurvey {
  private enum State: Int {
    case unknown
    case different
    case imported
    case importable
  }

  private let catalog: Catalog
  private let source: SourceLanguage
  private let tags: [LanguageTag?]
  private var questions: MemoryQuestions
  /// The keys of each source text, by its place among the questions.
  private var keys: [[Int]] = []
  private(set) var locales: [MemoryStatus.Locale]

  init(of catalog: Catalog, source: SourceLanguage) {
    self.catalog = catalog
    self.source = source
    tags = catalog.languages.map { LanguageTag($0.locale) }
    locales = catalog.languages.map { MemoryStatus.Locale(locale: $0.locale) }
    questions = MemoryQuestions(source: source.tag, targets: [source.tag])
    for key in catalog.keys.indices {
      let text = catalog.value(ofKeyAt: key, inLanguageAt: source.place)
      guard let place = questions.ask(for: text, inTargetAt: 0) else { continue }
      if place == keys.count { keys.append([]) }
      keys[place].append(key)
    }
  }

  mutating func take(_ unit: TranslationUnit) {
    var states: [Int: State] = [:]
    for (place, text) in unit.variants.enumerated() where text.language.fit(for: source.tag) != nil {
      let keys = questions.places(like: text.text).flatMap { self.keys[$0] }
      for (other, translation) in unit.variants.enumerated()
      where other != place && translation.language != text.language {
        for language in tags.indices where language != source.place {
          guard let tag = tags[language], translation.language.fit(for: tag) != nil else { continue }
          let state = state(of: translation.text, keys, language)
          if state.rawValue > states[language]?.rawValue ?? -1 { states[language] = state }
        }
      }
    }
    for (language, state) in states {
      switch state {
      case .unknown: locales[language].unknown += 1
      case .different: locales[language].different += 1
      case .imported: locales[language].imported += 1
      case .importable: locales[language].importable += 1
      }
    }
  }

  private func state(of translation: String, _ keys: [Int], _ language: Int) -> State {
    var state = State.unknown
    for key in keys {
      let pending = catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language)
      if !catalog.isTranslated(keyAt: key, inLanguageAt: language), pending.isEmpty { return .importable }
      let values = [catalog.value(ofKeyAt: key, inLanguageAt: language)] + pending.map(\.value)
      if values.contains(where: { ExactText($0) == ExactText(translation) }) {
        state = .imported
      } else if state == .unknown {
        state = .different
      }
    }
    return state
  }
}
