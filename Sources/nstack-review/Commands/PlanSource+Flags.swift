import ReviewJournal
import TranslationReview

extension PlanSource {
  /// Reads what the flags name: returned sheets, or a plan that `diff --output` wrote.
  init(_ sheets: NamedSheets, _ planning: PlanningFlags, plan: String? = nil) throws {
    guard let plan else {
      try ConflictQuestions.check(planning.onConflict)
      self = .sheets(try sheets.read(), try planning.options())
      return
    }
    guard sheets.isEmpty else {
      throw Failure.usage(
        .planFlags, "--plan applies a saved plan and takes no sheets.", hint: "Leave the sheets out, or the plan.")
    }
    if let flag = planning.flagsOfSheets.first {
      throw Failure.usage(
        .planFlags, "--plan applies a saved plan, and \(flag) decides what sheets mean.",
        hint: "Give \(flag) to diff, and save the plan again.")
    }
    self = .file(try PlanFiles.read(plan), path: plan)
  }
}
