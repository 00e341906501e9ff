import AppCatalogs
import Basics
import Exchange
import NStackAPI
package import ReviewReports
import TranslationMemory
import TranslationReview

/// The memories from which an export fills in texts without a translation.
///
/// ```swift
/// var job = try ExportJob(to: .file("review.xlsx"))
/// job.memories = MemoryChoice(["acme", "agency.xlf"], threshold: 85)
/// let sheet = try await job.run(profile, dialog)
/// for counts in sheet.suggestionCounts { print(counts.memory, counts.total) }
/// ```
public struct MemoryChoice: Sendable {
  /// The range of scores for similar texts that can be asked for.
  package static let thresholds = FuzzyIndex.scores

  /// The paths of files, the paths of folders with an app's own texts, and the names of memories in the state folder.
  /// The name `imports` stands for what this profile's imports proposed for the application, without imports that were
  /// undone. If several memories have equal matches, the first one in this list is used.
  public var memories: [String]
  /// The languages of files that do not name them.
  package var reading = MemoryReading()
  /// The lowest score of similar source texts, in per cent; nil to use equal source texts only. A number outside
  /// `thresholds` counts as the nearest one in that range.
  public var threshold: Int?

  /// Creates a choice of files and names.
  public init(_ memories: [String], threshold: Int? = nil) { (self.memories, self.threshold) = (memories, threshold) }

  /// Counts the words of a sheet's texts, with separate counts for texts that the memories know. All memories are read
  /// at the same time.
  ///
  /// - Throws: ``ImportError`` `export.source-language`; ``MemoryError``; `SpreadsheetError` of the first file that cannot
  ///   be read; `JournalError`.
  package func wordCounts(of sheet: ReviewSheet, _ profile: ReviewProfile, _ dialog: any ImportDialog) async throws
    -> WordCounts
  {
    let suggestions = try await suggestions(for: sheet, of: profile, dialog, includesChanged: true)
    return WordCounts(sheet, matching: suggestions, threshold: lowestScore)
  }

  private var lowestScore: Int? {
    threshold.map { min(max($0, Self.thresholds.lowerBound), Self.thresholds.upperBound) }
  }

  /// The suggestions for the missing texts of a sheet. All memories are read at the same time.
  ///
  /// - Parameter includesChanged: Whether to search for all texts whose words are counted, which are those that need a
  ///   translation or a review.
  /// - Throws: As ``wordCounts(of:_:_:)``.
  package func suggestions(
    for sheet: ReviewSheet, of profile: ReviewProfile, _ dialog: any ImportDialog, includesChanged: Bool = false
  ) async throws -> SheetSuggestions {
    let catalog = sheet.catalog
    let source = try SourceLanguage(sheet.sourceLanguage, of: catalog)
    let memories = try profile.memories(self.memories, reading, in: catalog, dialog)
    let names = Self.names(of: memories)
    let targets = sheet.languages.filter { $0 != source.index }.compactMap { language in
      LanguageTag(catalog.languages[language].locale).map { (language: language, tag: $0) }
    }
    let targetOfLanguage = Dictionary(uniqueKeysWithValues: targets.enumerated().map { ($1.language, $0) })
    var questions = MemoryQuestions(source: source.tag, targets: targets.map(\.tag))
    var texts: [(key: Int, language: Int, question: Int, target: Int)] = []
    func ask(key: Int, language: Int) {
      guard let target = targetOfLanguage[language],
        let question = questions.ask(for: catalog.value(ofKeyAt: key, inLanguageAt: source.index), inTargetAt: target)
      else { return }
      texts.append((key, language, question, target))
    }
    if includesChanged { sheet.forEachTextToTranslate(ask) } else { sheet.forEachMissingText(ask) }
    let answers = try await MemorySearch.answers(to: questions, in: memories, threshold: lowestScore)
    var suggestions = SheetSuggestions(of: catalog)
    for text in texts {
      guard let match = answers.match(for: text.question, inTargetAt: text.target) else { continue }
      suggestions.insert(
        SheetSuggestions.Suggestion(
          text: match.text, memory: names[match.memory], entry: match.number,
          match: SheetSuggestions.Match(match.exactness), origin: match.origin,
          lackedPlaceholders: match.lackedPlaceholders), forKeyAt: text.key, inLanguageAt: text.language)
    }
    return suggestions
  }

  /// The names of memories as people see them, made unique: `team.tmx`, `team.tmx (2)`. Folders are left out, because
  /// sheets that contain these names are sent to others.
  static func names(of memories: [any SearchableMemory]) -> [String] {
    var counts: [String: Int] = [:]
    return memories.map { memory in
      let count = counts[memory.name, default: 0] + 1
      counts[memory.name] = count
      return count == 1 ? memory.name : "\(memory.name) (\(count))"
    }
  }
}

extension SheetSuggestions.Match {
  fileprivate init(_ exactness: MatchExactness) {
    self =
      switch exactness {
      case .locale: .exact
      case .language: .language
      case .folded: .folded
      case .fuzzy(let score): .fuzzy(score)
      }
  }
}

extension ReviewProfile {
  /// Opens the memories that a person names.
  ///
  /// - Parameters:
  ///   - texts: Paths of files, names of memories in the state folder, and `imports`.
  ///   - catalog: The texts of the application, for the memory of imports and the locales of earlier review sheets.
  func memories(_ texts: [String], _ reading: MemoryReading, in catalog: Catalog, _ dialog: any ImportDialog) throws
    -> [any SearchableMemory]
  {
    var options = try reading.options()
    options.remark = { dialog.note(.memoryRemark($0)) }
    return try texts.map { text in
      if text == NamedMemories.reservedName { return try ImportMemory(of: self, in: catalog) }
      let named = try NamedMemories.isName(text) ? NamedMemories(folder: memoriesFolder ?? "") : nil
      guard let named, named.has(text) else {
        if let named, !PlainFile.exists(text) { throw named.unknown(text) }
        return SearchedFile(file: try MemoryFile(named: text, options, in: catalog))
      }
      guard !PlainFile.exists(text) else {
        throw MemoryError(
          .ambiguous, "\"\(text)\" is the name of a memory and of a file.", hint: "Write ./\(text) for the file.")
      }
      try reconcileMemory(text, dialog)
      return try StoredMemory(text, in: named, for: .reading)
    }
  }
}

extension MemoryFile {
  /// A file of translators, an earlier review sheet, or a file or folder with an app's own texts.
  ///
  /// - Parameter catalog: The application, for languages that files do not name; nil if it is not known.
  init(named path: String, _ options: UnitReadingOptions, in catalog: Catalog? = nil) throws {
    let standard = catalog?.languages.first(where: \.isDefault)?.locale
    let texts = BundledTextsCoding(defaultLocale: standard)
    if BundledTexts.isFolder(path) {
      self.init(path, texts, options: options)
    } else {
      let sheets = ReviewSheetCoding(locales: catalog?.languages.map(\.locale) ?? [], defaultLocale: standard)
      try self.init(path, options: options, others: [texts, sheets])
    }
  }
}

/// The language from which an application is translated.
struct SourceLanguage {
  let index: Int
  let tag: LanguageTag

  /// - Parameter index: The chosen language, by its index in the catalog; nil for the application's default.
  init(_ index: Int?, of catalog: Catalog) throws(ImportError) {
    guard let index = index ?? catalog.languages.firstIndex(where: \.isDefault) else {
      throw ImportError(
        .noSourceLanguage, "The application has no default language, so no memory can be searched for its source texts."
      )
    }
    let locale = catalog.languages[index].locale
    guard let tag = LanguageTag(locale) else {
      throw ImportError(
        .noSourceLanguage, "The source locale \(locale) is not a language tag, so no memory can be searched for it.")
    }
    (self.index, self.tag) = (index, tag)
  }
}
