import ArgumentParser
import ReviewJournal
import TranslationReview

/// Which texts an export or a review has, and what it shows beside them.
struct TextChoiceOptions: TitledFlags {
  static let title = "Texts"

  @Option("locale", .source, completion: .locales) var source: String?
  @Option("state", "Only texts missing, translated, proposed, mine, unreviewed, failing or changed.") var only:
    [String] = []
  @Option("sheet", "Only what changed since this earlier sheet.", completion: .sheets) var since: String?
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var memories: MemoryOptions
  @OptionGroup var context: ContextOptions

  /// Whether to leave out texts that a reviewer signed off and that did not change since.
  var leavesOutReviewed: Bool { only.separated.contains("unreviewed") }

  /// Whether to leave out texts without errors or warnings.
  var choosesFailing: Bool { only.separated.contains("failing") }

  func chosen() throws -> ReviewSelection {
    var chosen = selection.selection
    chosen.states = try states()
    return chosen
  }

  func extras(_ csv: CSVOptions) throws -> ReviewSheet.Extras {
    var extras = ReviewSheet.Extras()
    extras.sourceLocale = source
    extras.contexts = try context.contexts()
    extras.previous = try since.map { try PreviousSheet(path: $0, csv: csv.reading()) }
    return extras
  }

  /// The states, which are combined with "or"; `unreviewed`, `failing` and `changed` exclude texts.
  private func states() throws -> Set<ReviewSelection.State> {
    let states = ReviewSelection.State.allCases.map(\.rawValue)
    let words = try only.words(among: states + ["unreviewed", "failing", "changed"])
    guard words["changed"] == nil || since != nil else {
      throw Failure.usage(.only, "--only changed needs --since and the earlier sheet to compare with.")
    }
    return Set(words.keys.compactMap(ReviewSelection.State.init))
  }
}

struct LocaleOptions: TitledFlags {
  static let title = "Texts"

  @Option("locale", "Only these: da-DK,de-DE, or da for all of Danish.", name: .shortAndLong, completion: .locales)
  var locale: [String] = []
  @Option("locale", "All locales but these.", completion: .locales) var except: [String] = []

  var selection: ReviewSelection {
    var selection = ReviewSelection()
    (selection.locales, selection.exceptions) = (locale.separated, except.separated)
    selection.takesLanguages = true
    return selection
  }

  func validate() throws {
    for (flag, values) in [("--locale", locale), ("--except", except)] {
      let isEmpty = values.contains { [$0].separated.isEmpty }
      try require(!isEmpty, "\(flag) is empty; it takes locales, such as da-DK,de-DE.")
    }
  }
}

struct SelectionOptions: ParsableArguments {
  @OptionGroup var locales: LocaleOptions
  @Option("glob", "Only sections like this, such as 'account*'.", completion: .sections) var section: [String] = []
  @Option("glob", "Only keys like this, with *, ? and […].") var key: [String] = []

  var selection: ReviewSelection {
    var selection = locales.selection
    (selection.sections, selection.keys) = (section, key)
    return selection
  }
}

extension [String] {
  /// The values of several lists with commas, without the spaces around them.
  var separated: [String] { flatMap { $0.split(separator: ",") }.map(\.trimmed).filter { !$0.isEmpty } }

  /// The words of `--only`, each with what follows its `=`; empty for a word alone.
  ///
  /// - Parameter valued: The words that may have a value.
  /// - Throws: ``Failure`` `usage.only` for an empty list, or a word that is not known.
  func words(among known: [String], valued: Set<String> = []) throws -> [String: String] {
    var words: [String: String] = [:]
    for word in isEmpty || !separated.isEmpty ? separated : [""] {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = parts.first, known.contains(name), parts.count == 1 || valued.contains(name) else {
        throw Failure.usage(
          .only, "--only does not accept \"\(word)\".", hint: "It takes \(known.joined(separator: ", ")).")
      }
      words[name] = parts.count == 1 ? "" : parts[1]
    }
    return words
  }
}

/// The words of `--only` that every command about proposals takes.
enum ProposalWord: String, CaseIterable {
  case mine, duplicate, orphaned, rejected, failing
  case sameAsCurrent = "same-as-current"
}

struct ContextOptions: ParsableArguments {
  @Option(
    "file", "Descriptions, screenshots and maximum lengths.",
    completion: .file(extensions: ["yaml", "yml", "csv", "xlsx"])) var context: String?

  func validate() throws { try requireToRead("--context", context) }
}

struct MemoryOptions: ParsableArguments {
  @Option(
    "memory", "Look missing texts up here: a file or folder, drive:ID, a name or imports.",
    completion: .memoriesAndFiles) var memory: [String] = []
  @OptionGroup(visibility: .rare) var reading: MemoryReadingOptions
  @Option("percent", "Also find texts that are similar, from 70 to 99.") var fuzzy: Int?

  func choice() throws -> MemoryChoice? {
    if let fuzzy {
      guard MemoryChoice.thresholds.contains(fuzzy) else {
        throw Failure.usage(.fuzzy, "--fuzzy is \(fuzzy); it takes a percentage from 70 to 99.")
      }
      guard !memory.isEmpty else { throw Failure.usage(.fuzzy, "--fuzzy needs --memory and the memory to search in.") }
    }
    guard !memory.isEmpty else { return nil }
    var choice = MemoryChoice(memory, threshold: fuzzy)
    choice.reading = reading.reading
    return choice
  }

  /// The same options with local files in place of those in Drive.
  func with(_ paths: [String]) -> MemoryOptions {
    var options = self
    options.memory = paths
    return options
  }
}

/// The flags for files of translators that do not name their languages.
struct MemoryReadingOptions: ParsableArguments {
  @Option("tag", "The language of source texts in files that do not name it.") var sourceLang: String?
  @Option("tag", "The language of translations in files that do not name it.") var targetLang: String?

  var reading: MemoryReading {
    var reading = MemoryReading()
    reading.sourceLanguage = sourceLang
    reading.targetLanguage = targetLang
    return reading
  }
}
