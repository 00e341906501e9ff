import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// `history`: the imports in this profile's journal.
struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List past imports of this profile, show one, take one back, or forget old ones.",
    discussion: """
      Examples:

        nstack-review history
        nstack-review history undo 20260131-100000-abc --dry-run
      """,
    subcommands: [ListCommand.self, ShowCommand.self, UndoCommand.self, AbandonCommand.self, PruneCommand.self],
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

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        try await Connection.withProfile(connection, output) { profile in
          let imports = try profile.imports()
          try output.tell(
            JSONValue.object([("imports", .array(imports.map(\.json)))]), lines: { imports.map(\.line) })
          if !output.json { output.note(Counted.text(imports.count, "import")) }
        }
      }
    }
  }

  /// `history show`.
  struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show what an import did, row by row.",
      discussion: """
        Examples:

          nstack-review history show 20260131-100000-abc
          nstack-review history show 20260131-100000-abc --json
        """)

    @Argument(help: "The import's id.") var id: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        try await Connection.withProfile(connection, output) { profile in
          let report = try profile.report(ofImport: id)
          try output.tell(report.json, lines: { report.lines() }, problems: { report.problemLines })
        }
      }
    }
  }

  /// `history undo`.
  struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo",
      abstract: "Take back what an import did: delete its proposals, propose again what it overrode or deleted.",
      discussion: """
        What changed on the server since is in conflict, and is left alone. Taking an import back is an import itself: it \
        asks, is written to the journal and is verified.

        Examples:

          nstack-review history undo 20260131-100000-abc --dry-run
          nstack-review history undo 20260131-100000-abc --yes
        """)

    @Argument(help: "The import's id.") var id: String
    @Flag(name: .long, help: "Send without asking.") var yes = false
    @Flag(name: .long, help: "Only show the plan.") var dryRun = false
    @Flag(
      name: .long,
      help: "Propose again what the import overrode; these are then this profile's own proposals.")
    var postOverridden = false
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        try await Connection.withProfile(connection, output) { profile in
          let dialog = TerminalDialog(output, isConsentGiven: yes, stop: profile.stop)
          try await ImportSession.open(profile, dialog) { session in
            if dryRun {
              let plan = try await session.planUndo(id, postsOverridden: postOverridden)
              return try DiffCommand.tell(plan.changeset, output)
            }
            try await session.undo(id, postsOverridden: postOverridden).tell(output)
          }
        }
      }
    }
  }
}
