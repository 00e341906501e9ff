import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import ReviewReports
import TranslationReview

/// `history`: the imports in this profile's journal.
struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List past imports of this profile, show one, take one back, or forget old ones.",
    discussion: """
      Examples:

        nstack-review history
        nstack-review history undo last --dry-run
      """,
    subcommands: [ListCommand.self, ShowCommand.self, HistoryUndoCommand.self, AbandonCommand.self, PruneCommand.self],
    defaultSubcommand: ListCommand.self)

  /// `history list`.
  struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List imports, the newest last.",
      discussion: """
        Examples:

          nstack-review history list
          nstack-review history list --profile staging --json
        """)

    @OptionGroup var place: JournalOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        let journal = try ReviewJournal.open(path: try place.journalPath(output), for: .reading)
        defer { journal?.close() }
        let imports = try journal?.imports() ?? []
        try output.tell(
          JSONValue.object([("imports", .array(imports.map(\.json)))]), lines: { imports.map(\.line) })
        if !output.json { output.note(Counted.text(imports.count, "import")) }
      }
    }
  }

  /// `history show`.
  struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show what an import did, with the values before and after each change.",
      discussion: """
        Each change has a number, which `history undo --only` takes. `current` is the value that was served, `before` the \
        proposal of this profile until then, and `after` what was proposed.

        Examples:

          nstack-review history show last --full
          nstack-review history show 20260131-100000-abc --json
        """)

    @Argument(help: "The import's id; last for the last import that is not an undo.") var id: String
    @Flag(name: .long, help: "Show long values whole (--json always does).") var full = false
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        try await Connection.withProfile(place, output) { profile in
          let kept = try profile.keptImport(named: id)
          let report = try profile.report(ofImport: kept.id)
          try output.tell(
            report.json.adding("import", .string(kept.id)).adding("listed", kept.json).adding(
              "values", report.valuesJSON),
            lines: { ["import \(kept.line)"] + report.historyLines(limit: full ? .max : 200) },
            problems: { report.problemLines })
        }
      }
    }
  }
}
