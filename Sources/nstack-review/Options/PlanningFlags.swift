public import ArgumentParser
public import TranslationReview

struct PlanningFlags: ParsableArguments {
  @Option(help: "What to do with rows whose text also changed on the server: skip, propose or ask.")
  var onConflict = PlanningOptions.ConflictPolicy.skip
  @Option(
    help: .value(
      "file", "Where sheets disagree about a text, send what this one of them has; newest: what the last saved one has."
    ),
    completion: .sheets)
  var prefer: String?
  @Option(help: "What an emptied proposal means: keep or delete.")
  var cleared = PlanningOptions.ClearedPolicy.keep
  @Flag(help: "Send rows even if a program changed their grey cells.")
  var acceptDamaged = false
  @Flag(help: "Read a changed Current value as the proposal, where Proposal was left alone.")
  var adoptCurrent = false
  @Flag(help: "Send proposals that other rows were exported with, as after sorting one column.")
  var acceptMoved = false
  @Flag(help: "Plan a sheet of another application by section, key and locale alone.")
  var retarget = false
  @OptionGroup var checks: CheckFlags

  /// The given flags that only have a meaning where sheets are read. `--on-conflict propose` is for saved plans too.
  var givenForSheets: [String] { givenFlags.filter { $0 != "--on-conflict" || onConflict == .ask } }
}

struct CheckFlags: ParsableArguments {
  /// The lowest severity of a finding with which a command ends in the exit code for findings.
  enum Failing: String, CaseIterable, ExpressibleByArgument, Sendable {
    case error
    case warning
  }

  @Flag(help: "Send texts that a check refuses, except for what is never meant. The report names each.")
  var force = false
  @Flag(help: "Mend spaces at the edges of proposals, and doubled spaces, before they are compared.")
  var fix = false
  @Option(
    help: """
      The least severity of a check that check and diff exit with 3 for: error or warning. With warning, import sends \
      nothing in that case.
      """)
  var failOn = Failing.error
  @Option(
    help: .value("file", "A glossary (CSV, XLSX or TBX) whose terms the translations must keep to."),
    completion: .file(extensions: ["csv", "xlsx", "tbx"]))
  var glossary: String?
}

extension PlanningOptions.ConflictPolicy: ExpressibleByArgument {}
extension PlanningOptions.ClearedPolicy: ExpressibleByArgument {}
