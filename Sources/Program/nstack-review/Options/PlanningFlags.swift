public import ArgumentParser
public import TranslationReview

struct PlanningFlags: TitledFlags {
  static let title = "What edits mean"

  @Option("policy", "If the server changed too.") var onConflict = PlanningOptions.ConflictPolicy.skip
  @Option("file", "The sheet to prefer if sheets disagree, or newest.", completion: .sheets) var prefer: String?
  @Option("policy", .rare("What an emptied proposal means.")) var cleared = PlanningOptions.ClearedPolicy.keep
  @Flag(.rare("Send only what Action decides: ok, accept or delete.")) var approved = false
  @Option("words", .accept(Verdict.acceptable), completion: .list(Verdict.acceptable.map(\.rawValue))) var accept:
    [String] = []
  @Flag(.rare("Mend double spaces, and spaces at the ends of proposals, before comparing them.")) var fix = false
  @Option("level", "Exits with 3.") var failOn = Failing.error
  @Option(
    "file", .rare("Terms that translations must keep to (CSV, XLSX, TBX)."),
    completion: .file(extensions: ["csv", "xlsx", "tbx"])) var glossary: String?

  /// The lowest severity of a finding that makes a command end with the exit code for findings.
  enum Failing: String, CaseIterable, ExpressibleByArgument, Sendable { case error, warning }

  func validate() throws {
    try require(accept, amongVerdicts: Verdict.acceptable)
    try require(
      !approved || !accept.verdicts.contains(.unapproved), "--approved and --accept unapproved exclude each other.")
  }

  /// The given flags that only have a meaning where sheets are read. `--on-conflict propose` and `--accept unapproved`
  /// are for saved plans too.
  var givenForSheets: [String] {
    let isForPlans = accept.verdicts.isSubset(of: [.unapproved, .rejected])
    return givenFlags.filter { $0 == "--accept" ? !isForPlans : $0 != "--on-conflict" || onConflict == .ask }
  }
}

extension ParsableArguments {
  /// Refuses the first word of `--accept` that is none of these verdicts.
  func require(_ accepted: [String], amongVerdicts verdicts: [Verdict]) throws {
    let words = verdicts.map(\.rawValue)
    try require("--accept", accepted.separated.first { !words.contains($0) }, takes: words.joined(separator: ", ")) {
      _ in false
    }
  }
}

extension [String] {
  /// The verdicts that `--accept` names.
  var verdicts: Set<Verdict> { Set(separated.compactMap(Verdict.init)) }
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
