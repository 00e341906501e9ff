import ArgumentParser
import Basics
import ReviewJournal
import ReviewReports

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "history", "List past imports of this profile, show one, undo one, or remove old ones.",
    examples: ["history", "history undo last --dry-run"],
    subcommands: [
      ListCommand.self, ShowCommand.self, HistoryUndoCommand.self, HistoryAbandonCommand.self, HistoryPruneCommand.self,
    ], defaultSubcommand: ListCommand.self)

  struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "list", "List imports, the newest last.",
      examples: ["history list", "history list --author Anna", "history list --profile staging --json"])

    @Option("name", "Only imports of sheets in which this person wrote; part of the name is enough.") var author:
      String?
    @OptionGroup var profile: ProfileOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let journal = try ReviewJournal.open(path: try profile.journalPath(output), for: .reading)
      defer { journal?.close() }
      let imports = try (journal?.imports() ?? []).filter { kept in
        author.map { name in kept.authors.contains { $0.lowercased().contains(name.lowercased()) } } ?? true
      }
      try output.print(["imports": imports], lines: { imports.map(\.line) })
      if !output.json { output.note(Counted.text(imports.count, "import")) }
    }
  }

  struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "show", "Show what an import did, with the values before and after each change.",
      discussion: """
        Each change has a number, which `history undo --only` takes. `current` is the value that was served, `before` the \
        proposal of this profile until then, and `after` what was proposed.
        """, examples: ["history show last --full", "history show 20260131-100000-abc --json"])

    @Argument(help: "The import's id, or last.", completion: .imports) var id: String
    @Flag("Show long values whole, as --json does.") var full = false
    @OptionGroup var application: ApplicationOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await application.withProfile(output) { profile in
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
    "abandon", "Give up an interrupted import, so that it no longer counts as unfinished.",
    discussion: """
      `status` lists the interrupted imports, with their ids. An import that was given up can still be shown, and undone \
      with `history undo`.
      """, examples: ["history abandon 20260131-100000-abc", "history abandon 20260131-100000-abc --profile staging"])

  @Argument(help: "The import's id.", completion: .unfinishedImports) var id: String
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await connection.withProfile(output) { profile in
      let kept = try await ImportSession.open(profile, TerminalDialog(output)) { try await $0.abandon(id) }
      output.note("gave up import \(kept.summary)")
    }
  }
}

extension KeptImport: JSONConvertible {
  private var purposeText: String {
    switch purpose {
    case .sheets: files.map(\.path).joined(separator: ", ")
    case .drafts: ([RowPlace.reviewPage] + files.map(\.path)).joined(separator: ", ")
    case .undo(let id): "undo of \(id)"
    case .deletion: "deletion of \(Counted.text(changes, "proposal"))"
    }
  }

  /// The import on one line: id, start, purpose, outcomes, and how to resume it if it is unfinished.
  var line: String { summary + (isComplete ? "" : "  unfinished: nstack-review import --resume-id \(id)") }

  var summary: String {
    let counts = outcomes.isEmpty ? "" : "\(Counted.text(changes, "call")): \(outcomes.outcomeWords)"
    let name = Visible.text(purposeText, limit: 200)
    let people = authors.isEmpty ? "" : "  by \(Visible.text(authors.joined(separator: ", "), limit: 200))"
    return "\(id)  \(UTCTime.text(startedAt))  \(name)\(people)  \(counts.isEmpty ? "nothing to send" : counts)"
      + (undoings.isEmpty ? "" : "  \(undoneWords)")
  }

  /// The imports that undid this one, such as `undone by 20260131-100000-abc`; empty if it was not undone.
  var undoneWords: String {
    guard let last = undoings.last else { return "" }
    let isWhole = undoings.contains(where: \.isWhole)
    let ids = isWhole ? [undoings.last(where: \.isWhole) ?? last] : undoings
    return "undone \(isWhole ? "" : "in part ")by \(ids.map(\.id).joined(separator: ", "))"
  }

  var json: JSONValue {
    var json: JSONValue = ["id": id, "startedAt": UTCTime.text(startedAt)]
    if case .undo(let other) = purpose { json = json.with(["undoOf": other]) }
    if purpose == .deletion { json = json.with(["deletion": true]) }
    if purpose == .drafts { json = json.with(["drafts": true]) }
    json = json.with([
      "files": files.map(\.path), "changes": changes, "outcomes": JSONValue.counts(outcomes), "complete": isComplete,
    ])
    if !authors.isEmpty { json = json.with(["authors": authors]) }
    guard !undoings.isEmpty else { return json }
    return json.with(["undone": undoings.contains(where: \.isWhole) ? "whole" : "part", "undoneBy": undoings.map(\.id)])
  }
}

struct HistoryUndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "undo", "Undo an import: delete its proposals, propose again what it overrode or deleted.",
    discussion: """
      What changed on the server since is in conflict, and is left alone. Undoing an import is itself an import. With \
      --only, --locale, --section or --key it undoes only the changes that match all of these flags. The id says what is \
      deleted, so --allow-delete is not needed.
      """,
    examples: [
      "history undo last --dry-run", "history undo 20260131-100000-abc --yes",
      "history undo 20260131-100000-abc --only 3,7-9 --yes",
    ])

  @Argument(help: "The import's id, or last.", completion: .imports) var id: String
  @Option("numbers", "Only these changes of history show, such as 3,7-9.") var only: String?
  @OptionGroup(title: "Texts") var selection: SelectionOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var deletions: DeletionOptions
  @Flag("Propose again, as your own, what it overrode.") var postOverridden = false
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require("--only", only, takes: "numbers from 1 on, such as 3,7-9") { NumberRanges($0) != nil }
  }

  func run() async throws {
    try await connection.withProfile(output) { profile in
      let kept = try profile.keptImport(named: id)
      if !kept.undoings.isEmpty {
        output.note("import \(kept.id) was \(kept.undoneWords): only the rest of it will be undone")
      }
      let dialog = TerminalDialog(output, isConsentGiven: consent.yes, stop: profile.stop)
      try await ImportSession.open(profile, dialog) { session in
        if consent.dryRun {
          let plan = try await session.planUndo(kept.id, choosing: choice(of: kept), postsOverridden: postOverridden)
          return try output.print(plan.changeset, maximumDeletes: deletions.maxDeletes)
        }
        let outcome = try await session.undo(
          kept.id, choosing: choice(of: kept), postsOverridden: postOverridden, maximumDeletes: deletions.maxDeletes)
        try outcome.print(output)
      }
    }
  }

  private func choice(of kept: KeptImport) -> UndoChoice {
    var choice = UndoChoice()
    choice.selection = selection.selection
    // Undo takes exact locales only.
    choice.selection.takesLanguages = false
    choice.changes = only.flatMap(NumberRanges.init)?.numbers(upTo: kept.changes) ?? []
    return choice
  }
}

/// Numbers and ranges of numbers, such as `3,7-9`.
struct NumberRanges {
  /// The ranges as they are listed, all above 0.
  let ranges: [ClosedRange<Int>]

  init?(_ text: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Digits.integer($0.utf8) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first > 0, first <= last
      else { return nil }
      ranges.append(first...last)
    }
    self.ranges = ranges
  }

  /// Returns the numbers up to the last existing one, and for each range beyond it the first number that does not
  /// exist.
  func numbers(upTo last: Int) -> Set<Int> {
    ranges.reduce(into: []) { numbers, range in
      numbers.formUnion(range.lowerBound...max(range.lowerBound, min(range.upperBound, last + 1)))
    }
  }
}

struct HistoryPruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "prune", "Remove finished imports, and free their space.",
    discussion: """
      A removed import can neither be shown nor undone, and its proposals count as another user's. Interrupted imports \
      are kept, and so are those that began after the first of them.
      """, examples: ["history prune --older-than 365 --dry-run", "history prune --keep 100 --yes"])

  @Option("days", "Remove imports that began longer ago than this.") var olderThan: Int?
  @Option("n", "Keep this many of the newest, and remove the others.") var keep: Int?
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require(olderThan != nil || keep != nil, "Say what to remove: --older-than DAYS, --keep N, or both.")
    try require("--older-than", olderThan, takes: "a number of days from 0 on") { $0 >= 0 }
    try require("--keep", keep, takes: "a number of imports from 0 on") { $0 >= 0 }
  }

  func run() async throws {
    try await application.withProfile(output) { profile in
      try await ImportSession.open(profile, TerminalDialog(output)) { session in
        let plan = try session.pruningPlan(olderThan: olderThan.map { .seconds(86_400) * $0 }, keeping: keep)
        if let unfinished = plan.unfinished {
          output.note(
            "\(Counted.being(plan.needed.count, "import")) kept, as import \(unfinished.id) is unfinished and must not undo "
              + "that work; resume it or abandon it first")
        }
        if !consent.dryRun { try requireConsent(to: plan) }
        let freed = consent.dryRun || plan.imports.isEmpty ? nil : try await session.prune(plan)
        try print(plan, freed)
      }
    }
  }

  private func print(_ plan: PruningPlan, _ freed: Int?) throws {
    let json: JSONValue = ["imports": plan.imports, "kept": plan.needed.map(\.id), "freedBytes": freed]
    let count = Counted.text(plan.imports.count, "import")
    try output.print(json, lines: { plan.imports.map(\.line) })
    guard !output.json else { return }
    output.note(freed.map { "removed: \(count); the journal is \($0) bytes smaller" } ?? "to remove: \(count)")
  }

  private func requireConsent(to plan: PruningPlan) throws {
    guard !plan.imports.isEmpty else { return }
    let count = Counted.text(plan.imports.count, "import")
    let mustAsk = try Terminal.mustAsk(
      isGiven: consent.yes, "\(count) would be removed", hint: "Look at them with --dry-run, then add --yes.",
      lines: plan.imports.map(\.line))
    guard !mustAsk || Terminal.confirm("Remove \(count)? They can then be neither shown nor undone.") else {
      throw Failure(.failure, .historyDeclined, "Nothing was removed.")
    }
  }
}
