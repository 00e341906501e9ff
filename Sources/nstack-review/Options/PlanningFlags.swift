public import ArgumentParser
public import TranslationReview

/// The flags that decide what edits mean.
struct PlanningFlags: ParsableArguments {
  @Option(name: .long, help: "What to do with rows whose text also changed on the server: skip, propose or ask.")
  var onConflict = PlanningOptions.ConflictPolicy.skip
  @Option(name: .long, help: "What an emptied proposal means: keep or delete.")
  var cleared = PlanningOptions.ClearedPolicy.keep
  @Flag(name: .long, help: "Send rows even if a program changed their guarded cells.")
  var acceptDamaged = false
  @Flag(name: .long, help: "Read a changed Current value as the proposal, where Proposal was left alone.")
  var adoptCurrent = false
  @Flag(
    name: .long, help: "Send proposals that other rows were exported with, as after sorting one column.")
  var acceptMoved = false
  @Flag(name: .long, help: "Plan a sheet of another application by section, key and locale alone.")
  var retarget = false

  @OptionGroup var checks: CheckFlags

  /// The given flags that only matter if sheets are read.
  var flagsOfSheets: [String] {
    ([
      ("--on-conflict ask", onConflict == .ask), ("--cleared", cleared != .keep),
      ("--accept-damaged", acceptDamaged), ("--adopt-current", adoptCurrent), ("--accept-moved", acceptMoved),
      ("--retarget", retarget),
    ] + checks.flagsOfSheets).filter(\.1).map(\.0)
  }

  func options() throws -> PlanningOptions {
    var options = PlanningOptions()
    options.onConflict = onConflict
    options.cleared = cleared
    options.acceptsDamaged = acceptDamaged
    options.adoptsCurrent = adoptCurrent
    options.acceptsMoved = acceptMoved
    options.retargets = retarget
    options.phrases = .flags
    try checks.apply(to: &options)
    return options
  }
}

extension PlanningOptions.ConflictPolicy: ExpressibleByArgument {}
extension PlanningOptions.ClearedPolicy: ExpressibleByArgument {}
