import TranslationReview

/// Where an import takes its plan from: returned sheets, or a file that `diff --output` wrote.
enum PlanSource {
  case sheets(ReturnedSheet, PlanningFlags)
  case file(PlanFile, path: String)

  init(_ sheets: SheetReadingOptions, _ planning: PlanningFlags, plan: String? = nil) throws {
    guard let plan else {
      try ConflictQuestions.check(planning)
      self = .sheets(try sheets.read(), planning)
      return
    }
    guard sheets.files.isEmpty else {
      throw Failure.usage(
        "usage.plan", "--plan applies what was saved and takes no sheets beside it.",
        hint: "Leave the sheets out, or the plan.")
    }
    if let flag = planning.flagsOfSheets.first {
      throw Failure.usage(
        "usage.plan", "--plan applies what was saved, and \(flag) decides what sheets mean.",
        hint: "Give \(flag) to diff, and save the plan anew.")
    }
    self = .file(try PlanFiles.read(plan), path: plan)
  }

  /// The files that came back.
  var files: [ReturnedSheet.File] {
    switch self {
    case .sheets(let sheet, _): sheet.files
    case .file(let plan, _): plan.files
    }
  }

  /// The files that were left out.
  var foreignFiles: [ReturnedSheet.ForeignFile] {
    switch self {
    case .sheets(let sheet, _): sheet.foreignFiles
    case .file(let plan, _): plan.foreignFiles
    }
  }

  /// The plan against what the server holds now, its conflicts decided where that was asked for.
  func changeset(against catalog: Catalog, _ connection: Connection, _ output: OutputOptions) throws -> Changeset {
    switch self {
    case .sheets(let sheet, let planning):
      var options = planning.options
      options.history = try JournalPlace.history(of: sheet, against: catalog, connection)
      let changeset = ChangesetPlanner.plan(sheet, against: catalog, scope: connection.scope, options: options)
      return try ConflictQuestions.resolve(changeset, against: catalog, planning, output)
    case .file(let plan, let path):
      return try PlanFiles.changeset(of: plan, at: path, against: catalog, connection)
    }
  }
}
