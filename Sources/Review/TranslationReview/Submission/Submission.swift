import Basics
package import NStackAPI

/// The execution of a plan.
///
/// The number of calls in flight is bounded. Every step is in the journal before the next one depends on it. Calls whose
/// answers are lost are reconciled by reading the proposals, and a last reading verifies the result.
package struct Submission: Sendable {
  let changes: [Changeset.Change]
  let service: any ProposalService
  let options: SubmissionOptions
  let journal: JournalGroup
  let proposals: FreshReading<ProposalSnapshot>
  /// The current values of the texts with proposals; nil if they are not watched.
  let texts: FreshReading<ServedTexts>?
  /// The current values that the plan saw, one for each change; nil if they are not known.
  let plannedValues: [String?]
  let listed: ListedProposals
  let state: SubmissionState

  var clock: RetryClock { options.clock }

  /// Carries out a plan.
  ///
  /// ``SubmissionOptions/stop`` ends the submission after the calls in flight. Cancelling the task also cancels these
  /// calls, which may leave them unconfirmed. Calls that were not made are reported as not attempted.
  ///
  /// - Parameters:
  ///   - changeset: The plan.
  ///   - service: The connection.
  ///   - options: The limits and permissions of the submission.
  ///   - journal: The storage for every step.
  ///   - record: The submission for the journal; nil to generate one.
  ///   - progress: Receives the number of changes that have ended and of all changes, on any thread.
  /// - Throws: ``SubmissionRefusal`` if the options forbid the plan as a whole, or the journal cannot be started. Then
  ///   nothing was sent.
  package static func submit(
    _ changeset: Changeset, to service: any ProposalService, options: SubmissionOptions = SubmissionOptions(),
    journal: any SubmissionJournal = InMemoryJournal(), record: SubmissionRecord? = nil,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(SubmissionRefusal) -> SubmissionReport {
    try refuse(changeset, deletes: changeset.deleteCount, options)
    if !changeset.changes.isEmpty {
      do throws(JournalError) { try await journal.begin(record ?? .unnamed(changeset, options)) } catch {
        throw SubmissionRefusal(
          SubmissionRefusal.Code(rawValue: error.code.rawValue),
          "The journal cannot be written, so nothing was sent: \(error)")
      }
    }
    let submission = Submission(
      changeset, service, options, journal, SubmissionProgress(count: changeset.changes.count), [], progress)
    return await submission.run(changeset)
  }

  /// Resumes a plan that an earlier run left unfinished. Calls that the run left unconfirmed are reconciled first, by reading.
  ///
  /// - Parameters:
  ///   - changeset: The plan as it was begun.
  ///   - entries: The entries of the earlier runs.
  ///   - service: The connection.
  ///   - options: The limits and permissions of the submission.
  ///   - journal: The storage of the earlier runs, for the next steps.
  ///   - progress: Receives the number of changes that have ended and of all changes, on any thread.
  /// - Throws: ``SubmissionRefusal`` if the options forbid the plan as a whole. Then nothing was sent.
  package static func resume(
    _ changeset: Changeset, after entries: [JournalEntry], with service: any ProposalService,
    options: SubmissionOptions = SubmissionOptions(), journal: any SubmissionJournal,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(SubmissionRefusal) -> SubmissionReport {
    var changeset = changeset
    // The plan's own reading is now too old.
    changeset.reading = nil
    var kept = SubmissionProgress(count: changeset.changes.count, entries: entries)
    kept.markLostAnswers()
    for (index, state) in kept.states.enumerated() {
      switch state.outcome {
      case .failed, .notAttempted: kept.reopen(index)
      // The credentials were refused, not the change.
      case .refused(let code, _) where code == NStackError.Code.unauthorized.rawValue: kept.reopen(index)
      default: break
      }
    }
    let open = zip(changeset.changes, kept.states).filter { $0.1.outcome?.isOpen ?? true }
    try refuse(changeset, deletes: open.count { $0.0.isDelete }, options)
    let submission = Submission(changeset, service, options, journal, kept, entries, progress)
    return await submission.run(changeset)
  }

  /// Refuses a plan that the options forbid as a whole.
  package static func refuse(_ changeset: Changeset, deletes: Int, _ options: SubmissionOptions)
    throws(SubmissionRefusal)
  {
    if let most = options.maximumDeletes, deletes > most {
      throw SubmissionRefusal(
        .tooManyDeletes,
        "The plan deletes \(Counted.text(deletes, "proposal")), but at most \(most) may be deleted; nothing was sent.")
    }
    if options.refusesFindings, let refusal = refusalOfFindings(changeset) { throw refusal }
    guard options.isStrict else { return }
    var left: [String] = []
    if changeset.hasRefusals { left.append(Counted.being(changeset.refusedCount, "row") + " refused") }
    if changeset.hasForeignFiles { left.append(Counted.text(changeset.foreignFiles.count, "file") + " left out") }
    if changeset.diagnostics.contains(where: { $0.code == .sheetRowsMissing }) {
      left.append("exported rows are missing from a file")
    }
    if changeset.diagnostics.contains(where: { Self.unreadCodes.contains($0.code) }) {
      left.append("there are texts that are not read")
    }
    if changeset.diagnostics.contains(where: { $0.code == .rowUndecided }) { left.append("rows are still to fix") }
    if left.isEmpty, let error = changeset.diagnostics.first(where: { $0.severity == .error }) {
      left.append("there is an error (\(error.code.rawValue))")
    }
    if !left.isEmpty {
      let told = changeset.diagnostics.filter {
        [.sheetForeign, .rowUndecided].contains($0.code) || Self.unreadCodes.contains($0.code)
      }
      throw SubmissionRefusal(
        .strict,
        "\(left.joined(separator: " and ")), and a strict import sends all or nothing; nothing was sent."
          + told.prefix(mostTold).map { " \($0.message)" }.joined() + (told.count > mostTold ? " …" : ""))
    }
  }

  /// The maximum number of remarks that the refusal of a strict submission repeats.
  private static let mostTold = 5

  /// The codes for texts in places that are not read.
  private static let unreadCodes: [Diagnostic.Code] = [.sheetUnreadText, .sheetUnknownColumn, .sheetCommentsElsewhere]

  private static func refusalOfFindings(_ changeset: Changeset) -> SubmissionRefusal? {
    let found = changeset.items.filter { item in
      item.verdict == .refusedByCheck
        || [.propose, .conflict].contains(item.verdict) && item.findings.contains { $0.severity == .warning }
    }
    guard let first = found.first else { return nil }
    let finding = first.findings.first { $0.severity == .error || $0.severity == .warning }
    return SubmissionRefusal(
      .findings,
      "Checks found a fault in \(Counted.text(found.count, "row")); nothing was sent. The first is \(first.row.place): "
        + (finding?.sentence ?? first.message))
  }

  private init(
    _ changeset: Changeset, _ service: any ProposalService, _ options: SubmissionOptions,
    _ journal: any SubmissionJournal, _ kept: SubmissionProgress, _ entries: [JournalEntry],
    _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) {
    let changes = changeset.changes
    self.changes = changes
    self.service = service
    self.options = options
    let group = JournalGroup(journal)
    self.journal = group
    let state = SubmissionState(changes, progress: kept, failuresInARow: options.failuresInARow, report: progress)
    self.state = state
    let listed = ListedProposals(changes, after: entries)
    self.listed = listed
    plannedValues = changes.map { change in
      change.items.first.flatMap { changeset.items.indices.contains($0) ? changeset.items[$0].serverValue : nil }
    }
    let clock = options.clock
    proposals = FreshReading(
      clock: clock, lifetime: options.snapshotLifetime, plannedAt: changeset.reading?.begun,
      read: { _, begun in await Self.snapshot(service, begun) },
      receive: { snapshot in
        // A failure of the journal stops the next intent, so it can be ignored here.
        let found = await Self.overridden(listed.compare(with: snapshot), state, at: clock.calendarNow())
        let began = clock.calendarNow() - (clock.now() - snapshot.begun).inSeconds
        try? await group.record([.reading(time: began, listed: listed.removeUnkept())] + found)
      })
    texts = Self.watch(on: changes, plannedValues, changeset.reading, kept, options)
  }
}

extension SubmissionRecord {
  fileprivate static func unnamed(_ changeset: Changeset, _ options: SubmissionOptions) -> SubmissionRecord {
    let identity = PlanIdentity(parts: changeset.files.map(\.digest))
    return SubmissionRecord(
      id: String(identity.text.prefix(8)), identity: identity, startedAt: options.clock.calendarNow(), scope: .empty,
      allowsDelete: options.allowsDelete, changeset: changeset)
  }
}
