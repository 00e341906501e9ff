import Basics
import NStackAPI

extension Submission {
  /// Settles the calls in doubt by reading. If the server holds what a call asks for, the call was carried out. If it still
  /// does not when the settle time is over, the call was not carried out and is tried again.
  func settleDoubts() async {
    let doubts = await state.doubts
    guard !doubts.isEmpty, options.stop.reason == nil, !Task.isCancelled, await journal.failure == nil else { return }
    guard var open = await settled(doubts, byReadingAtOrAfter: clock.now()) else { return }
    let deletes = open.filter { changes[$0].isDelete }
    open.removeAll { changes[$0].isDelete }
    if !open.isEmpty {
      var wait = Duration.zero
      for index in open { wait = max(wait, await restOfRequest(index)) }
      if wait > .zero {
        guard await sleep(wait), let rest = await settled(open, byReadingAtOrAfter: clock.now()) else { return }
        open = rest
      }
    } else if !deletes.isEmpty {
      guard await sleep(.seconds(1) * clock.random()) else { return }
    }
    // A delete may be repeated at once, because a second one changes nothing.
    for index in (open + deletes).sorted() { await tryAgain(index) }
  }

  /// Settles the calls that a reading shows to be carried out.
  ///
  /// - Returns: The other calls; nil if the reading failed.
  private func settled(_ doubts: [Int], byReadingAtOrAfter begun: Duration) async -> [Int]? {
    let snapshot: ProposalSnapshot
    do throws(NStackError) {
      snapshot = try await proposals.value(begunAtOrAfter: begun)
    } catch {
      await state.note(error, isDelete: false)
      await state.stop(
        "Calls without an answer could not be settled, because the proposals could not be read: \(error)")
      return nil
    }
    var open: [Int] = []
    var entries: [JournalEntry] = []
    for index in doubts {
      if let outcome = snapshot.completion(of: changes[index]) {
        entries.append(.outcome(change: index, outcome, time: clock.calendarNow()))
      } else if let outcome = movedOn(changes[index], snapshot) {
        entries.append(.outcome(change: index, outcome, time: clock.calendarNow()))
      } else {
        open.append(index)
      }
    }
    for entry in entries {
      await state.take(entry)
      if case .outcome(let index, let outcome, _, _) = entry { listed.end(index, outcome, at: snapshot.begun) }
    }
    entries += await overridden(by: snapshot)
    await keep(&entries)
    return open
  }

  /// The outcome if this profile's pending proposal is neither the one from before the call nor the sent one: somebody else
  /// changed the text since, so the call is not repeated.
  private func movedOn(_ change: Changeset.Change, _ snapshot: ProposalSnapshot) -> ChangeOutcome? {
    guard !change.isDelete, let pending = change.pending, let own = snapshot.own(change.text).first,
      !pending.contains(where: { ExactText($0.value) == ExactText(own.value) })
    else { return nil }
    return .overridden(seen: own.value)
  }

  /// Returns the time until the server can no longer carry out a request that was sent.
  private func restOfRequest(_ index: Int) async -> Duration {
    let kept = await state.progress.states[index]
    guard kept.lastSent != nil else { return .zero }
    if let sent = listed.lastSent(index) {
      return max(.zero, options.settleTime - (clock.now() - sent))
    }
    return kept.restInDoubt(settleTime: options.earlierSettleTime ?? options.settleTime, now: clock.moment())
  }

  private func tryAgain(_ index: Int) async {
    guard await state.attemptsInThisRun(of: index) < options.attempts, await stopReason == nil else { return }
    _ = await state.reopen(index)
  }

  /// Waits; returns false if a stop was requested meanwhile.
  private func sleep(_ time: Duration) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { (try? await clock.sleep(time)) != nil }
      group.addTask {
        await options.stop.wait()
        return false
      }
      let isOver = await group.next() ?? false
      group.cancelAll()
      return isOver && options.stop.reason == nil
    }
  }
}
