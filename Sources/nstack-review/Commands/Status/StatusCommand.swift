import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import ReviewReports
import TranslationReview

/// `status`: shows the progress of each locale.
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show per locale how many texts are missing, proposed, yours and reviewed.",
    discussion: """
      Also shows the address of the server, and the setting that it comes from. Lists the last exported sheets that are out, who changed those in Google Drive last, and the imports that were cut off. On a terminal, a bar shows \
      how much of a locale is reviewed and translated.

      Examples:

        nstack-review status --sandbox
        nstack-review status --locale da-DK --fail-under 95 --json
        nstack-review status --stage staging --country it
        nstack-review status --words --memory team.tmx --fuzzy 75
      """)

  @OptionGroup var locales: LocaleOptions
  @Option(
    name: .long,
    help: ArgumentHelp(
      "End with exit code 3 if less than this percentage of a locale's texts is translated.", valueName: "percent"))
  var failUnder: Double?
  @Flag(name: .long, help: "Also count the words, characters and texts to translate into each locale.")
  var words = false
  @OptionGroup var memories: MemoryOptions
  @OptionGroup var drive: DriveOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let failUnder, !(0...100).contains(failUnder) {
      throw ValidationError("--fail-under is \(failUnder); it takes a percentage from 0 to 100.")
    }
    if !words, !memories.memory.isEmpty { throw ValidationError("--memory needs --words, which counts what is in it.") }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      let choice = try memories.choice()
      let under = try await Connection.withAddress(connection, output) { try await tell($0, at: $1, choice) }
      if !under.isEmpty { throw ExitStatus.findings.error }
    }
  }

  /// Prints the status.
  ///
  /// - Returns: The locales below the limit.
  private func tell(
    _ profile: ReviewProfile, at address: ServerAddress, _ memories: MemoryChoice?
  ) async throws -> [CatalogStatus.Locale] {
    let dialog = TerminalDialog(output)
    let catalog = try await profile.readCatalog(dialog)
    var selection = ReviewSelection()
    locales.apply(to: &selection)
    selection.languageLines(among: catalog.languages.map(\.locale)).forEach(output.note)
    let status = try CatalogStatus(catalog, selection: selection, signOffs: profile.signOffs(dialog))
    let rounds = profile.rounds(dialog)
    let inDrive = await sheetsInDrive(rounds)
    let unfinished = try profile.unfinishedImports()
    let under = failUnder.map { limit in status.locales.filter { $0.isTranslated(under: limit) } } ?? []
    let counts = try await counts(of: catalog, selection, profile, dialog, memories)
    let json = status.json.adding("address", address.json).adding("sheets", rounds.json).adding(
      "unfinishedImports", .array(unfinished.map(\.json))
    )
    .adding("underLimit", .array(under.map { .string($0.locale) }))
    .adding("sheetsInDrive", inDrive.map { .array($0.map(\.json)) } ?? .null)
    try output.tell(
      counts.map { json.adding("words", $0.json) } ?? json,
      lines: {
        ["server: \(address.line)"] + display.lines(of: status) + (counts?.lines() ?? [])
          + rounds.linesOfRecent(all: "`nstack-review sheets list`")
          + (inDrive ?? []).map(\.line) + unfinished.map { "import \($0.line)" }
      })
    for locale in under {
      let share = StatusDisplay.percent(locale.translated, of: locale.texts)
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
    let sheet = try ReviewSheet(catalog: catalog, scope: profile.scope, selection: selection)
    return try await memories?.wordCounts(of: sheet, profile, dialog) ?? WordCounts(sheet)
  }

  /// The limit as it was given.
  private var limit: String {
    let value = failUnder ?? 0
    return value == value.rounded() ? String(Int(value)) : String(value)
  }

  private var display: StatusDisplay {
    StatusDisplay(
      width: Terminal.isOutputATerminal ? Terminal.width : nil, usesColor: Terminal.usesColor(output), limit: failUnder)
  }
}
