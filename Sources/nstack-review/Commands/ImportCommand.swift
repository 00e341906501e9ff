import ArgumentParser
import NStackAPI
import ReviewJournal
import TranslationReview

/// `import`: plan, ask, propose and delete, verify, report.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Carry out what returned sheets ask for, and verify it on the server.",
    discussion: """
      Shows the plan and asks before it sends. Without a terminal it needs --yes, and --allow-delete for deletions. An \
      import that was cut off goes on with --resume, and sends nothing twice.

      Examples:

        nstack-review import returned.xlsx
        nstack-review import returned/ --yes --allow-delete --to-fix fix.xlsx
        nstack-review import --resume
      """)

  @OptionGroup var sheets: SheetReadingOptions
  @OptionGroup var planning: PlanningFlags
  @Flag(name: .long, help: "Send without asking.")
  var yes = false
  @Flag(name: .long, help: "Delete the proposals that the sheets ask to delete.")
  var allowDelete = false
  @Option(name: .long, help: "Send nothing at all if more proposals than this would be deleted.")
  var maxDeletes: Int?
  @Flag(name: .long, help: "Send nothing at all if any row is refused.")
  var strict = false
  @Flag(name: .long, help: "Only show the plan, as diff does.")
  var dryRun = false
  @Option(name: .long, help: ArgumentHelp("Apply a plan that diff --output saved, exactly.", valueName: "file"))
  var plan: String?
  @Flag(name: .long, help: "Go on with the last import that was cut off.")
  var resume = false
  @Option(name: .long, help: ArgumentHelp("Go on with this import (see status).", valueName: "id"))
  var resumeID: String?
  @OptionGroup var results: ResultFiles
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let maxDeletes, maxDeletes < 0 {
      throw ValidationError("--max-deletes is \(maxDeletes); it takes a number from 0 on.")
    }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      if resume || resumeID != nil { return try await goOn() }
      let source = try PlanSource(sheets, planning, plan: plan)
      try results.check(against: source.files, source.foreignFiles, plan: plan)
      try await Connection.withConnection(connection, output) { connection in
        // Held from before the reading that the plan is made from; a look needs no lock.
        let journal = dryRun ? nil : try JournalPlace.openForImport(connection)
        defer { journal?.close() }
        let run = journal.map { ImportRun(connection: connection, output: output, journal: $0) }
        try await run?.waitForDoubts()
        let catalog = try await connection.fetchCatalog(output)
        let changeset = try source.changeset(against: catalog, connection, output)
        guard let run else {
          try results.write(changeset, catalog: catalog, connection, csv: try sheets.csv(), output)
          return try DiffCommand.tell(changeset, output)
        }
        let options = try consent(to: changeset)
        let identity = PlanIdentity(
          digests: changeset.files.map(\.digest), scope: connection.scope,
          guid: connection.client.configuration.guid, options: planning.options)
        let report = try await run.submit(changeset, options, identity: identity)
        try await tell(report, run, catalog)
      }
    }
  }

  /// Goes on with an import that was cut off; what is to be sent stands in the journal.
  private func goOn() async throws {
    guard sheets.files.isEmpty, plan == nil, !dryRun else {
      throw Failure.usage(
        "usage.resume", "--resume goes on with what was begun and takes neither sheets nor a plan.",
        hint: "Leave them out, or import them anew.")
    }
    if let flag = planning.flagsOfSheets.first {
      throw Failure.usage(
        "usage.resume", "--resume goes on with what was planned, and \(flag) decides what sheets mean.",
        hint: "Leave it out, or import the sheets anew.")
    }
    try await Connection.withConnection(connection, output) { connection in
      let journal = try JournalPlace.openForImport(connection)
      defer { journal.close() }
      var run = ImportRun(connection: connection, output: output, journal: journal)
      try await run.waitForLostSteps()
      let unfinished = try journal.unfinishedImports()
      let named = unfinished.filter { resumeID == nil || $0.id == resumeID }
      guard let kept = named.last(where: { $0.isOf(connection) }) ?? named.last else {
        guard let resumeID else { return output.note("no import was cut off: there is nothing to go on with") }
        throw JournalError(.unknownImport, "There is no unfinished import \"\(resumeID)\".")
      }
      output.note("going on with import \(kept.summary)")
      try results.check(against: kept.files, kept.foreignFiles)
      var options = SubmissionOptions()
      options.concurrency = connection.concurrency
      options.allowsDelete = allowDelete
      options.maximumDeletes = maxDeletes
      options.isStrict = strict
      options.proposesInConflict = planning.onConflict == .propose
      options.phrases = .flags
      run.knowsNotes = kept.keepsNotes
      let report = try await run.resume(kept, options)
      try await tell(report, run, Catalog(resources: [], proposals: []))
    }
  }

  private func tell(_ report: SubmissionReport, _ run: ImportRun, _ catalog: Catalog) async throws {
    let isWhole = run.knowsNotes
    SheetRegisterFile.keep(
      SheetEvent.returns(report, at: CalendarTime.now(), knowsNotes: isWhole, path: AbsolutePath.of), connection,
      scope: run.connection.scope, output)
    let areFilesWritten = await results.write(report, catalog, run.connection, csv: try sheets.csv(), output)
    try run.tell(report)
    if !areFilesWritten { throw ExitStatus.partial.error }
  }

  /// Asks what has to be asked, and says what may be done.
  private func consent(to changeset: Changeset) throws -> SubmissionOptions {
    var options = SubmissionOptions()
    options.concurrency = connection.concurrency
    options.allowsDelete = allowDelete
    options.maximumDeletes = maxDeletes
    options.isStrict = strict
    options.proposesInConflict = planning.onConflict == .propose
    options.phrases = .flags
    guard !changeset.changes.isEmpty else { return options }
    if !yes {
      guard Terminal.canAsk else {
        throw Failure.usage(
          "usage.consent",
          "the plan has \(Counted.text(changeset.changes.count, "change")) and there is no terminal to ask on.",
          hint: "Look at it with `nstack-review diff`, then add --yes.")
      }
      for line in changeset.lines() { Terminal.note(line) }
      var questions: [String] = []
      if changeset.proposeCount > 0 { questions.append("send \(Counted.text(changeset.proposeCount, "proposal"))") }
      let deletion = "delete \(Counted.text(changeset.deleteCount, "pending proposal"))"
      if changeset.deleteCount > 0, allowDelete { questions.append(deletion) }
      guard questions.isEmpty || Terminal.confirm(Self.question(questions)) else {
        throw Failure.usage("import.declined", "Nothing was sent.")
      }
      if changeset.deleteCount > 0, !allowDelete { options.allowsDelete = Terminal.confirm(Self.question([deletion])) }
    }
    return options
  }

  private static func question(_ parts: [String]) -> String {
    let text = parts.joined(separator: " and ")
    return text.prefix(1).uppercased() + text.dropFirst() + "?"
  }
}
