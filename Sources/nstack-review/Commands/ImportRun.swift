import ArgumentParser
import NStackAPI
import ReviewJournal
import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The carrying out of a plan as the program does it: with the profile's journal, interruptible, with progress.
struct ImportRun {
  let connection: Connection
  let output: OutputOptions
  let journal: ReviewJournal
  /// Whether reports hold all notes of the sheets.
  var knowsNotes = true

  /// Carries out a new plan.
  func submit(
    _ changeset: Changeset, _ options: SubmissionOptions, identity: PlanIdentity,
    purpose: SubmissionRecord.Purpose = .sheets
  ) async throws -> SubmissionReport {
    let record = SubmissionRecord(
      id: JournalPlace.newID(), identity: identity, purpose: purpose, startedAt: options.clock.calendarNow(),
      scope: connection.scope.hash, guidMark: connection.guidMark,
      paths: changeset.files.map { AbsolutePath.of($0.path) },
      allowsDelete: options.allowsDelete, changeset: changeset)
    let older = try journal.unfinishedImports().filter { $0.isOf(connection) }
    let report = try await sending(options) { options, progress in
      try await Submission.submit(
        changeset, to: connection.client, options: options,
        journal: journal.journal(requestTimeout: connection.settleTime),
        record: record, progress: progress)
    }
    if connection.stop.reason == nil { await Succession(run: self).settle(older, after: record, report) }
    return report
  }

  /// Goes on with an import that was cut off.
  func resume(_ kept: KeptImport, _ options: SubmissionOptions) async throws -> SubmissionReport {
    try JournalPlace.check(kept, isOf: connection, for: "resume")
    for file in kept.files where file.isUnchanged == false {
      throw Failure.usage(
        "resume.changed-sheet",
        "\(file.path) was edited since import \(kept.id) was begun, so that plan is not its plan.",
        hint: "Import the sheet anew: what was sent already is recognised.")
    }
    let (record, entries) = try journal.record(ofImport: kept.id)
    var options = options
    options.allowsDelete = options.allowsDelete || record.allowsDelete
    options.earlierSettleTime = settleTime(of: kept)
    options.textsTouchedLater = try journal.texts(touchedAfterImport: kept.id)
    let older = try journal.unfinishedImports().prefix { $0.id != kept.id }.filter { $0.isOf(connection) }
    let report = try await sending(options) { options, progress in
      try await Submission.resume(
        record.changeset, after: entries, with: connection.client, options: options,
        journal: journal.journal(ofImport: kept.id, requestTimeout: connection.settleTime), progress: progress)
    }
    if connection.stop.reason == nil { await Succession(run: self).settle(older, after: record, report) }
    return report
  }

  /// How late a call that an earlier import left in doubt may still be carried out. Earlier versions kept the request's timeout,
  /// which says nothing of the server.
  private func settleTime(of kept: KeptImport) -> Duration {
    max(kept.timeoutInDoubt ?? .zero, connection.settleTime)
  }

  private func sending(
    _ options: SubmissionOptions,
    _ body:
      @escaping @Sendable (
        SubmissionOptions, @escaping @Sendable (_ done: Int, _ total: Int) -> Void
      ) async throws -> SubmissionReport
  ) async throws -> SubmissionReport {
    var options = options
    options.settleTime = connection.settleTime
    options.stop = connection.stop
    options.texts = connection.client
    let progress = ProgressLine(output, what: "sending")
    defer { progress.end() }
    return try await Interruption.stopping(options.stop) { [options] in
      try await body(options) { done, total in progress.advance(to: done, of: total) }
    }
  }

  /// Waits until a call that an earlier import left in doubt cannot be carried out any more, so that what is read now holds.
  func waitForDoubts() async throws {
    try await waitForLostSteps()
    let clock = RetryClock.system
    var rest = Duration.zero
    for kept in try journal.unfinishedImports() where kept.lastInDoubt != nil {
      let (record, entries) = try journal.record(ofImport: kept.id)
      let states = SubmissionProgress(count: record.changeset.changes.count, entries: entries).states
      for state in states where state.isInDoubt {
        rest = max(rest, state.restInDoubt(settleTime: settleTime(of: kept), now: clock.moment()))
      }
    }
    guard rest > .zero else { return }
    output.note(
      "an earlier import left calls in doubt: waiting \(Int(rest.inSeconds) + 1) s until their fate is certain")
    try await clock.sleep(rest)
  }

  /// Tells of steps that the journal lost, and waits until no call that was among them can be carried out any more.
  func waitForLostSteps() async throws {
    guard let lost = journal.lostSteps else { return }
    let what = lost.count.map { "the last \(Counted.text($0, "step")) of" } ?? "steps of"
    let wait = max(lost.timeout ?? .zero, connection.settleTime)
    output.note(
      "warning: the journal \(journal.path) lost \(what) import \(lost.importID): its file was damaged, or replaced by an "
        + "older copy. Calls may have been made that it does not know of: the proposals are read in \(Int(wait.inSeconds)) s, before "
        + "anything is sent")
    try await RetryClock.system.sleep(wait)
    journal.acceptLostSteps()
  }

  /// Prints a report and ends with the code that fits it.
  func tell(_ report: SubmissionReport) throws {
    let printing = Result { try print(report) }
    if report.isResumable { output.note("go on with: nstack-review import --resume") }
    if report.wereCredentialsRefused { throw ExitStatus.credentials.error }
    if let signal = Interruption.signalReceived { throw ExitCode(128 + signal) }
    if try !printing.get() || report.isIncomplete { throw ExitStatus.partial.error }
  }

  /// - Returns: Whether what was sent is printed, or nothing was sent.
  private func print(_ report: SubmissionReport) throws -> Bool {
    guard report.wasAnythingSent else {
      try output.tell(report.json, lines: { report.lines() }, problems: { report.problemLines })
      return true
    }
    return output.tellSent(
      report.json, summary: "the import was carried out (\(report.summaryLine))", lines: { report.lines() },
      problems: { report.problemLines })
  }
}
