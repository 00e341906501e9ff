import Basics
import NStackAPI

extension Submission {
  /// Settles what is in doubt by reading: what is there was carried out; what is not there once the time for its request is
  /// over was not, and is tried again.
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
    // A delete may be repeated at once: it cannot be done twice.
    for index in (open + deletes).sorted() { await tryAgain(index) }
  }

  /// Settles what a reading shows to be done.
  ///
  /// - Returns: What it does not show; nil where it failed.
  private func settled(_ doubts: [Int], byReadingAtOrAfter begun: Duration) async -> [Int]? {
    let snapshot: ProposalSnapshot
    do throws(NStackError) {
      snapshot = try await proposals.value(begunAtOrAfter: begun)
    } catch {
      await state.note(error, isDelete: false)
      await state.stop("What is in doubt could not be settled, as the proposals could not be read: \(error)")
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

  /// A text for which this profile now proposes what neither stood there before nor was sent was moved on by somebody, and
  /// is not touched again.
  private func movedOn(_ change: Changeset.Change, _ snapshot: ProposalSnapshot) -> ChangeOutcome? {
    guard !change.isDelete, let pending = change.pending, let own = snapshot.own(change.text).first,
      !pending.contains(where: { ExactText($0.value) == ExactText(own.value) })
    else { return nil }
    return .overridden(seen: own.value)
  }

  /// The time until a request that was sent cannot be carried out any more.
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

  /// Waits, unless a stop is asked for.
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
