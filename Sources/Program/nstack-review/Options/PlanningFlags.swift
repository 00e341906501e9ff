public import ArgumentParser
public import TranslationReview

struct PlanningFlags: TitledFlags {
  static let title = "What edits mean"

  @Option("policy", "If the server changed too.") var onConflict = PlanningOptions.ConflictPolicy.skip
  @Option("file", "The sheet to prefer if sheets disagree, or newest.", completion: .sheets) var prefer: String?
  @Option("policy", .rare("What an emptied proposal means.")) var cleared = PlanningOptions.ClearedPolicy.keep
  @Flag(.rare("Send rows even if a program changed their grey cells.")) var acceptDamaged = false
  @Flag(.rare("Read a changed Current value as the proposal, if Proposal was left alone.")) var adoptCurrent = false
  @Flag(.rare("Send proposals that belong to other rows, as after sorting a column.")) var acceptMoved = false
  @Flag(.rare("Plan a sheet of another application by section, key and locale alone.")) var retarget = false
  @Flag(.rare("Send only what Action decides: ok, accept or delete.")) var approved = false
  @Flag(.rare("Send edits that nobody approved, although the project requires it.")) var sendUnapproved = false
  @Flag(.force) var force = false
  @Flag(.rare("Mend double spaces, and spaces at the ends of proposals, before comparing them.")) var fix = false
  @Option("level", "Exits with 3.") var failOn = Failing.error
  @Option(
    "file", .rare("Terms that translations must keep to (CSV, XLSX, TBX)."),
    completion: .file(extensions: ["csv", "xlsx", "tbx"])) var glossary: String?

  /// The lowest severity of a finding that makes a command end with the exit code for findings.
  enum Failing: String, CaseIterable, ExpressibleByArgument, Sendable { case error, warning }

  func validate() throws {
    try require(!approved || !sendUnapproved, "--approved and --send-unapproved exclude each other.")
  }

  /// The given flags that only have a meaning where sheets are read. `--on-conflict propose` is for saved plans too.
  var givenForSheets: [String] {
    givenFlags.filter { $0 != "--send-unapproved" && ($0 != "--on-conflict" || onConflict == .ask) }
  }
}

struct ConsentOptions: ParsableArguments {
  @Flag("Do it without asking.") var yes = false
  @Flag("Only show what would be done.") var dryRun = false
}

struct DeletionOptions: ParsableArguments {
  @Flag("Allow the deletion of proposals.") var allowDelete = false
  @Option("n", .rare("Send nothing if more proposals than this would be deleted.")) var maxDeletes: Int?

  func validate() throws { try require("--max-deletes", maxDeletes, takes: "a number from 0 on") { $0 >= 0 } }
}

extension PlanningOptions.ConflictPolicy: ExpressibleByArgument {}
extension PlanningOptions.ClearedPolicy: ExpressibleByArgument {}
