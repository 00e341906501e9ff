import Basics
import NStackAPI

extension Submission {
  /// Makes calls in rounds, until none is left or the submission stops, and returns the report.
  func run(_ changeset: Changeset) async -> SubmissionReport {
    // An unconfirmed call blocks the other calls for its text, so those of an earlier run are reconciled first.
    await reconcile()
    while await stopReason == nil, await state.startRound() > 0 {
      await sendRound()
      await reconcile()
    }
    return await report(changeset)
  }

  /// The reason why nothing more may be sent; nil if there is none.
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
      // Whichever comes first: all lanes are done, or the grace period is over and calls in flight are cancelled.
      _ = await group.next()
      group.cancelAll()
    }
  }

  /// Makes the calls of all lanes, and repeats the readings meanwhile.
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
      while working > 0, let isWorker = await group.next() { if isWorker { working -= 1 } }
      group.cancelAll()
    }
  }

  private func work() async {
    // An outcome is saved together with the next intent, so that a call needs one write and not two.
    var unkept: [JournalEntry] = []
    while let lane = await state.nextLane() {
      while let change = await state.next(inLane: lane) { guard await attempt(change, &unkept) else { break } }
    }
    await keep(&unkept)
  }

  /// Saves outcomes. If that fails, the calls count as unconfirmed.
  func keep(_ entries: inout [JournalEntry]) async {
    guard !entries.isEmpty else { return }
    defer { entries = [] }
    do throws(JournalError) { try await journal.record(entries) } catch { await loseTrack(of: entries, error) }
  }

  func loseTrack(of entries: [JournalEntry], _ error: JournalError) async {
    await state.stop("The journal could not be written, so nothing further was sent: \(error)")
    for case .outcome(let change, _, let time, _) in entries {
      await state.apply(
        .outcome(
          change: change,
          .unconfirmed(
            code: error.code.rawValue, message: "The call was made, but its outcome could not be saved: \(error)"),
          time: time))
    }
  }

  /// Reads the proposals a last time, compares them with the outcomes, and returns the report.
  func report(_ changeset: Changeset) async -> SubmissionReport {
    let verification = await verify()
    let reason = await stopReason.map { Reason(verbatim: $0) } ?? Reason("call.ended")
    let progress = await state.progress
    var ended = [JournalEntry.ended(time: clock.calendarNow(), isComplete: progress.isComplete)]
    if !changes.isEmpty { await keep(&ended) }
    return SubmissionReport(
      changeset: changeset, outcomes: progress.states.map { $0.knownOutcome ?? .notAttempted(reason) },
      verification: verification, isResumable: !progress.isComplete,
      wereCredentialsRefused: await state.wereCredentialsRefused, overrode: progress.overrode)
  }

  private func verify() async -> SubmissionReport.Verification {
    let states = await state.progress.states
    let isWorthReading = states.contains { state in
      guard let outcome = state.knownOutcome, state.attempts > 0 || outcome.isDone else { return false }
      switch outcome {
      case .failed, .notAttempted, .conflict: return false
      default: return true
      }
    }
    guard isWorthReading else { return .nothingToVerify }
    if options.stop.reason != nil {
      return .notRead("the import was interrupted, so the proposals were not read again")
    }
    if let failure = await journal.failure { return .notRead("the journal could not be written: \(failure)") }
    let snapshot: ProposalSnapshot
    do throws(NStackError) { snapshot = try await proposals.value(begunAtOrAfter: clock.now()) } catch {
      await state.note(error, isDelete: false)
      return .notRead("the proposals could not be read again: \(error)")
    }
    var differences: [SubmissionReport.Difference] = []
    var entries: [JournalEntry] = []
    for (index, state) in states.enumerated() {
      guard let outcome = state.knownOutcome else { continue }
      let reconciled = snapshot.reconciled(outcome, of: changes[index], wasUnconfirmed: state.wasUnconfirmed)
      switch reconciled {
      case .overridden(let seen): differences.append(SubmissionReport.Difference(change: index, seen: seen))
      // The server does not hold it, whether the call was carried out or not.
      case .unconfirmed:
        let seen = snapshot.seen(instead: changes[index])
        differences.append(SubmissionReport.Difference(change: index, seen: seen))
      default: break
      }
      if reconciled != outcome { entries.append(.outcome(change: index, reconciled, time: clock.calendarNow())) }
    }
    for entry in entries { await self.state.apply(entry) }
    await keep(&entries)
    if differences.isEmpty, let unread = snapshot.unreadOfAnyText, changes.contains(where: \.isDelete) {
      return .notRead("the list of proposals is incomplete, so deletes cannot be verified: \(unread)")
    }
    return differences.isEmpty ? .verified : .differences(differences)
  }
}
