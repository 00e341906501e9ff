import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import ReviewReports

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "import", "Carry out what returned sheets ask for, and verify it on the server.",
    discussion: """
      Shows the plan and asks before it sends. Without a terminal it needs --yes, and --allow-delete for deletions. An \
      import that was cut off goes on with --resume, and sends nothing twice.
      """,
    examples: [
      "import returned.xlsx", "import returned.xlsx --pick", "import returned/ --yes --allow-delete --to-fix fix/",
      "import --resume",
    ])

  @OptionGroup var sheets: SheetReadingOptions
  @OptionGroup var planning: PlanningFlags
  @OptionGroup(title: "Part of the sheets", visibility: .rare) var parts: SelectionOptions
  @Flag("Pick the changes to send one by one.") var pick = false
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var deletions: DeletionOptions
  @Flag("Send nothing if a row is refused, missing or open.") var strict = false
  @Option("file", "Apply a plan that diff --output saved.", completion: .file(extensions: ["json"])) var plan: String?
  @Option(
    defaultAsFlag: lastImport, parsing: .next,
    help: .value("id", "Resume this import that was cut off (see status), or the last one."),
    completion: .unfinishedImports) var resume: String?
  @Option("name", .rare("Add what is proposed to this memory, for texts with the same source."), completion: .memories)
  var memory: String?
  @OptionGroup var shown: ExtentFlags
  @OptionGroup var results: ResultFlags
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  private static let lastImport = "last"

  func validate() throws { try require(!pick || !consent.dryRun, "--pick and --dry-run exclude each other.") }

  func run() async throws {
    if let resume { return try await resumeImport(resume == Self.lastImport ? nil : resume) }
    if pick { try PlanQuestions.requireTerminal() }
    let reading = SheetsAhead { [sheets, planning, parts, plan, strict, options, results, connection, output] folder in
      let named = try await sheets.fetched(into: folder, output, connection)
      return try ImportRequest(
        PlanSource(named, planning, parts, plan: plan, isStrict: strict), options: options,
        results: results.files(csv: try sheets.csv.reading()))
    }
    try await reading.run {
      try await connection.withProfile(output) { profile in
        let dialog = TerminalDialog(output, shown.show, isConsentGiven: consent.yes, stop: profile.stop)
        if consent.dryRun {
          let (request, plan) = try await reading.plan(profile, dialog)
          try request.results.write(plan, profile, dialog)
          if let catalog = plan.catalog { output.note(ofRejected: profile.rejectedOwn(in: catalog)) }
          return try output.print(
            plan.changeset, shown.show, failOn: planning.failOn, maximumDeletes: deletions.maxDeletes,
            toFix: dialog.filesToFix)
        }
        let (outcome, catalog) = try await ImportSession.open(profile, dialog) { session in
          let (request, catalog) = try await reading.request {
            try await session.waitForEarlierCalls()
            return try await session.read()
          }
          return (try await session.run(request, against: catalog), catalog)
        }
        let withdrawal = try await withdrawRejected(in: catalog, after: outcome, profile)
        let printing = Result {
          try outcome.print(
            output, shown.show, showsTexts: !dialog.wasPlanShown, toFix: dialog.filesToFix, withdrawal: withdrawal?.json
          )
        }
        if !output.json { try withdrawal?.print(output) }
        try printing.get()
      }
    }
  }

  /// Deletes this profile's proposals that somebody rejected, if `--accept rejected` or the user says so.
  ///
  /// - Parameter catalog: What the server had before the import, which may have replaced some of them.
  private func withdrawRejected(in catalog: Catalog, after outcome: ImportOutcome, _ profile: ReviewProfile)
    async throws -> ProposalDeletion.Outcome?
  {
    let changed = Set(outcome.report.changeset.changes.map(\.text.normalized))
    let rejected = profile.rejectedOwn(in: catalog).filter { !changed.contains($0.proposal.text.normalized) }
    guard !rejected.isEmpty, !outcome.report.isIncomplete else { return nil }
    if !planning.accept.verdicts.contains(.rejected) {
      guard !consent.yes, Terminal.canAsk else {
        output.note(ofRejected: rejected)
        return nil
      }
      let display = Terminal.questionDisplay(output)
      for (proposal, rejection) in rejected {
        [proposal.line(display), "    \(rejection.line)"].forEach(Terminal.note)
      }
      guard Terminal.confirm("Withdraw \(Counted.text(rejected.count, "rejected proposal")) of yours?") else {
        return nil
      }
    }
    var filter = ProposalFilter()
    (filter.isMine, filter.isRejected) = (true, true)
    var options = ImportOptions()
    (options.allowsDelete, options.maximumDeletes) = (true, deletions.maxDeletes)
    let dialog = TerminalDialog(output, isConsentGiven: true, stop: profile.stop)
    return try await ImportSession.open(profile, dialog) { [filter, options] in
      try await $0.delete(ProposalDeletion(.matching(filter)), options: options)
    }
  }

  /// Resumes an import that was cut off, the last one without an id; its plan is in the journal.
  private func resumeImport(_ id: String?) async throws {
    guard sheets.files.isEmpty, plan == nil, !consent.dryRun else {
      throw Failure.usage(
        .resumeFlags, "--resume goes on with a plan in the journal and takes neither sheets nor a plan.",
        hint: "Leave them out, or import them without --resume.")
    }
    let others = givenFlags.filter(["--pick", "--memory", "--author", "--accept"].contains)
    if let flag = (planning.givenForSheets + parts.givenFlags + others).first {
      throw Failure.usage(
        .resumeFlags, "--resume goes on with a plan in the journal, and \(flag) decides what sheets mean.",
        hint: "Leave it out, or import the sheets without --resume.")
    }
    let files = results.files(csv: try sheets.csv.reading())
    try await connection.withProfile(output) { profile in
      if let kept = try profile.unfinishedImport(id) {
        let mustAsk = try Terminal.mustAsk(
          isGiven: consent.yes, "the rest of import \(kept.id) would be sent", hint: "Add --yes.",
          lines: ["import \(kept.summary)"])
        guard !mustAsk || Terminal.confirm("Send the rest of it?") else {
          throw ImportError(.declined, "Nothing was sent.")
        }
      }
      let dialog = TerminalDialog(output, shown.show, isConsentGiven: consent.yes, stop: profile.stop)
      let outcome = try await ImportSession.open(profile, dialog) {
        try await $0.resume(id, options: options, results: files)
      }
      guard let outcome else { return output.note("no import was cut off: there is nothing to resume") }
      try outcome.print(output, shown.show, showsTexts: !dialog.wasPlanShown, toFix: dialog.filesToFix)
    }
  }

  private var options: ImportOptions {
    var options = ImportOptions()
    options.allowsDelete = deletions.allowDelete
    options.maximumDeletes = deletions.maxDeletes
    options.isStrict = strict
    options.refusesFindings = planning.failOn == .warning
    options.picksChanges = pick
    options.memory = memory
    options.proposesInConflict = planning.onConflict == .propose
    return options
  }
}

extension ImportOutcome {
  /// Prints the report, and ends with its exit code.
  ///
  /// - Parameters:
  ///   - toFix: The files with the rows to fix; nil if there can be none.
  ///   - withdrawal: What became of this profile's rejected proposals; nil if none was withdrawn.
  ///   - collect: Takes the object of `--json` if a list of them is printed later.
  func print(
    _ output: OutputOptions, _ extent: ReportExtent = .everything, showsTexts: Bool = true, toFix: [String]? = nil,
    withdrawal: JSONValue? = nil, collect: ((JSONValue) -> Void)? = nil
  ) throws {
    let json = { report.json.with(["import": id]).with(withdrawal.map { ["withdrawal": $0] } ?? [:]) }
    let lines = { Terminal.display(output).lines(of: report, extent, showsTexts: showsTexts) }
    let printing = Result {
      if output.json, let collect {
        collect(json())
        return true
      }
      guard report.wasAnythingSent else {
        try output.print(json(), lines: lines, problems: { report.problemLines })
        return true
      }
      return output.printSent(
        json(), summary: "the import was carried out (\(report))", lines: lines, problems: { report.problemLines })
    }
    if let id, !output.json, report.wasAnythingSent {
      let advice = report.canBeUndone ? "; to take it back: nstack-review history undo \(id)" : ""
      output.note("import \(id)\(advice)")
    }
    output.close(RowCounts(report.changeset, report), toFix)
    try report.endIfInterrupted(output)
    if try !printing.get() || report.isIncomplete || !areFilesWritten || !areSignOffsKept {
      throw ExitStatus.partial.error
    }
  }
}

extension ReviewProfile {
  /// The pending proposals of this profile that somebody rejected.
  func rejectedOwn(in catalog: Catalog) -> [(proposal: Proposal, rejection: SheetEvent.Rejection)] {
    // If the register cannot be read, its error is reported when the import is added to it.
    guard let rounds = try? rounds() else { return [] }
    let own = catalog.proposals.values.joined().filter(\.canDelete).sorted { $0.id < $1.id }
    let rejections = rounds.rejections(of: own)
    return own.compactMap { proposal in rejections[proposal.id].map { (proposal, $0) } }
  }
}

extension OutputOptions {
  /// Says that proposals of this profile were rejected, and how to withdraw them.
  func note(ofRejected rejected: [(proposal: Proposal, rejection: SheetEvent.Rejection)]) {
    guard !rejected.isEmpty, !json else { return }
    note(
      "\(Counted.text(rejected.count, "proposal")) of this profile \(rejected.count == 1 ? "was" : "were") rejected "
        + "(proposals list --only mine,rejected says why); to withdraw: import with --accept rejected")
  }
}

extension SubmissionReport {
  /// Says how to resume an import that was cut off, and ends if the credentials were refused or a signal came.
  func endIfInterrupted(_ output: OutputOptions) throws {
    if isResumable { output.note("resume it: nstack-review import --resume") }
    if wereCredentialsRefused { throw ExitStatus.credentials.error }
    if let signal = Interruption.signalReceived { throw ExitCode(128 + signal) }
  }
}
