import ArgumentParser
import Basics
import ReviewJournal
import TranslationReview

struct HistoryUndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "undo", "Take back what an import did: delete its proposals, propose again what it overrode or deleted.",
    discussion: """
      What changed on the server since is in conflict, and is left alone. Taking an import back is an import itself: it \
      asks, is written to the journal and is verified. With --only, --locale, --section or --key it takes back only the \
      changes that fit all of these flags. All changes of one text are taken back together.
      """,
    examples: [
      "history undo last --dry-run", "history undo 20260131-100000-abc --yes",
      "history undo 20260131-100000-abc --only 3,7-9 --yes",
    ])

  @Argument(help: "The import's id; last for the last import that is not an undo.", completion: .imports)
  var id: String
  @Option(help: .value("numbers", "Only the changes with these numbers in `history show`, such as 3,7-9."))
  var only: String?
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup var consent: ConsentOptions
  @Flag(help: "Propose again what the import overrode; these are then this profile's own proposals.")
  var postOverridden = false
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    try require("--only", only, takes: "numbers from 1 on, such as 3,7-9") { NumberRanges($0) != nil }
  }

  func run() async throws {
    try await Connection.withProfile(connection, output) { profile in
      let kept = try profile.keptImport(named: id)
      if !kept.undoings.isEmpty {
        output.note("import \(kept.id) was \(kept.undoneWords): only what is left of it is taken back")
      }
      let dialog = TerminalDialog(output, isConsentGiven: consent.yes, stop: profile.stop)
      try await ImportSession.open(profile, dialog) { session in
        if consent.dryRun {
          let plan = try await session.planUndo(
            kept.id, choosing: choice(of: kept), postsOverridden: postOverridden)
          return try output.print(plan.changeset)
        }
        try await session.undo(kept.id, choosing: choice(of: kept), postsOverridden: postOverridden).print(output)
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
