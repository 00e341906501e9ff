import Basics
import NStackAPI
public import ReviewReports
import TranslationMemory
public import TranslationReview

/// The memories from which an export fills in texts without a translation.
///
/// ```swift
/// var job = try ExportJob(to: .file("review.xlsx"))
/// job.memories = MemoryChoice(["acme", "agency.xlf"], threshold: 85)
/// let sheet = try await job.run(profile, dialog)
/// for counts in sheet.suggestionCounts { print(counts.memory, counts.total) }
/// ```
public struct MemoryChoice: Sendable {
  /// The lowest scores of similar texts that can be asked for.
  public static let thresholds = FuzzyIndex.scores

  /// The paths of files, and the names of memories in the state folder. ``imports`` is the name of what this profile's
  /// imports proposed for the application; imports that were undone do not count. Of equal matches, that of the memory
  /// named first is offered.
  public var memories: [String]
  /// What the files do not say.
  public var reading = MemoryReading()
  /// The lowest score of similar source texts, in per cent; nil if only the same texts count. A number outside of
  /// ``thresholds`` counts as the nearest in it.
  public var threshold: Int?

  /// The name of what this profile's imports proposed, as a memory.
  public static let imports = MemoryFolder.reservedName

  /// Creates a choice of files and names.
  public init(_ memories: [String], threshold: Int? = nil) {
    self.memories = memories
    self.threshold = threshold
  }

  /// The suggestions for the missing texts of a sheet. The memories are read at the same time.
  ///
  /// - Throws: ``ImportError`` `export.source-language`; ``MemoryError``; `SpreadsheetError` of the first file that cannot
  ///   be read; `JournalError`.
  func suggestions(
    for sheet: ReviewSheet, of profile: ReviewProfile, _ dialog: any ImportDialog
  ) async throws -> SheetSuggestions {
    try await suggestions(for: sheet, of: profile, dialog, includesChanged: false)
  }

  /// Counts the words of a sheet's texts, and those apart that the memories know. The memories are read at the same time.
  ///
  /// - Throws: ``ImportError`` `export.source-language`; ``MemoryError``; `SpreadsheetError` of the first file that cannot
  ///   be read; `JournalError`.
  public func wordCounts(
    of sheet: ReviewSheet, _ profile: ReviewProfile, _ dialog: any ImportDialog
  ) async throws -> WordCounts {
    let suggestions = try await suggestions(for: sheet, of: profile, dialog, includesChanged: true)
    return WordCounts(sheet, matching: suggestions, threshold: lowestScore)
  }

  /// The threshold, within ``thresholds``.
  private var lowestScore: Int? {
    threshold.map { min(max($0, Self.thresholds.lowerBound), Self.thresholds.upperBound) }
  }

  private func suggestions(
    for sheet: ReviewSheet, of profile: ReviewProfile, _ dialog: any ImportDialog, includesChanged: Bool
  ) async throws -> SheetSuggestions {
    let source = try SourceLanguage(sheet.sourceLanguage, of: sheet.catalog)
    let memories = try profile.memories(self.memories, reading, in: sheet.catalog, dialog)
    let names = MemoryNames.names(of: memories)
    let texts = MissingTexts(of: sheet, from: source, includesChanged: includesChanged)
    let answers = try await MemorySearch.answers(to: texts.questions, in: memories, threshold: lowestScore)
    var suggestions = SheetSuggestions(of: sheet.catalog)
    for place in texts.places {
      guard let match = answers.match(for: place.text, inTargetAt: place.target) else { continue }
      suggestions.insert(
        SheetSuggestions.Suggestion(
          text: match.text, memory: names[match.memory], entry: match.number,
          match: SheetSuggestions.Match(match.exactness), origin: match.origin,
          lackedPlaceholders: match.lackedPlaceholders),
        forKeyAt: place.key, inLanguageAt: place.language)
    }
    return suggestions
  }
}

extension SheetSuggestions.Match {
  init(_ exactness: MatchExactness) {
    self =
      switch exactness {
      case .locale: .exact
      case .language: .language
      case .folded: .folded
      case .fuzzy(let score): .fuzzy(score)
      }
  }
}
