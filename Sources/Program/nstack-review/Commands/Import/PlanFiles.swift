import Basics
import NStackAPI
import ReviewJournal
import Spreadsheet
import TranslationReview

extension PlanFile {
  static func write(_ changeset: Changeset, to path: String, _ profile: ReviewProfile, _ output: OutputOptions) throws {
    let plan = PlanFile(
      changeset, scope: profile.scope, guid: profile.client.configuration.guid, provenance: profile.provenance())
    try PlainFile.replace(path, with: try plan.text)
    output.note(
      "wrote \(path): \(Counted.text(plan.changeCount, "change")); apply it with `nstack-review import --plan \(path)`")
  }
}

extension PlanSource {
  /// Reads what the flags name: returned sheets, or a plan that `diff --output` wrote.
  ///
  /// - Parameter isStrict: Whether a text whose source text changed is held back.
  init(
    _ sheets: NamedSheets, _ planning: PlanningFlags, _ parts: SelectionOptions? = nil, plan: String? = nil,
    isStrict: Bool = false
  ) throws {
    guard let plan else {
      try PlanQuestions.check(planning.onConflict)
      let sheet = try sheets.read()
      var options = try planning.options(for: sheet, parts)
      if isStrict { options.holdsChangedSources = true }
      self = .sheets(sheet, options)
      return
    }
    guard sheets.isEmpty else {
      throw Failure.usage(
        .planFlags, "--plan applies a saved plan and takes no sheets.", hint: "Leave the sheets out, or the plan.")
    }
    if let flag = (planning.givenForSheets + (parts?.givenFlags ?? [])).first {
      throw Failure.usage(
        .planFlags, "--plan applies a saved plan, and \(flag) decides what sheets mean.",
        hint: "Give \(flag) to diff, and save the plan again.")
    }
    var file = try PlainFile.read(
      plan,
      orThrow: Failure.usage(
        .planMissing, "\(plan): there is no such file.", hint: "Check its name, or make a plan with diff --output.")
    ) { try PlanFile(text: $0) }
    try planning.decideApproval(&file.options)
    self = .file(file, path: plan)
  }
}

extension PlanningFlags {
  /// Decides whether edits need a reviewer's decision, and which flag plans without one.
  func decideApproval(_ options: inout PlanningOptions) throws {
    let project = try SettingsFile.ofProject()
    let isRequired = project.map { $0.approval != .optional } ?? false
    options.requiresApproval = isRequired || approved
    options.requiresOther = project?.approval == .other
    options.machines = project?.machines ?? []
    options.accepted = accept.verdicts
    options.phrases = .flags
    if !isRequired { options.phrases.accepting[.unapproved] = "leave --approved out" }
  }

  /// The options of a plan of returned sheets.
  func options(for sheet: ReturnedSheet, _ parts: SelectionOptions? = nil) throws -> PlanningOptions {
    var options = try options()
    if let parts {
      options.selection = parts.selection
    } else if !approved {
      // A preview sends nothing, so it also shows edits that wait for approval.
      options.requiresApproval = false
    }
    guard let prefer else { return options }
    let path = AbsolutePath.of(prefer)
    if let index = sheet.files.firstIndex(where: { AbsolutePath.of($0.path) == path || PlainFile.isSame($0.path, path) }
    ) {
      options.preference = .file(index)
    } else if prefer == "newest" {
      options.preference = .newest
    } else {
      let names = sheet.files.prefix(5).map { Visible.path($0.path) } + (sheet.files.count > 5 ? ["…"] : [])
      throw Failure.usage(
        .prefer, "--prefer \(prefer) is not one of the sheets that were read.",
        hint: "Name one of them (\(names.joined(separator: ", "))), or newest.")
    }
    return options
  }

  /// The options of a plan, without those that depend on the sheets.
  ///
  /// - Parameter settings: The project's settings of checks, if they were already read.
  func options(checkedBy settings: CheckSettings? = nil) throws -> PlanningOptions {
    var options = PlanningOptions()
    options.onConflict = onConflict
    options.cleared = cleared
    options.mendsSpaces = fix
    options.holdsChangedSources = failOn == .warning
    let settings = try settings ?? SettingsFile.checkSettings(glossary: glossary)
    options.checks = settings.checks
    options.spelling = Dictionaries.spelling(settings.glossary)
    options.mostPoints = try SettingsFile.ofProject()?.mostPoints
    try decideApproval(&options)
    return options
  }
}

extension OptionPhrases {
  static let flags = OptionPhrases(
    accepting: Dictionary(uniqueKeysWithValues: Verdict.acceptable.map { ($0, "import with --accept \($0.rawValue)") }),
    postsOverridden: "use history undo --accept overridden")
}
