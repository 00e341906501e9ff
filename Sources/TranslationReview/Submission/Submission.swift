public import NStackAPI

/// The execution of a plan.
///
/// The number of calls in flight is bounded. Every step is in the journal before the next one depends on it. Calls whose
/// answers are lost are settled by reading the proposals, and a last reading verifies the result.
public struct Submission: Sendable {
  let changes: [Changeset.Change]
  let service: any ProposalService
  let options: SubmissionOptions
  let journal: JournalGroup
  let proposals: FreshReading<ProposalSnapshot>
  /// The current values of the texts to propose for; nil if they are not watched.
  let texts: FreshReading<ServedTexts>?
  /// The current values that the plan saw, one for each change; nil if they are not known.
  let plannedValues: [String?]
  let listed: ListedProposals
  let state: SubmissionState

  var clock: RetryClock { options.clock }

  /// Carries out a plan.
  ///
  /// ``SubmissionOptions/stop`` ends the submission after the calls in flight. Cancelling the task also cancels these
  /// calls, which may leave them in doubt. Calls that were not made are reported as not attempted.
  ///
  /// - Parameters:
  ///   - changeset: The plan.
  ///   - service: The connection.
  ///   - options: The limits and permissions of the submission.
  ///   - journal: The storage for every step.
  ///   - record: The submission as the journal saves it; nil for one with a generated id.
  ///   - progress: Receives the number of settled changes and of all changes, on any thread.
  /// - Throws: ``SubmissionRefusal`` if the options forbid the plan as a whole, or the journal cannot be started. Then
  ///   nothing was sent.
  public static func submit(
    _ changeset: Changeset, to service: any ProposalService, options: SubmissionOptions = SubmissionOptions(),
    journal: any SubmissionJournal = InMemoryJournal(), record: SubmissionRecord? = nil,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(SubmissionRefusal) -> SubmissionReport {
    try refuse(changeset, deletes: changeset.deleteCount, options)
    if !changeset.changes.isEmpty {
      do throws(JournalError) {
        try await journal.begin(record ?? .unnamed(changeset, options))
      } catch {
        throw SubmissionRefusal(
          code: error.code.rawValue, message: "The journal cannot be kept, so nothing was sent: \(error)")
      }
    }
    let submission = Submission(
      changeset, service, options, journal, SubmissionProgress(count: changeset.changes.count), [], progress)
    return await submission.run(changeset)
  }

  /// Resumes a plan that an earlier run left unfinished. Calls that the run left in doubt are settled first, by reading.
  ///
  /// - Parameters:
  ///   - changeset: The plan as it was begun.
  ///   - entries: The entries of the earlier runs.
  ///   - service: The connection.
  ///   - options: The limits and permissions of the submission.
  ///   - journal: The storage of the earlier runs, for the next steps.
  ///   - progress: Receives the number of settled changes and of all changes, on any thread.
  /// - Throws: ``SubmissionRefusal`` if the options forbid the plan as a whole. Then nothing was sent.
  public static func resume(
    _ changeset: Changeset, after entries: [JournalEntry], with service: any ProposalService,
    options: SubmissionOptions = SubmissionOptions(), journal: any SubmissionJournal,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(SubmissionRefusal) -> SubmissionReport {
    var changeset = changeset
    // The plan's own reading is too old by now.
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

  private static func refuse(
    _ changeset: Changeset, deletes: Int, _ options: SubmissionOptions
  ) throws(SubmissionRefusal) {
    if let most = options.maximumDeletes, deletes > most {
      throw SubmissionRefusal(
        code: "plan.too-many-deletes",
        message:
          "The plan deletes \(Counted.text(deletes, "proposal")), more than the \(most) allowed by --max-deletes; "
          + "nothing was sent.")
    }
    guard options.isStrict else { return }
    var left: [String] = []
    if changeset.hasRefusals { left.append(Counted.being(changeset.refusedCount, "row") + " refused") }
    if changeset.hasForeignFiles {
      left.append(Counted.being(changeset.foreignFiles.count, "file") + " not a review sheet")
    }
    if left.isEmpty, let error = changeset.diagnostics.first(where: { $0.severity == .error }) {
      left.append("there is an error (\(error.code))")
    }
    if !left.isEmpty {
      throw SubmissionRefusal(
        code: "plan.strict",
        message: "\(left.joined(separator: " and ")), and --strict was given; nothing was sent.")
    }
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
    let state = SubmissionState(changes, progress: kept, failuresInARow: options.failuresInARow, tell: progress)
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
      take: { snapshot in
        // A failure of the journal stops the next intent, so it can be ignored here.
        let found = await Self.overridden(listed.take(snapshot), state, at: clock.calendarNow())
        let began = clock.calendarNow() - (clock.now() - snapshot.begun).inSeconds
        try? await group.record([.reading(time: began, listed: listed.takeUnkept())] + found)
      })
    texts = Self.watch(on: changes, plannedValues, changeset.reading, kept, options)
  }

  // MARK: - Rounds

  private func run(_ changeset: Changeset) async -> SubmissionReport {
    // A text in doubt bars its lane, so what an earlier run left comes first.
    await settleDoubts()
    while await stopReason == nil, await state.startRound() > 0 {
      await sendRound()
      await settleDoubts()
    }
    return await report(changeset)
  }

  /// Why nothing further may be sent.
  var stopReason: String? {
    get async {
      if let reason = options.stop.reason { return reason }
      if Task.isCancelled { return "The import was interrupted before this call." }
      return await state.stopReason
    }
  }

  private func sendRound() async {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await workAndRead()
        return true
      }
      group.addTask {
        await options.stop.wait()
        try? await clock.sleep(options.grace)
        return false
      }
      // Whoever is first: all lanes are through, or the grace is over and calls in flight are cut off.
      _ = await group.next()
      group.cancelAll()
    }
  }

  /// Works until all lanes are through, and reads beside it.
  private func workAndRead() async {
    await withTaskGroup(of: Bool.self) { group in
      var working = min(max(1, options.concurrency), changes.count)
      for _ in 0..<working {
        group.addTask {
          await work()
          return true
        }
      }
      group.addTask {
        await proposals.readAhead()
        return false
      }
      if let texts {
        group.addTask {
          await texts.readAhead()
          return false
        }
      }
      while working > 0, let isWorker = await group.next() {
        if isWorker { working -= 1 }
      }
      group.cancelAll()
    }
  }

  private func work() async {
    // An outcome is kept together with the next intent, so that a call costs one writing and not two.
    var unkept: [JournalEntry] = []
    while let lane = await state.nextLane() {
      while let change = await state.next(inLane: lane) {
        guard await attempt(change, &unkept) else { break }
      }
    }
    await keep(&unkept)
  }

  /// Keeps outcomes; where that fails, what they say counts as not known.
  func keep(_ entries: inout [JournalEntry]) async {
    guard !entries.isEmpty else { return }
    defer { entries = [] }
    do throws(JournalError) {
      try await journal.record(entries)
    } catch {
      await loseTrack(of: entries, error)
    }
  }

  func loseTrack(of entries: [JournalEntry], _ error: JournalError) async {
    await state.stop("The journal could not be kept, so nothing further was sent: \(error)")
    for case .outcome(let change, _, let time, _) in entries {
      await state.take(
        .outcome(
          change: change,
          .inDoubt(
            code: error.code.rawValue, message: "The call was made, but its outcome could not be kept: \(error)"),
          time: time))
    }
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
