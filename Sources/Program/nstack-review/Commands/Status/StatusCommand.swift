import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import ReviewReports

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "status", "Show per locale how many texts are missing, proposed, yours and reviewed.",
    discussion: """
      Also shows the address of the server, and the setting that it comes from. Names the oldest sheets that are out, who changed those in Google Drive last, the imports that were cut off, and what is new. On a terminal, a bar shows \
      how much of a locale is reviewed and translated.
      """,
    examples: [
      "status --sandbox", "status --locale da-DK --fail-under 95 --json", "status --stage staging --country it",
      "status --words --memory team.tmx --fuzzy 75",
    ])

  @OptionGroup var locales: LocaleOptions
  @Option("percent", "End with 3 if less of a locale is translated.") var failUnder: Double?
  @Flag("Also count the words to translate into each locale.") var words = false
  @Option("locale", .source, completion: .locales) var source: String?
  @OptionGroup var memories: MemoryOptions
  @OptionGroup(visibility: .rare) var drive: DriveOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require("--fail-under", failUnder, takes: "a percentage from 0 to 100", (0...100).contains)
    try require(words || memories.memory.isEmpty, "--memory needs --words, which counts what is in it.")
    try require(words || source == nil, "--source needs --words, which counts the texts of that locale.")
  }

  func run() async throws {
    _ = try memories.choice()
    let under = try await DriveSheets.with(memories.memory, drive, connection.network, output) { files in
      let choice = try memories.with(files.map(\.path)).choice()
      return try await connection.withAddress(output) { try await print($0, at: $1, choice) }
    }
    if !under.isEmpty { throw ExitStatus.findings.error }
  }

  /// Prints the status, and returns the locales below the limit.
  private func print(_ profile: ReviewProfile, at address: ServerAddress, _ memories: MemoryChoice?) async throws
    -> [CatalogStatus.Locale]
  {
    let dialog = TerminalDialog(output)
    let catalog = try await profile.readCatalog(dialog)
    let selection = locales.selection
    selection.languageLines(among: catalog.languages.map(\.locale)).forEach(output.note)
    let status = try CatalogStatus(catalog, selection: selection, signOffs: profile.signOffs(dialog))
    let rounds = profile.rounds(dialog)
    let board = SheetBoard(rounds.rounds, at: profile.date())
    let inDrive = await SheetInDrive.all(in: rounds, drive, connection.network, output)
    let unfinished = try profile.unfinishedImports()
    let under = failUnder.map { limit in status.locales.filter { $0.isTranslated(under: limit) } } ?? []
    let counts = try await counts(of: catalog, selection, profile, dialog, memories)
    let news = profile.news(of: catalog, selection, dialog)
    let json = status.json.with([
      "address": address, "sheets": board.json, "unfinishedImports": unfinished, "underLimit": under.map(\.locale),
      "sheetsInDrive": inDrive, "new": news?.json,
    ])
    try output.print(
      counts.map { json.with(["words": $0.json]) } ?? json,
      lines: {
        ["server: \(address.line)"] + Terminal.display(output).lines(of: status, limit: failUnder)
          + (counts?.lines() ?? []) + board.linesOfOldest(all: "`nstack-review sheets`") + (inDrive ?? []).map(\.line)
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
    guard words else { return nil }
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
