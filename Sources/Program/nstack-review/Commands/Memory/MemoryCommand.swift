import ArgumentParser
import Basics
import ReviewJournal
import TranslationReview

struct MemoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "memory", "Keep translation memories under names.",
    discussion:
      "With --memory, an export fills in missing texts from them, an import adds to one, and status compares them.",
    examples: ["memory add acme team.tmx terms.tbx", "memory list"],
    subcommands: [AddCommand.self, ListCommand.self, RemoveCommand.self], defaultSubcommand: ListCommand.self)

  struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "add", "Add files of translators to a memory that is kept under a name.",
      discussion: """
        The first file makes the memory. An entry that the memory has already is not added again. Each file is added \
        whole or not at all. Memories with different names never mix. `drive list --memory NAME` counts beforehand.
        """,
      examples: [
        "memory add acme team.tmx terms.tbx", "memory add acme words.csv --source-lang en --target-lang da",
        "memory add acme drive:0FolderId/ App/Resources --source-lang en",
      ])

    @Argument(help: "The memory's name, of a to z, digits, - and _.", completion: .memories) var name: String
    @Argument(help: "Files, folders of an app's texts, or drive:ID.", completion: .file()) var files: [String]
    @OptionGroup var reading: MemoryReadingOptions
    @OptionGroup var state: StateOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let memories = try state.memories(output)
      try NamedMemories.check(name)
      try await DriveSheets.with(files, output) { files in
        let addresses = Dictionary(files.map { ($0.path, $0.address ?? $0.path) }) { first, _ in first }
        var added: [JSONValue] = []
        try memories.add(
          files.map(\.path), to: name, reading: reading.reading, time: EnvironmentVariables.time(),
          remark: { output.warn(["\($0)"]) }
        ) { file in
          let address = addresses[file.file] ?? file.file
          added.append(file.json(named: address))
          if !output.json { output.note(file.line(named: address)) }
        }
        try output.print(["memory": name, "files": added], lines: { [] })
      }
    }
  }

  struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "list", "List the memories that are kept under names.",
      discussion: "If a memory cannot be read, the list says what to do, and the exit code is 2.",
      examples: ["memory list", "memory list --json"])

    @OptionGroup var state: StateOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      var unreadable: [Failure] = []
      let memories = try state.memories(output).list { error in
        guard let failure = Failure(error) else { throw error }
        unreadable.append(failure)
      }
      let problems = unreadable.map { "error: \($0.shownLine)" }
      try output.print(
        ["memories": memories, "unreadable": unreadable], lines: { memories.map(\.line) }, problems: { problems })
      if !output.json {
        problems.forEach(output.note)
        output.note(Counted.text(memories.count, "memory", "memories"))
      }
      if !unreadable.isEmpty { throw ExitStatus.partial.error }
    }
  }

  struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "remove", "Remove a memory with all its entries.",
      discussion: "The files that were added to it stay where they are.",
      examples: ["memory remove acme", "memory remove acme --sandbox"])

    @Argument(help: "The memory's name.", completion: .memories) var name: String
    @OptionGroup var state: StateOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try state.memories(output).remove(name)
      try output.print(["removed": name], lines: { [] })
      if !output.json { output.note("removed: memory \(name)") }
    }
  }
}

extension StateOptions {
  func memories(_ output: OutputOptions) throws -> NamedMemories {
    remindOfSandbox(output)
    return try NamedMemories(stateFolder: folder)
  }
}

extension ReviewSheet.SuggestionCounts: JSONConvertible {
  var line: String {
    let parts = [
      (exact, "exact"), (language, "exact in the language"), (folded, "apart from case and spaces"), (fuzzy, "similar"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(Counted.text(total, "suggestion")) from \(memory): \(parts.joined(separator: ", "))"
  }

  var json: JSONValue {
    ["memory": memory, "suggestions": total, "exact": exact, "language": language, "folded": folded, "fuzzy": fuzzy]
  }
}

extension NamedMemories.Addition {
  func line(named name: String) -> String {
    let known = known == 0 ? "" : ", \(self.known) already known"
    return "\(Visible.path(name)): \(Counted.text(added, "entry", "entries")) added\(known)"
  }

  func json(named name: String) -> JSONValue { ["file": name, "added": added, "known": known] }
}

extension NamedMemories.Listing: JSONConvertible {
  var line: String {
    var parts = [Counted.text(entries, "entry", "entries")]
    if fromImports > 0 { parts.append("\(fromImports) from imports") }
    if !files.isEmpty { parts.append(files.joined(separator: ", ")) }
    return "\(name)  \(parts.joined(separator: "; "))"
  }

  var json: JSONValue {
    ["memory": name, "entries": entries, "fromImports": fromImports, "files": files, "bytes": bytes]
  }
}
