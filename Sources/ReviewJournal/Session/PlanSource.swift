public import TranslationReview

/// Where an import takes its plan from.
public enum PlanSource: Sendable {
  /// Returned sheets, and how their edits are understood.
  case sheets(ReturnedSheet, PlanningOptions)
  /// A saved plan, with the path of its file.
  case file(PlanFile, path: String)

  /// The files that came back.
  public var files: [ReturnedSheet.File] {
    switch self {
    case .sheets(let sheet, _): sheet.files
    case .file(let plan, _): plan.files
    }
  }

  /// The files that are not review sheets and were left out.
  public var foreignFiles: [ReturnedSheet.ForeignFile] {
    switch self {
    case .sheets(let sheet, _): sheet.foreignFiles
    case .file(let plan, _): plan.foreignFiles
    }
  }

  /// The rows of the sheets that ask for something; none for a saved plan, which does not have all of them.
  var edits: [ReturnedRow] {
    if case .sheets(let sheet, _) = self { sheet.rows } else { [] }
  }

  /// The path of the saved plan; nil for sheets.
  var planPath: String? {
    if case .file(_, let path) = self { path } else { nil }
  }

  /// How edits are understood; the default options for a saved plan.
  var options: PlanningOptions {
    if case .sheets(_, let options) = self { options } else { PlanningOptions() }
  }
}
