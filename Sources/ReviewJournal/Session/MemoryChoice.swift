import TranslationMemory
import TranslationReview

/// The memories from which an export fills in texts without a translation.
///
/// ```swift
/// var job = try ExportJob(to: .file("review.xlsx"))
/// job.memories = MemoryChoice(files: ["team.tmx", "agency.xlf"], threshold: 85)
/// let sheet = try await job.run(profile, dialog)
/// for counts in sheet.suggestionCounts { print(counts.memory, counts.total) }
/// ```
public struct MemoryChoice: Sendable {
  /// The lowest scores of similar texts that can be asked for.
  public static let thresholds = FuzzyIndex.scores

  /// The paths of the files. Of equal matches, that of the file named first is offered.
  public var files: [String]
  /// Whether what this profile's imports proposed for the application is searched too, after the files. Imports that were
  /// undone do not count.
  public var includesImports = false
  /// The lowest score of similar source texts, in per cent; nil if only the same texts count. A number outside of
  /// ``thresholds`` counts as the nearest in it.
  public var threshold: Int?

  /// The name of what this profile's imports proposed, as a memory.
  public static let imports = ImportMemory.reservedName

  /// Creates a choice of files.
  public init(files: [String], includesImports: Bool = false, threshold: Int? = nil) {
    self.files = files
    self.includesImports = includesImports
    self.threshold = threshold
  }

  /// The suggestions for the missing texts of a sheet. The memories are read at the same time.
  ///
  /// - Throws: ``ImportError`` `export.source-language`; `SpreadsheetError` of the first file that cannot be read;
  ///   `JournalError`.
  func suggestions(for sheet: ReviewSheet, of profile: ReviewProfile) async throws -> SheetSuggestions {
    let files = try files.map { try MemoryFile($0, for: sheet.catalog) }
    var names = MemoryNames.names(of: files)
    var memories: [any SearchableMemory] = files
    let source = try SourceLanguage(sheet.sourceLanguage, of: sheet.catalog)
    if includesImports {
      names.append(Self.imports)
      memories.append(try ImportMemory(of: profile, in: sheet.catalog, from: source))
    }
    let texts = MissingTexts(of: sheet, from: source)
    let answers = try await MemorySearch.answers(
      to: texts.questions, in: memories,
      threshold: threshold.map { min(max($0, Self.thresholds.lowerBound), Self.thresholds.upperBound) })
    var suggestions = SheetSuggestions(of: sheet.catalog)
    for place in texts.places {
      guard let match = answers.match(for: place.text, inTargetAt: place.target) else { continue }
      suggestions.insert(
        SheetSuggestions.Suggestion(
          text: match.text, memory: names[match.memory], entry: match.number,
          match: SheetSuggestions.Match(match.exactness), lackedPlaceholders: match.lackedPlaceholders),
        forKeyAt: place.key, inLanguageAt: place.language)
    }
    return suggestions
  }
}

/// The names that people see for memories.
enum MemoryNames {
  /// The names of files without their folders, or their paths if two have the same name.
  static func names(of files: [MemoryFile]) -> [String] {
    let counts = Dictionary(grouping: files, by: \.name).mapValues(\.count)
    return files.map { counts[$0.name] == 1 ? $0.name : $0.path }
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
