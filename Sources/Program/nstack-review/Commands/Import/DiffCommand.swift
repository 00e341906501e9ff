import ArgumentParser
import ReviewJournal
import ReviewReports
import TranslationReview

struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "diff", "Plan: show what an import of returned sheets would do now. Sends nothing.",
    discussion: """
      A saved plan can be read by someone else and applied later: `import --plan` sends exactly what it contains, and \
      refuses what changed on the server since.

      With --against and no sheets, it compares the texts that an app ships with: which of them are missing, stale or \
      unknown to the server. --output then writes these texts as a review sheet, with the app's as suggestions.
      """,
    examples: [
      "diff returned.xlsx", "diff returned/ --show problems", "diff returned/ --output plan.json --report plan.html",
      "diff --against App/Localizable.xcstrings --input preview",
      "diff --against App/Resources --output differences.xlsx",
    ])

  @OptionGroup var sheets: SheetReadingOptions
  @OptionGroup var planning: PlanningFlags
  @OptionGroup(title: "Part of the sheets", visibility: .rare) var parts: SelectionOptions
  @Option("file", "Save the plan, for import --plan (or with --against: a sheet).", name: .output, completion: .file())
  var planFile: String?
  @OptionGroup var shown: ExtentFlags
  @OptionGroup var results: ResultFlags
  @Option("file", "Compare with a catalogue or folder that an app ships with.", completion: .file()) var against:
    String?
  @OptionGroup(visibility: .rare) var form: StyleFlags
  @OptionGroup(title: "Catalogue", visibility: .rare) var source: TextInputOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard against != nil else {
      return try refuse(form.givenFlags + source.givenFlags, "is about a catalogue; name one with --against.")
    }
    if let file = sheets.files.first {
      throw ValidationError("--against compares a catalogue and reads no sheets, and \(file) was given too.")
    }
    try refuse(
      parts.givenFlags.filter(["--section", "--key"].contains), "chooses rows of sheets, and --against reads none.")
    try refuse(
      results.givenFlags + planning.givenFlags + (shown.show == .problems ? ["--show problems"] : []),
      "is about returned sheets, and --against reads none.")
    guard let planFile else { return }
    try requireToWrite("--output", planFile)
    try require(
      SheetFormat(extensionOf: planFile) != nil,
      "--output \(planFile): with --against, the file name must end in .xlsx, .csv, .xlf, .po or .html.")
    try require(source.input == nil, "--output writes a sheet with the server's proposals, so it excludes --input.")
  }

  func run() async throws {
    if let against { return try await compare(with: against) }
    let reading = SheetsAhead { [sheets, planning, parts, results, planFile, connection, output] folder in
      let named = try await sheets.fetched(into: folder, output, connection)
      return try ImportRequest(
        PlanSource(named, planning, parts), results: results.files(csv: try sheets.csv.reading()), planToWrite: planFile
      )
    }
    try await reading.run {
      try await connection.withProfile(output) { profile in
        let dialog = TerminalDialog(output)
        let (request, plan) = try await reading.plan(profile, dialog)
        if let catalog = plan.catalog { output.note(ofRejected: profile.rejectedOwn(in: catalog)) }
        if let planFile { try PlanFile.write(plan.changeset, to: planFile, profile, output) }
        try request.results.write(plan, profile, dialog)
        try output.print(plan.changeset, shown.show, failOn: planning.failOn, toFix: dialog.filesToFix)
      }
    }
  }
}
