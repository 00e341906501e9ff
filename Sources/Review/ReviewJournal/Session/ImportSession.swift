import NStackAPI
import ReviewReports
public import TranslationReview

/// An import from its start to its end. The methods are the steps of ``run(_:)``, in their order.
///
/// A session locks the profile's journal, so no other session on this machine imports at the same time. Every call is
/// in the journal before it is sent; after an interruption, ``resume(_:options:results:)`` continues from there.
public struct ImportSession: Sendable {
  /// The connection, and what is kept from import to import.
  public let profile: ReviewProfile
  let journal: ReviewJournal
  let dialog: any ImportDialog

  /// Opens the profile's journal, runs `body` with a session in the caller's isolation, and closes the journal.
  ///
  /// - Throws: ``ImportError``: `config.state-folder`; `JournalError`, such as `locked` if another session
  ///   is open; the errors of `body`.
  nonisolated(nonsending) public static func open<Result>(
    _ profile: ReviewProfile, _ dialog: any ImportDialog,
    _ body: nonisolated(nonsending) (ImportSession) async throws -> Result
  ) async throws -> Result {
    let path = try profile.requiredJournalPath()
    try PlainFile.makeFolders(above: path)
    guard let journal = try ReviewJournal.open(path: path, for: .importing) else {
      throw JournalError(.unusable, "The journal \(path) cannot be created.")
    }
    defer { journal.close() }
    return try await body(ImportSession(profile: profile, journal: journal, dialog: dialog))
  }

  /// Imports returned sheets, or a saved plan.
  ///
  /// - Throws: ``ImportError``, `NStackError`, `JournalError` and others, like the steps. If it throws, nothing was
  ///   sent. After the first call it does not throw, and the outcome says what happened.
  public func run(_ request: ImportRequest) async throws -> ImportOutcome {
    try await waitForEarlierCalls()
    return try await run(request, against: try await read())
  }

  /// Plans an import, to show it. Nothing is sent.
  ///
  /// - Throws: As ``run(_:)``.
  public func plan(_ source: PlanSource) async throws -> ImportPlan {
    try await waitForEarlierCalls()
    return try await profile.plan(source, against: try await read(), dialog)
  }

  /// Sends a plan as it was shown, with no other change. What the server has by now is compared with it first, and what
  /// was taken back since is in conflict.
  ///
  /// The dialog is not asked for consent again, so ``ImportOptions/allowsDelete`` says whether deletes are sent.
  ///
  /// - Parameters:
  ///   - plan: What ``plan(_:)`` returned, in this or in an earlier session of the profile.
  ///   - options: What the import may do.
  ///   - results: The files to write afterwards.
  /// - Throws: As ``run(_:)``, and ``ImportError`` `plan.other-profile`.
  public func run(_ plan: ImportPlan, options: ImportOptions = ImportOptions(), results: ResultFiles = ResultFiles())
    async throws -> ImportOutcome
  {
    guard plan.owner == profile.owner else {
      throw ImportError(
        .plannedElsewhere, "the plan was made for another application, platform, server or guid.",
        hint: "Plan again with this profile.")
    }
    let changeset = plan.changeset
    try results.check(against: changeset.files, changeset.foreignFiles, edits: changeset.items.map(\.row))
    try await waitForEarlierCalls()
    var plan = plan
    plan.changeset = try profile.withholding(changeset, since: plan.decidedUntil, isSent: false)
    // However fresh the plan's reading is, another plan may have been sent since, or the same one.
    plan.changeset.reading = nil
    let sent = try await submit(try await picked(from: plan, options), options.allowsDelete, options)
    return await finish(sent, results, catalog: plan.catalog ?? Catalog(resources: [], proposals: []))
  }

  /// Imports returned sheets, or a saved plan, as ``run(_:)`` does after its first two steps.
  ///
  /// - Parameters:
  ///   - request: What to import.
  ///   - catalog: What ``read()`` returned after `waitForEarlierCalls()`.
  /// - Throws: As ``run(_:)``.
  package func run(_ request: ImportRequest, against catalog: Catalog) async throws -> ImportOutcome {
    let whole = try await profile.plan(request.source, against: catalog, dialog, areDrafts: request.options.areDrafts)
    let plan = try await picked(from: whole, request.options)
    let consent = try await consent(to: plan, request.options)
    let sent = try await submit(plan, consent, request.options)
    return await finish(sent, request.results, catalog: catalog)
  }

  /// Undoes an import.
  ///
  /// - Parameters:
  ///   - id: The import's id.
  ///   - choice: The changes to undo.
  ///   - postsOverridden: Whether other people's proposals that the import overrode are proposed again, as this
  ///     profile's own.
  ///   - maximumDeletes: Nothing is sent if more proposals than this would be deleted; nil for no limit.
  /// - Throws: As ``run(_:)``, and `JournalError` `unknownImport`.
  public func undo(
    _ id: String, choosing choice: UndoChoice = UndoChoice(), postsOverridden: Bool = false, maximumDeletes: Int? = nil
  ) async throws -> ImportOutcome {
    let plan = try await planUndo(id, choosing: choice, postsOverridden: postsOverridden)
    var options = ImportOptions()
    options.maximumDeletes = maximumDeletes
    options.allowsDelete = true
    let consent = try await consent(to: plan, options)
    let sent = try await submit(plan, consent, options)
    await closeOlderImports(after: sent)
    recordUndoing(by: sent.record, sent.report)
    return ImportOutcome(sent, areFilesWritten: true)
  }

  /// Reads the texts and proposals that the plan is made from.
  package func read() async throws -> Catalog { try await profile.readCatalog(dialog) }

  /// Leaves out the changes that the dialog does not pick, if the options let it pick changes.
  func picked(from plan: ImportPlan, _ options: ImportOptions) async throws -> ImportPlan {
    guard options.picksChanges, !plan.changeset.changes.isEmpty else { return plan }
    guard let picked = try await dialog.picks(from: plan.changeset) else {
      throw ImportError(.declined, "Nothing was sent.")
    }
    var chosen = plan
    chosen.changeset = plan.changeset.keeping(picked)
    return chosen
  }

  /// Asks for consent to a plan with changes, unless the options forbid the plan.
  ///
  /// - Returns: Whether deletes are sent as well.
  func consent(to plan: ImportPlan, _ options: ImportOptions, deletion: ProposalDeletion.Plan? = nil) async throws
    -> Bool
  {
    guard !plan.changeset.changes.isEmpty else { return options.allowsDelete }
    try Submission.refuse(plan.changeset, deletes: plan.changeset.deleteCount, submissionOptions(options))
    var request = ConsentRequest(plan.changeset, purpose: plan.purpose, allowsDelete: options.allowsDelete)
    request.deletion = deletion
    switch try await dialog.consent(to: request) {
    case .given(let deletes): return deletes
    case .declined: throw ImportError(.declined, "Nothing was sent.")
    }
  }

  /// Closes older imports, adds the return of the sheets to the register, and writes the result files.
  func finish(_ sent: SentImport, _ results: ResultFiles, catalog: Catalog) async -> ImportOutcome {
    await closeOlderImports(after: sent)
    profile.record(SheetEvent.returns(sent.report, of: sent.record.id, at: profile.now, path: AbsolutePath.of), dialog)
    profile.recordRejections(of: sent.report.changeset, dialog)
    recordUndoing(by: sent.record, sent.report)
    return ImportOutcome(sent, areFilesWritten: await results.write(sent, catalog, profile, dialog))
  }
}

/// The waits before an import, so that no late call changes what is read afterwards.
extension ImportSession {
  /// Waits until no call that an earlier import left unconfirmed can take effect any more.
  package func waitForEarlierCalls() async throws {
    try await waitForLostSteps()
    var rest = Duration.zero
    for kept in try journal.unfinishedImports() where kept.lastUnconfirmed != nil {
      let (record, entries) = try journal.record(ofImport: kept.id)
      let states = SubmissionProgress(count: record.changeset.changes.count, entries: entries).states
      for state in states where state.isUnconfirmed {
        rest = max(rest, state.timeUntilCertain(settleTime: settleTime(of: kept), now: profile.clock.moment()))
      }
    }
    guard rest > .zero else { return }
    dialog.note(.waitingForEarlierCalls(rest))
    try await profile.clock.sleep(rest)
  }

  /// Waits until no call among the steps that the journal lost can take effect any more.
  package func waitForLostSteps() async throws {
    guard let lost = journal.lostSteps else { return }
    let wait = max(lost.timeout ?? .zero, profile.settleTime)
    dialog.note(.lostSteps(lost, journal: journal.path, wait: wait))
    try await profile.clock.sleep(wait)
    journal.acceptLostSteps()
  }

  /// How long after its sending a call that an earlier import left unconfirmed may still take effect.
  func settleTime(of kept: KeptImport) -> Duration { max(kept.unconfirmedTimeout ?? .zero, profile.settleTime) }
}

/// The result of an import.
public struct ImportOutcome: Sendable, CustomStringConvertible {
  /// The plan, the outcome of each call, and what the server had afterwards.
  public let report: SubmissionReport
  /// Whether all result files were written.
  package let areFilesWritten: Bool
  /// Whether the sign-offs were saved. If not, importing the same sheets again saves them.
  package let areSignOffsKept: Bool
  /// The import's id in the journal; nil if the import had no calls, so that it is not in the journal.
  public let id: String?

  /// What became of the rows and calls, and the import's id, on one line.
  public var description: String { id.map { "import \($0): \(report)" } ?? "\(report)" }

  init(_ sent: SentImport, areFilesWritten: Bool) {
    report = sent.report
    self.areFilesWritten = areFilesWritten
    areSignOffsKept = sent.areSignOffsKept
    id = sent.report.changeset.changes.isEmpty ? nil : sent.record.id
  }
}
