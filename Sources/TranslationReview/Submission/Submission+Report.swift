import NStackAPI

extension Submission {
  /// Reads the proposals a last time, compares them with the outcomes, and returns the report.
  func report(_ changeset: Changeset) async -> SubmissionReport {
    let verification = await verify()
    let reason = await stopReason ?? "The import ended before this call."
    let progress = await state.progress
    var ended = [
      JournalEntry.ended(time: clock.calendarNow(), isComplete: progress.isComplete)
    ]
    if !changes.isEmpty { await keep(&ended) }
    return SubmissionReport(
      changeset: changeset, outcomes: progress.states.map { $0.standing ?? .notAttempted(reason: reason) },
      verification: verification, isResumable: !progress.isComplete,
      wereCredentialsRefused: await state.wereCredentialsRefused, overrode: progress.overrode)
  }

  private func verify() async -> SubmissionReport.Verification {
    let states = await state.progress.states
    let isWorthReading = states.contains { state in
      guard let outcome = state.standing, state.attempts > 0 || outcome.isDone else { return false }
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
    do throws(NStackError) {
      snapshot = try await proposals.value(begunAtOrAfter: clock.now())
    } catch {
      await state.note(error, isDelete: false)
      return .notRead("the proposals could not be read again: \(error)")
    }
    var differences: [SubmissionReport.Difference] = []
    var entries: [JournalEntry] = []
    for (index, state) in states.enumerated() {
      guard let outcome = state.standing else { continue }
      let settled = Verification.settled(outcome, of: changes[index], wasInDoubt: state.wasInDoubt, by: snapshot)
      switch settled {
      case .overridden(let seen): differences.append(SubmissionReport.Difference(change: index, seen: seen))
      // The server does not hold it, whether the call was carried out or not.
      case .inDoubt:
        let seen = Verification.seen(instead: changes[index], by: snapshot)
        differences.append(SubmissionReport.Difference(change: index, seen: seen))
      default: break
      }
      if settled != outcome { entries.append(.outcome(change: index, settled, time: clock.calendarNow())) }
    }
    for entry in entries { await self.state.take(entry) }
    await keep(&entries)
    if differences.isEmpty, let unread = snapshot.unreadOfAnyText, changes.contains(where: \.isDelete) {
      return .notRead("the list of proposals is incomplete, so deletes cannot be verified: \(unread)")
    }
    return differences.isEmpty ? .verified : .differences(differences)
  }
}
