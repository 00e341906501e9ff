import ArgumentParser
import Basics
import ReviewJournal
import ReviewReports
import TranslationReview

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "history", "List past imports of this profile, show one, take one back, or forget old ones.",
    examples: ["history", "history undo last --dry-run"],
    subcommands: [
      ListCommand.self, ShowCommand.self, HistoryUndoCommand.self, HistoryAbandonCommand.self,
      HistoryPruneCommand.self,
    ],
    defaultSubcommand: ListCommand.self)

  struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "list", "List imports, the newest last.",
      examples: ["history list", "history list --profile staging --json"])

    @OptionGroup(title: "Connection") var profile: ProfileOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let journal = try ReviewJournal.open(path: try profile.journalPath(output), for: .reading)
      defer { journal?.close() }
      let imports = try journal?.imports() ?? []
      try output.print(
        JSONValue.members(["imports": imports.map(\.json)]), lines: { imports.map(\.line) })
      if !output.json { output.note(Counted.text(imports.count, "import")) }
    }
  }

  struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "show", "Show what an import did, with the values before and after each change.",
      discussion: """
        Each change has a number, which `history undo --only` takes. `current` is the value that was served, `before` the \
        proposal of this profile until then, and `after` what was proposed.
        """,
      examples: ["history show last --full", "history show 20260131-100000-abc --json"])

    @Argument(help: "The import's id; last for the last import that is not an undo.", completion: .imports)
    var id: String
    @Flag(help: "Show long values whole (--json always does).") var full = false
    @OptionGroup(title: "Connection") var application: ApplicationOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      try await Connection.withProfile(application, output) { profile in
        let kept = try profile.keptImport(named: id)
        let report = try profile.report(ofImport: kept.id)
        try output.print(
          report.json.with(["import": kept.id, "listed": kept.json, "values": report.valuesJSON]),
          lines: { ["import \(kept.line)"] + report.historyLines(limit: full ? .max : 200) },
          problems: { report.problemLines })
      }
    }
  }
}

struct HistoryAbandonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "abandon", "Leave an import that was cut off as it is: it is no longer unfinished.",
    discussion: """
      `status` lists the imports that were cut off, with their ids. An import that is abandoned can still be shown, and taken \
      back with `history undo`.
      """,
    examples: ["history abandon 20260131-100000-abc", "history abandon 20260131-100000-abc --profile staging"])

  @Argument(help: "The import's id.", completion: .unfinishedImports) var id: String
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    try await Connection.withProfile(connection, output) { profile in
      let kept = try await ImportSession.open(profile, TerminalDialog(output)) { try await $0.abandon(id) }
      output.note("left as it is: import \(kept.summary)")
    }
  }
}

extension KeptImport {
  private var purposeText: String {
    switch purpose {
    case .sheets: files.map(\.path).joined(separator: ", ")
    case .drafts: ([RowPlace.reviewPage] + files.map(\.path)).joined(separator: ", ")
    case .undo(let id): "undo of \(id)"
    case .deletion: "deletion of \(Counted.text(changes, "proposal"))"
    }
  }

  /// The import in a line: id, start, purpose, outcomes, and how to resume it if it is unfinished.
  var line: String {
    summary + (isComplete ? "" : "  unfinished: nstack-review import --resume-id \(id)")
  }

  var summary: String {
    let counts = outcomes.outcomeWords
    let name = Visible.text(purposeText, limit: 200)
    return "\(id)  \(UTCTime.text(startedAt))  \(name)  \(counts.isEmpty ? "nothing to send" : counts)"
      + (undoings.isEmpty ? "" : "  \(undoneWords)")
  }

  /// What undid the import, as in `undone by 20260131-100000-abc`; empty if nothing did.
  var undoneWords: String {
    guard let last = undoings.last else { return "" }
    let isWhole = undoings.contains(where: \.isWhole)
    let ids = isWhole ? [undoings.last(where: \.isWhole) ?? last] : undoings
    return "undone \(isWhole ? "" : "in part ")by \(ids.map(\.id).joined(separator: ", "))"
  }

  var json: JSONValue {
    var json = JSONValue.members(["id": id, "startedAt": UTCTime.text(startedAt)])
    if case .undo(let other) = purpose { json = json.with(["undoOf": other]) }
    if purpose == .deletion { json = json.with(["deletion": true]) }
    if purpose == .drafts { json = json.with(["drafts": true]) }
    json = json.with([
      "files": files.map(\.path), "changes": changes, "outcomes": JSONValue.counts(outcomes), "complete": isComplete,
    ])
    guard !undoings.isEmpty else { return json }
    return json.with([
      "undone": undoings.contains(where: \.isWhole) ? "whole" : "part", "undoneBy": undoings.map(\.id),
    ])
  }
}
