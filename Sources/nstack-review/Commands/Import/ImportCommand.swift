import ArgumentParser
import ReviewJournal
import TranslationReview

/// `import`: carries out returned sheets.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Carry out what returned sheets ask for, and verify it on the server.",
    discussion: """
      Shows the plan and asks before it sends. Without a terminal it needs --yes, and --allow-delete for deletions. An \
      import that was cut off goes on with --resume, and sends nothing twice.

      Examples:

        nstack-review import returned.xlsx
        nstack-review import returned.xlsx --pick
        nstack-review import returned/ --yes --allow-delete --to-fix fix.xlsx
        nstack-review import --resume
      """)

  @OptionGroup var sheets: SheetReadingOptions
  @OptionGroup var planning: PlanningFlags
  @Flag(name: .long, help: "Pick the changes to send one by one, as git add --patch does.")
  var pick = false
  @Flag(name: .long, help: "Send without asking.")
  var yes = false
  @Flag(name: .long, help: "Delete the proposals that the sheets ask to delete.")
  var allowDelete = false
  @Option(name: .long, help: "Send nothing at all if more proposals than this would be deleted.")
  var maxDeletes: Int?
  @Flag(name: .long, help: "Send nothing at all if any row is refused or missing.")
  var strict = false
  @Flag(name: .long, help: "Only show the plan, as diff does.")
  var dryRun = false
  @Option(
    name: .long, help: ArgumentHelp("Apply a plan that diff --output saved, exactly.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var plan: String?
  @Flag(name: .long, help: "Resume the last import that was cut off.")
  var resume = false
  @Option(name: .long, help: ArgumentHelp("Resume this import (see status).", valueName: "id"))
  var resumeID: String?
  @Option(
    name: .long,
    help: ArgumentHelp("Add what is proposed to this memory, for other texts with the same source.", valueName: "name"))
  var memory: String?
  @OptionGroup var shown: ExtentFlags
  @OptionGroup var results: ResultFlags
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let maxDeletes, maxDeletes < 0 {
      throw ValidationError("--max-deletes is \(maxDeletes); it takes a number from 0 on.")
    }
    if pick, dryRun { throw ValidationError("--pick and --dry-run exclude each other.") }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      if resume || resumeID != nil { return try await goOn() }
      if pick { try PickingQuestions.check() }
      let reading = SheetsAhead { [sheets, planning, plan, options, results, connection, output] folder in
        let named = try await sheets.fetched(into: folder, output, connection)
        return try ImportRequest(
          PlanSource(named, planning, plan: plan), options: options, results: results.files(csv: try sheets.csv()))
      }
      try await reading.run {
        try await Connection.withProfile(connection, output) { profile in
          let dialog = TerminalDialog(output, shown.extent, isConsentGiven: yes, stop: profile.stop)
          if dryRun {
            let (request, catalog) = try await reading.request { try await profile.readCatalog(dialog) }
            return try await DiffCommand.tell(
              request, against: catalog, profile, dialog, output, shown.extent, failOn: planning.checks.failOn,
              maximumDeletes: maxDeletes)
          }
          let outcome = try await ImportSession.open(profile, dialog) { session in
            let (request, catalog) = try await reading.request {
              try await session.waitForDoubts()
              return try await session.read()
            }
            return try await session.run(request, against: catalog)
          }
          try outcome.tell(output, shown.extent, showsTexts: !dialog.wasPlanShown)
        }
      }
    }
  }

  /// Resumes an import that was cut off; its plan is in the journal.
  private func goOn() async throws {
    guard sheets.files.isEmpty, plan == nil, !dryRun else {
      throw Failure.usage(
        .resumeFlags, "--resume goes on with a plan in the journal and takes neither sheets nor a plan.",
        hint: "Leave them out, or import them without --resume.")
    }
    if let flag = planning.flagsOfSheets.first ?? (pick ? "--pick" : memory == nil ? nil : "--memory") {
      throw Failure.usage(
        .resumeFlags, "--resume goes on with a plan in the journal, and \(flag) decides what sheets mean.",
        hint: "Leave it out, or import the sheets without --resume.")
    }
    let files = results.files(csv: try sheets.csv())
    try await Connection.withProfile(connection, output) { profile in
      let dialog = TerminalDialog(output, shown.extent, isConsentGiven: yes, stop: profile.stop)
      let outcome = try await ImportSession.open(profile, dialog) {
        try await $0.resume(resumeID, options: options, results: files)
      }
      guard let outcome else { return output.note("no import was cut off: there is nothing to resume") }
      try outcome.tell(output, shown.extent, showsTexts: !dialog.wasPlanShown)
    }
  }

  private var options: ImportOptions {
    var options = ImportOptions()
    options.allowsDelete = allowDelete
    options.maximumDeletes = maxDeletes
    options.isStrict = strict
    options.refusesFindings = planning.checks.failOn == .warning
    options.picksChanges = pick
    options.memory = memory
    options.proposesInConflict = planning.onConflict == .propose
    return options
  }
}
