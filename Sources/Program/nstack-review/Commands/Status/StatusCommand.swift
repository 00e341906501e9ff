import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import ReviewReports

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "status", "Show per locale how many texts are missing, proposed, mine and reviewed.",
    discussion: """
      Also shows the address of the server, and the setting that it comes from. Names the oldest sheets that are out, who changed those in Google Drive last, the imports that were cut off, and what is new. On a terminal, a bar shows \
      how much of a locale is reviewed and translated.

      With --memory, also counts which entries of memories the application lacks. An entry is importable if a text with its \
      source text has neither a value nor a proposal. It is imported if its translation is the value or a proposal already, \
      different if the text is translated otherwise, and unknown if no text has its source text.
      """,
    examples: [
      "status --sandbox", "status --locale da-DK --fail-under 95 --json", "status --memory team.tmx --memory imports",
      "status --show words --memory team.tmx --fuzzy 75",
    ])

  @OptionGroup var locales: LocaleOptions
  @Option("percent", "End with 3 if less of a locale is translated.") var failUnder: Double?
  @Option("what", "The texts of each locale, or also the words to translate.") var show = Shown.texts
  @Option("locale", .source, completion: .locales) var source: String?
  @OptionGroup var memories: MemoryOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  enum Shown: String, CaseIterable, ExpressibleByArgument, Sendable { case texts, words }

  func validate() throws {
    try require("--fail-under", failUnder, takes: "a percentage from 0 to 100", (0...100).contains)
    try require(show == .words || memories.fuzzy == nil, "--fuzzy needs --show words, which counts similar texts too.")
    try require(
      show == .words || source == nil || !memories.memory.isEmpty,
      "--source needs --show words or --memory, which count the texts of that locale.")
  }

  func run() async throws {
    _ = try memories.choice()
    let under = try await DriveSheets.with(memories.memory, output) { files in
      let choice = try memories.with(files.map(\.path)).choice()
      return try await connection.withAddress(output) { try await print($0, at: $1, choice, files) }
    }
    if !under.isEmpty { throw ExitStatus.findings.error }
  }

  /// Prints the status, and returns the locales below the limit.
  private func print(
    _ profile: ReviewProfile, at address: ServerAddress, _ choice: MemoryChoice?, _ files: [DriveSheets.File]
  ) async throws -> [CatalogStatus.Locale] {
    let dialog = TerminalDialog(output)
    let catalog = try await profile.readCatalog(dialog)
    let selection = locales.selection
    selection.languageLines(among: catalog.languages.map(\.locale)).forEach(output.note)
    let status = try CatalogStatus(catalog, selection: selection, signOffs: profile.signOffs(dialog))
    let rounds = profile.rounds(dialog)
    let board = SheetBoard(rounds.rounds, at: profile.date(), width: Terminal.boardWidth)
    let inDrive = await SheetInDrive.all(in: rounds, output)
    let unfinished = try profile.unfinishedImports()
    let under = failUnder.map { limit in status.locales.filter { $0.isTranslated(under: limit) } } ?? []
    let counts = try await counts(of: catalog, selection, profile, dialog, choice)
    // With the words, the bands say what the memories have.
    let found =
      try show == .words || files.isEmpty
      ? []
      : MemoryStatus.of(
        files.map(\.path), reading: memories.reading.reading, profile, in: catalog, for: selection,
        sourceLocale: source, dialog)
    let named = zip(files, found).map { (name: $0.address ?? $1.memory, status: $1) }
    let news = profile.news(of: catalog, selection, dialog)
    let json = status.json.with([
      "address": address, "sheets": board.json, "unfinishedImports": unfinished, "underLimit": under.map(\.locale),
      "sheetsInDrive": inDrive, "new": news?.json,
    ]).with(named.isEmpty ? [:] : ["memories": named.map { $0.status.json(named: $0.name) }])
    try output.print(
      counts.map { json.with(["words": $0.json]) } ?? json,
      lines: {
        ["server: \(address.line)"] + Terminal.display(output).lines(of: status, limit: failUnder)
          + (counts?.lines() ?? []) + named.flatMap { $0.status.lines(named: $0.name) }
          + board.linesOfOldest(all: "`nstack-review sheets`") + (inDrive ?? []).map(\.line)
          + unfinished.map { "import \($0.line)" }
          + [news].compactMap { $0.map { "\($0.line): `nstack-review proposals list --only new`" } }
      })
    for locale in under {
      let share = ReportDisplay.percent(locale.translated, of: locale.texts)
      Terminal.note(
        "error: \(locale.locale): \(share) of the texts are translated, and --fail-under asks for \(limit) %.")
    }
    return under
  }

  /// The words to translate; nil if they were not asked for.
  private func counts(
    of catalog: Catalog, _ selection: ReviewSelection, _ profile: ReviewProfile, _ dialog: TerminalDialog,
    _ memories: MemoryChoice?
  ) async throws -> WordCounts? {
    guard show == .words else { return nil }
    var extras = ReviewSheet.Extras()
    extras.sourceLocale = source
    let sheet = try ReviewSheet(catalog: catalog, scope: profile.scope, selection: selection, extras: extras)
    return try await memories?.wordCounts(of: sheet, profile, dialog) ?? WordCounts(sheet)
  }

  private var limit: String {
    let value = failUnder ?? 0
    return value == value.rounded() ? String(Int(value)) : String(value)
  }
}

extension MemoryStatus {
  func lines(named name: String) -> [String] {
    let heading = "\(Visible.path(name)): \(Counted.text(entries, "entry", "entries"))"
    guard !locales.isEmpty else { return [heading + ", none of them for a locale of the application"] }
    let width = max(6, locales.map(\.locale.count).max() ?? 0)
    func row(_ locale: String, _ cells: [String]) -> String {
      "  " + locale + String(repeating: " ", count: width - locale.count)
        + cells.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
    }
    return [heading, row("Locale", ["importable", "imported", "different", "unknown"])]
      + locales.map { row($0.locale, [$0.importable, $0.imported, $0.different, $0.unknown].map(String.init)) }
  }

  func json(named name: String) -> JSONValue {
    let counts = locales.map { locale in
      JSONValue.members([
        "locale": locale.locale, "importable": locale.importable, "imported": locale.imported,
        "different": locale.different, "unknown": locale.unknown,
      ])
    }
    return ["memory": name, "entries": entries, "locales": counts]
  }
}
