import ArgumentParser
import Basics
import ReviewJournal
import TranslationReview

/// `memory`: what translators already have.
struct MemoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory", abstract: "Keep translation memories under names, and compare them with the application.",
    discussion: """
      An export fills in missing texts from the same memories with --memory, and an import adds to one with --memory.

      Examples:

        nstack-review memory add acme team.tmx terms.tbx
        nstack-review memory status acme agency.xlf --json
      """,
    subcommands: [StatusCommand.self, AddCommand.self, ListCommand.self, RemoveCommand.self],
    defaultSubcommand: StatusCommand.self)

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
          nstack-review memory status acme terms.tbx --source en-GB --json
        """)

    @Argument(help: "The memories: files of translators, names, or imports for what was imported.", completion: .file())
    var memories: [String]
    @Option(name: .long, help: "The locale of the source texts (default: the application's).")
    var source: String?
    @OptionGroup var reading: MemoryReadingOptions
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        try await Connection.withProfile(connection, output) { profile in
          let dialog = TerminalDialog(output)
          let catalog = try await profile.readCatalog(dialog)
          let found = try MemoryStatus.of(
            memories, reading: reading.reading, profile, in: catalog, sourceLocale: source, dialog)
          try output.tell(.object([("memories", .array(found.map(\.json)))]), lines: { found.flatMap(\.lines) })
        }
      }
    }
  }

  /// `memory add`.
  struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add files of translators to a memory that is kept under a name.",
      discussion: """
        The first file makes the memory. An entry that the memory has already is not added again. Each file is added \
        whole or not at all. Memories with different names never mix.

        Examples:

          nstack-review memory add acme team.tmx terms.tbx
          nstack-review memory add acme words.csv --source-lang en --target-lang da
        """)

    @Argument(help: "The memory's name: letters from a to z, digits, - and _.") var name: String
    @Argument(help: "The files.", completion: .file()) var files: [String]
    @OptionGroup var reading: MemoryReadingOptions
    @OptionGroup var place: StatePlace
    @OptionGroup var output: OutputOptions

    func validate() throws {
      for file in files { try DriveSheets.refuseReading("FILES", file) }
    }

    func run() async throws {
      try await CommandRun.run(output) {
        let additions = try place.memories(output).add(
          files, to: name, reading: reading.reading, time: CalendarTime.seconds()
        ) { if !output.json { output.note($0.line) } }
        try output.tell(
          .object([("memory", .string(name)), ("files", .array(additions.map(\.json)))]), lines: { [] })
      }
    }
  }

  /// `memory list`.
  struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the memories that are kept under names.",
      discussion: """
        A memory that cannot be read is named with what to do; the exit code is 2 then.

        Examples:

          nstack-review memory list
          nstack-review memory list --json
        """)

    @OptionGroup var place: StatePlace
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        var unreadable: [Failure] = []
        let memories = try place.memories(output).list { error in
          guard let failure = Failure(error) else { throw error }
          unreadable.append(failure)
        }
        let problems = unreadable.map { "error: \($0.shownLine)" }
        try output.tell(
          .object([("memories", .array(memories.map(\.json))), ("unreadable", .array(unreadable.map(\.json)))]),
          lines: { memories.map(\.line) }, problems: { problems })
        if !output.json {
          problems.forEach(output.note)
          output.note(Counted.text(memories.count, "memory", "memories"))
        }
        if !unreadable.isEmpty { throw ExitStatus.partial.error }
      }
    }
  }

  /// `memory remove`.
  struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a memory with all its entries.",
      discussion: """
        The files that were added to it stay where they are.

        Examples:

          nstack-review memory remove acme
          nstack-review memory remove acme --sandbox
        """)

    @Argument(help: "The memory's name.") var name: String
    @OptionGroup var place: StatePlace
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        try place.memories(output).remove(name)
        try output.tell(.object([("removed", .string(name))]), lines: { [] })
        if !output.json { output.note("removed: memory \(name)") }
      }
    }
  }

  /// The flags that choose a state folder, for commands without a connection.
  struct StatePlace: ParsableArguments {
    @Flag(name: .long, help: "Use the memories of the embedded sandbox.")
    var sandbox = false
    @Option(name: .long, help: ArgumentHelp("Where the sandbox keeps its state.", valueName: "dir"))
    var sandboxDir: String?

    func memories(_ output: OutputOptions) throws -> NamedMemories {
      if !sandbox, sandboxDir == nil, SandboxVariable.isSet { output.note(SandboxVariable.reminder) }
      let folder = ConnectionOptions.stateFolder(
        usesSandbox: sandbox || sandboxDir != nil || SandboxVariable.isSet, sandboxDir: sandboxDir)
      return try NamedMemories(stateFolder: folder)
    }
  }
}
