import ArgumentParser
import Basics
import ReviewJournal
import TranslationReview

/// `history prune`: forgets old imports.
struct PruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Forget imports that are over, and free their space.",
    discussion: """
      A forgotten import can neither be shown nor taken back. Its proposals then count as another user's: a sheet of that \
      time that is imported again is in conflict with them. Imports that were cut off are kept, and so are those that \
      began after the first of them.

      Examples:

        nstack-review history prune --older-than 365 --dry-run
        nstack-review history prune --keep 100 --yes
      """)

  @Option(name: .long, help: ArgumentHelp("Forget imports that began more days ago than this.", valueName: "days"))
  var olderThan: Int?
  @Option(
    name: .long, help: ArgumentHelp("Keep this many of the newest imports, and forget the others.", valueName: "n"))
  var keep: Int?
  @Flag(name: .long, help: "Forget without asking.") var yes = false
  @Flag(name: .long, help: "Only show what would be forgotten.") var dryRun = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard olderThan != nil || keep != nil else {
      throw ValidationError("Say what to forget: --older-than DAYS, --keep N, or both.")
    }
    if let olderThan, olderThan < 0 {
      throw ValidationError("--older-than is \(olderThan); it takes a number of days from 0 on.")
    }
    if let keep, keep < 0 { throw ValidationError("--keep is \(keep); it takes a number of imports from 0 on.") }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      try await Connection.withProfile(place, output) { profile in
        try await ImportSession.open(profile, TerminalDialog(output)) { session in
          let plan = try session.pruningPlan(olderThan: olderThan.map { .seconds(86_400) * $0 }, keeping: keep)
          if let unfinished = plan.unfinished {
            output.note(
              "\(Counted.being(plan.needed.count, "import")) kept, as import \(unfinished.id) is unfinished and must not undo "
                + "that work; resume it or abandon it first")
          }
          if !dryRun { try consent(to: plan) }
          let freed = dryRun || plan.imports.isEmpty ? nil : try await session.prune(plan)
          try tell(plan, freed)
        }
      }
    }
  }

  private func tell(_ plan: PruningPlan, _ freed: Int?) throws {
    let json = JSONValue.object([
      ("imports", .array(plan.imports.map(\.json))), ("kept", .array(plan.needed.map { .string($0.id) })),
      ("freedBytes", freed.map { .integer($0) } ?? .null),
    ])
    let count = Counted.text(plan.imports.count, "import")
    try output.tell(json, lines: { plan.imports.map(\.line) })
    guard !output.json else { return }
    output.note(freed.map { "forgotten: \(count); the journal is \($0) bytes smaller" } ?? "to forget: \(count)")
  }

  private func consent(to plan: PruningPlan) throws {
    guard !plan.imports.isEmpty else { return }
    let count = Counted.text(plan.imports.count, "import")
    let mustAsk = try TerminalConsent(isGiven: yes).mustAsk(
      "\(count) would be forgotten", hint: "Look at them with --dry-run, then add --yes.",
      lines: plan.imports.map(\.line))
    guard !mustAsk || Terminal.confirm("Forget \(count)? They can then be neither shown nor undone.") else {
      throw Failure.usage(.historyDeclined, "Nothing was forgotten.")
    }
  }
}
