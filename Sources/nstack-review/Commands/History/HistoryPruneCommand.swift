import ArgumentParser
import Basics
import ReviewJournal
import TranslationReview

struct HistoryPruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "prune", "Forget imports that are over, and free their space.",
    discussion: """
      A forgotten import can neither be shown nor taken back. Its proposals then count as another user's: a sheet of that \
      time that is imported again is in conflict with them. Imports that were cut off are kept, and so are those that \
      began after the first of them.
      """,
    examples: ["history prune --older-than 365 --dry-run", "history prune --keep 100 --yes"])

  @Option(help: .value("days", "Forget imports that began more days ago than this."))
  var olderThan: Int?
  @Option(help: .value("n", "Keep this many of the newest imports, and forget the others."))
  var keep: Int?
  @OptionGroup var consent: ConsentOptions
  @OptionGroup(title: "Connection") var application: ApplicationOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    try require(olderThan != nil || keep != nil, "Say what to forget: --older-than DAYS, --keep N, or both.")
    try require("--older-than", olderThan, takes: "a number of days from 0 on") { $0 >= 0 }
    try require("--keep", keep, takes: "a number of imports from 0 on") { $0 >= 0 }
  }

  func run() async throws {
    try await Connection.withProfile(application, output) { profile in
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
    let json = JSONValue.members([
      "imports": plan.imports.map(\.json), "kept": plan.needed.map(\.id), "freedBytes": freed,
    ])
    let count = Counted.text(plan.imports.count, "import")
    try output.print(json, lines: { plan.imports.map(\.line) })
    guard !output.json else { return }
    output.note(freed.map { "forgotten: \(count); the journal is \($0) bytes smaller" } ?? "to forget: \(count)")
  }

  private func requireConsent(to plan: PruningPlan) throws {
    guard !plan.imports.isEmpty else { return }
    let count = Counted.text(plan.imports.count, "import")
    let mustAsk = try Consented.mustBeAsked(
      isGiven: consent.yes, "\(count) would be forgotten", hint: "Look at them with --dry-run, then add --yes.",
      lines: plan.imports.map(\.line))
    guard !mustAsk || Terminal.confirm("Forget \(count)? They can then be neither shown nor undone.") else {
      throw Failure.usage(.historyDeclined, "Nothing was forgotten.")
    }
  }
}
