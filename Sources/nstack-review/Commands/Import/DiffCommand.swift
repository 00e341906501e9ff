import ArgumentParser
import Basics
import ReviewJournal
import ReviewReports
import TranslationReview

/// `diff`: shows what an import would do now.
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Plan: show what an import of returned sheets would do now. Sends nothing.",
    discussion: """
      A saved plan can be read by someone else and applied later: `import --plan` sends exactly what it contains, and \
      refuses what changed on the server since.

      With --against and no sheets, shows what the texts that an app ships with lack, what in them is stale, and what \
      the server does not have.

      Examples:

        nstack-review diff returned.xlsx
        nstack-review diff returned/ --only-problems
        nstack-review diff returned/ --output plan.json --report plan.html
        nstack-review diff --against App/Localizable.xcstrings --input preview
      """)

  @OptionGroup var sheets: SheetReadingOptions
  @OptionGroup var planning: PlanningFlags
  @Option(
    name: [.customLong("output"), .customShort("o")],
    help: ArgumentHelp("Save the plan, for import --plan.", valueName: "file"), completion: .file(extensions: ["json"]))
  var planFile: String?
  @OptionGroup var shown: ExtentFlags
  @OptionGroup var results: ResultFlags
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Compare with a catalogue that an app ships with, or a folder of one: .xcstrings, .strings, strings.xml, …",
      valueName: "file"), completion: .file())
  var against: String?
  @OptionGroup var form: CatalogFormFlags
  @OptionGroup var source: GenerateInputOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if against != nil, let file = sheets.files.first {
      throw ValidationError("--against compares a catalogue and reads no sheets, and \(file) was given too.")
    }
    let others = form.given + (source.input == nil ? [] : ["--input"])
    if against == nil, let flag = others.first {
      throw ValidationError("\(flag) is about a catalogue; name one with --against.")
    }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      if let against { return try await CatalogDiff.run(against: against, source, form, output) }
      let reading = SheetsAhead { [sheets, planning, results, planFile, source, output] folder in
        let named = try await sheets.fetched(into: folder, output, source.connection)
        return try ImportRequest(
          PlanSource(named, planning), results: results.files(csv: try sheets.csv()), planToWrite: planFile)
      }
      try await reading.run {
        try await Connection.withProfile(source.connection, output) { profile in
          let dialog = TerminalDialog(output)
          let (request, catalog) = try await reading.request { try await profile.readCatalog(dialog) }
          let plan = try await profile.plan(request.source, against: catalog, dialog)
          if let planFile { try PlanFiles.write(plan.changeset, to: planFile, profile, output) }
          try request.results.write(plan, profile, dialog)
          try Self.tell(plan.changeset, output, shown.extent, failOn: planning.checks.failOn)
        }
      }
    }
  }

  /// Plans an import and prints the plan; its files are written too.
  static func tell(
    _ request: ImportRequest, against catalog: Catalog, _ profile: ReviewProfile, _ dialog: TerminalDialog,
    _ output: OutputOptions, _ extent: ReportExtent, failOn: CheckFlags.Failing, maximumDeletes: Int?
  ) async throws {
    let plan = try await profile.plan(request.source, against: catalog, dialog)
    try request.results.write(plan, profile, dialog)
    try tell(plan.changeset, output, extent, failOn: failOn, maximumDeletes: maximumDeletes)
  }

  /// Prints a plan, and ends as ``endWithFindings(of:_:)`` does.
  static func tell(
    _ changeset: Changeset, _ output: OutputOptions, _ extent: ReportExtent = .everything,
    failOn: CheckFlags.Failing = .error, maximumDeletes: Int? = nil
  ) throws {
    try output.tell(
      changeset.json, lines: { Terminal.lines(of: changeset, output, extent) + ["plan: \(changeset.callsLine)"] },
      problems: { changeset.problemLines })
    try output.refuse(changeset, above: maximumDeletes)
    try endWithFindings(of: changeset, failOn)
  }

  /// Ends with the code for findings if a row was refused or is in conflict, or a file was left out.
  static func endWithFindings(of changeset: Changeset, _ failOn: CheckFlags.Failing) throws {
    let hasWarnings = failOn == .warning && changeset.hasCheckWarnings
    if changeset.hasRefusals || changeset.hasConflicts || changeset.hasErrors || hasWarnings {
      throw ExitStatus.findings.error
    }
  }
}
