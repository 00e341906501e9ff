import ArgumentParser
import Basics
import ReviewJournal
import TranslationReview

/// `memory`: what translators already have.
struct MemoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory", abstract: "Compare translation memories with the application.",
    discussion: """
      An export fills in missing texts from the same files with --memory.

      Examples:

        nstack-review memory status team.tmx
        nstack-review memory status team.tmx agency.xlf --json
      """,
    subcommands: [StatusCommand.self], defaultSubcommand: StatusCommand.self)

  /// `memory status`.
  struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Count per locale which entries of a memory the application lacks.",
      discussion: """
        An entry is importable if a text with its source text has neither a value nor a proposal. It is imported if its \
        translation is the value or a proposal already, different if the text is translated otherwise, and unknown if \
        no text has its source text.

        Examples:

          nstack-review memory status team.tmx
          nstack-review memory status terms.tbx --source en-GB --json
        """)

    @Argument(help: "The files: phrasebooks, TMX, TBX, XLIFF, PO, glossaries and earlier sheets.") var files: [String]
    @Option(name: .long, help: "The locale of the source texts (default: the application's).")
    var source: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        try await Connection.withProfile(connection, output) { profile in
          let catalog = try await profile.readCatalog(TerminalDialog(output))
          let memories = try MemoryStatus.of(files: files, in: catalog, sourceLocale: source)
          try output.tell(
            .object([("memories", .array(memories.map(\.json)))]), lines: { memories.flatMap(\.lines) })
        }
      }
    }
  }
}
