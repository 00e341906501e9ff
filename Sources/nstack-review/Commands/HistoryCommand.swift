import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// `history`: the imports of this profile, as its journal holds them.
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
        try await Connection.withConnection(connection, output) { connection in
          let imports = try JournalPlace.openForReading(connection)?.imports() ?? []
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
        try await Connection.withConnection(connection, output) { connection in
          guard let journal = try JournalPlace.openForReading(connection) else {
            throw JournalError(.unknownImport, "The journal knows no import \"\(id)\".")
          }
          let (record, entries) = try journal.record(ofImport: id)
          let report = SubmissionReport(record, entries)
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
        try await Connection.withConnection(connection, output) { connection in
          let journal = try JournalPlace.openForImport(connection)
          defer { journal.close() }
          let run = ImportRun(connection: connection, output: output, journal: journal)
          let (record, entries) = try journal.record(ofImport: id)
          try JournalPlace.check(try journal.keptImport(withID: id), isOf: connection, for: "undo")
          try await run.waitForDoubts()
          var options = SubmissionOptions()
          options.concurrency = connection.concurrency
          options.allowsDelete = true
          let begun = options.clock.now()
          let list = try await connection.client.proposalList(state: .unaccepted)
          output.warn(of: list.unread)
          let changeset = UndoPlan.changeset(
            undoing: record, entries, against: list.proposals, readAt: begun, postsOverridden: postOverridden,
            phrases: .flags)
          if dryRun { return try DiffCommand.tell(changeset, output) }
          try consent(to: changeset)
          let report = try await run.submit(
            changeset, options, identity: PlanIdentity(text: "undo-\(id)"), purpose: .undo(of: id))
          try run.tell(report)
        }
      }
    }

    private func consent(to changeset: Changeset) throws {
      guard !changeset.changes.isEmpty, !yes else { return }
      guard Terminal.canAsk else {
        throw Failure.usage(
          "usage.consent",
          "the plan has \(Counted.text(changeset.changes.count, "change")) and there is no terminal to ask on.",
          hint: "Look at it with --dry-run, then add --yes.")
      }
      for line in changeset.lines() { Terminal.note(line) }
      guard Terminal.confirm("Take back that import: \(changeset.callsLine)?") else {
        throw Failure.usage("import.declined", "Nothing was sent.")
      }
    }
  }
}
