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
      discussion:
        "Only those that went to the application, platform and server of the settings; the others are counted.",
      examples: ["history list", "history list --author Anna", "history list --profile staging --json"])

    @Option("name", "Only imports of sheets in which this person wrote; part of the name is enough.") var author:
      String?
    @OptionGroup var application: ApplicationOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await application.withProfile(output) { profile in
        let (all, others) = try profile.importsOfServer()
        let imports = all.filter { kept in
          author.map { name in kept.authors.contains { $0.lowercased().contains(name.lowercased()) } } ?? true
        }
        try output.print(["imports": imports, "otherImports": others], lines: { imports.map(\.line) })
        guard !output.json else { return }
        output.note(Counted.text(imports.count, "import"))
        if others > 0 {
          output.note(
            "\(Counted.being(others, "import")) of another application or server; to list them, use the --profile, "
              + "--base-url or NSTACK_STAGE that they were made with")
        }
      }
    }
  }

  struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "show", "Show what an import did, with the values before and after each change.",
      discussion: """
        Each change has a number, which `history undo --only` takes. `current` is the value that was served, `before` the \
        proposal of this profile until then, and `after` what was proposed.
        """, examples: ["history show last --show all", "history show 20260131-100000-abc --json"])

    @Argument(help: "The import's id, or last.", completion: .imports) var id: String
    @Option("values", "Long values cut short, or whole as in --json.") var show = Values.short
    @OptionGroup var application: ApplicationOptions
    @OptionGroup var output: OutputOptions

    enum Values: String, CaseIterable, ExpressibleByArgument, Sendable { case short, all }

    func run() async throws {
      try await application.withProfile(output) { profile in
        let kept = try profile.keptImport(named: id)
        let report = try profile.report(ofImport: kept.id)
        try output.print(
          report.json.with(["import": kept.id, "listed": kept.json, "values": report.valuesJSON]),
          lines: { ["import \(kept.line)"] + report.historyLines(limit: show == .all ? .max : 200) },
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
  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await application.withProfile(output) { profile in
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
    case .undo(let id): "undo of \(share.map { "\($0) in " } ?? "")\(id)"
    case .deletion: "deletion of \(Counted.text(changes, "proposal"))"
    }
  }

  /// The import on one line: id, start, purpose, outcomes, and how to resume it if it is unfinished.
  var line: String { summary + (isComplete ? "" : "  unfinished: nstack-review import --resume \(id)") }

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
    if case .undo(let other) = purpose { json = json.with(["undoOf": other, "sheet": share]) }
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
      --sheet, --only, --locale, --section or --key it undoes only the changes that match all of these flags; with --sheet \
      and no id, those of all imports, the newest first. A text that rows of other sheets asked about too is left alone. The \
      id or the sheet says what is deleted, so --allow-delete is not needed.
      """,
    examples: [
      "history undo last --dry-run", "history undo --sheet done.csv --dry-run",
      "history undo 20260131-100000-abc --only 3,7-9 --yes",
    ])

  @Argument(help: "The import's id, or last.", completion: .imports) var id: String?
  @Option("name", "Only what this preset, agency, sheet (name, path or id) or person asked for.", completion: .sheets)
  var sheet: String?
  @Option("numbers", "Only these changes of history show, such as 3,7-9.") var only: String?
  @OptionGroup(title: "Texts") var selection: SelectionOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var deletions: DeletionOptions
  @Option("word", "Propose again, as your own, what it overrode (overridden).") var accept: Accepted?
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  enum Accepted: String, CaseIterable, ExpressibleByArgument, Sendable { case overridden }

  func validate() throws {
    try require(
      id != nil || sheet != nil, "Name the import to undo by its id, or with --sheet whose part of all imports.")
    try require(id != nil || only == nil, "--only numbers the changes of one import; name it by its id.")
    try require("--only", only, takes: "numbers from 1 on, such as 3,7-9") { NumberRanges($0) != nil }
  }

  func run() async throws {
    try await connection.withProfile(output) { profile in
      let dialog = TerminalDialog(output, isConsentGiven: consent.yes, stop: profile.stop)
      let chosen = try chosen(profile, dialog)
      var (failure, plans, sent): ((any Error)?, [ImportPlan], [String]) = (nil, [], [])
      var objects: [JSONValue] = []
      try await ImportSession.open(profile, dialog) { session in
        for (kept, share) in chosen {
          if id == nil || !kept.undoings.isEmpty {
            let rest = kept.undoings.isEmpty ? "" : " was \(kept.undoneWords): only the rest of it will be undone"
            output.note("import \(rest.isEmpty ? kept.summary : kept.id + rest)")
          }
          let choice = choice(of: kept, share)
          let collect = { (json: JSONValue) in objects.append(json.with(["undoOf": kept.id, "sheet": share?.name])) }
          do {
            if consent.dryRun {
              let plan = try await session.planUndo(
                kept.id, choosing: choice, postsOverridden: accept == .overridden, after: plans)
              plans.append(plan)
              do { try output.print(plan.changeset, maximumDeletes: deletions.maxDeletes, collect: collect) } catch {
                failure = failure ?? error
              }
              continue
            }
            let outcome = try await session.undo(
              kept.id, choosing: choice, postsOverridden: accept == .overridden, maximumDeletes: deletions.maxDeletes)
            do { try outcome.print(output, collect: collect) } catch { failure = failure ?? error }
            sent.append("\(outcome.report)")
            // An older import is not undone before the newer one.
            if outcome.report.isResumable { break }
          } catch {
            guard !sent.isEmpty, let error = Failure(error) else { throw error }
            Terminal.note("error: import \(kept.id): \(error.shownLine)")
            failure = ExitStatus.partial.error
            break
          }
        }
      }
      if chosen.isEmpty { output.note("nothing to undo: what was sent of it was undone before") }
      if output.json, id == nil || !objects.isEmpty {
        let json = id == nil ? ["imports": objects] : objects[0]
        if sent.isEmpty {
          try output.print(json, lines: { [] })
        } else if !output.printSent(
          json, summary: "the import was carried out (\(sent.joined(separator: "; ")))", lines: { [] })
        {
          throw ExitStatus.partial.error
        }
      }
      if let failure { throw failure }
    }
  }

  /// The imports to undo, each with the share of the sheet.
  private func chosen(_ profile: ReviewProfile, _ dialog: TerminalDialog) throws -> [(KeptImport, UndoShare?)] {
    let kept = try id.map { try profile.keptImport(named: $0) }
    guard let sheet else { return kept.map { [($0, nil)] } ?? [] }
    if let kept { return try profile.shares(of: sheet, in: [kept], dialog) }
    return try profile.shares(of: sheet, in: profile.importsOfSheets(), dialog).filter { kept, _ in
      !kept.undoings.contains(where: \.isWhole)
    }
  }

  private func choice(of kept: KeptImport, _ share: UndoShare?) -> UndoChoice {
    var choice = UndoChoice()
    choice.share = share
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
