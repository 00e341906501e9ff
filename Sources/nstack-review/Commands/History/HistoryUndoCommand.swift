import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// `history undo`.
struct HistoryUndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back what an import did: delete its proposals, propose again what it overrode or deleted.",
    discussion: """
      What changed on the server since is in conflict, and is left alone. Taking an import back is an import itself: it \
      asks, is written to the journal and is verified. With --only, --locale, --section or --key it takes back only the \
      changes that fit all of these flags. All changes of one text are taken back together.

      Examples:

        nstack-review history undo last --dry-run
        nstack-review history undo 20260131-100000-abc --yes
        nstack-review history undo 20260131-100000-abc --only 3,7-9 --yes
      """)

  @Argument(help: "The import's id; last for the last import that is not an undo.") var id: String
  @Option(
    name: .long,
    help: ArgumentHelp("Only the changes with these numbers in `history show`, such as 3,7-9.", valueName: "numbers"))
  var only: String?
  @OptionGroup var selection: SelectionOptions
  @Flag(name: .long, help: "Send without asking.") var yes = false
  @Flag(name: .long, help: "Only show the plan.") var dryRun = false
  @Flag(
    name: .long,
    help: "Propose again what the import overrode; these are then this profile's own proposals.")
  var postOverridden = false
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let only, NumberRanges(only) == nil {
      throw ValidationError("--only is \"\(only)\"; it takes numbers from 1 on, such as 3,7-9.")
    }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      try await Connection.withProfile(connection, output) { profile in
        let kept = try profile.keptImport(named: id)
        tellUndone(kept)
        let dialog = TerminalDialog(output, isConsentGiven: yes, stop: profile.stop)
        try await ImportSession.open(profile, dialog) { session in
          if dryRun {
            let plan = try await session.planUndo(
              kept.id, choosing: choice(of: kept), postsOverridden: postOverridden)
            return try DiffCommand.tell(plan.changeset, output)
          }
          try await session.undo(kept.id, choosing: choice(of: kept), postsOverridden: postOverridden).tell(output)
        }
      }
    }
  }

  private func choice(of kept: KeptImport) -> UndoChoice {
    var choice = UndoChoice()
    choice.selection = selection.selection
    // What is taken back is named exactly.
    choice.selection.takesLanguages = false
    choice.changes = only.flatMap(NumberRanges.init)?.numbers(upTo: kept.changes) ?? []
    return choice
  }

  private func tellUndone(_ kept: KeptImport) {
    guard !kept.undoings.isEmpty else { return }
    output.note("import \(kept.id) was \(kept.undoneWords): only what is left of it is taken back")
  }
}

/// Numbers and ranges of numbers, such as `3,7-9`.
struct NumberRanges {
  /// The ranges as they are listed, all above 0.
  let ranges: [ClosedRange<Int>]

  /// Creates the ranges that a text lists; nil if it has anything else.
  init?(_ text: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Digits.integer($0.utf8) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first > 0,
        first <= last
      else { return nil }
      ranges.append(first...last)
    }
    self.ranges = ranges
  }

  /// Returns the numbers up to the last one that there is, and of each range that goes beyond it the first number beyond.
  func numbers(upTo last: Int) -> Set<Int> {
    ranges.reduce(into: []) { numbers, range in
      numbers.formUnion(range.lowerBound...max(range.lowerBound, min(range.upperBound, last + 1)))
    }
  }
}
