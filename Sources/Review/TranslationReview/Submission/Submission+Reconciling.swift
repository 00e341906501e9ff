import Basics
import NStackAPI

extension Submission {
  /// Resolves calls with an unknown outcome by reading. If the server has what a call asks for, the call was carried
  /// out. If it still does not at the end of the settle time, the call was not carried out and is tried again.
  func reconcile() async {
    let unconfirmed = await state.unconfirmed
    guard !unconfirmed.isEmpty, options.stop.reason == nil, !Task.isCancelled, await journal.failure == nil else {
      return
    }
    guard var open = await reconciled(unconfirmed, byReadingAtOrAfter: clock.now()) else { return }
    let deletes = open.filter { changes[$0].isDelete }
    open.removeAll { changes[$0].isDelete }
    if !open.isEmpty {
      var wait = Duration.zero
      for index in open { wait = max(wait, await restOfRequest(index)) }
      if wait > .zero {
        options.noteWait(wait)
        guard await sleep(wait), let rest = await reconciled(open, byReadingAtOrAfter: clock.now()) else { return }
        open = rest
      }
    } else if !deletes.isEmpty {
      guard await sleep(.seconds(1) * clock.random()) else { return }
    }
    // A delete may be repeated at once, because a second one changes nothing.
    for index in (open + deletes).sorted() {
      guard await state.attemptsInThisRun(of: index) < options.attempts, await stopReason == nil else { continue }
      await state.reopen(index)
    }
  }

  /// Records the outcome of each unconfirmed call that a reading shows to be carried out.
  ///
  /// - Returns: The calls that are still unconfirmed; nil if the reading failed.
  private func reconciled(_ unconfirmed: [Int], byReadingAtOrAfter begun: Duration) async -> [Int]? {
    let snapshot: ProposalSnapshot
    do throws(NStackError) { snapshot = try await proposals.value(begunAtOrAfter: begun) } catch {
      await state.note(error, isDelete: false)
      await state.stop(
        "Calls without an answer could not be reconciled, because the proposals could not be read: \(error)")
      return nil
    }
    var open: [Int] = []
    var entries: [JournalEntry] = []
    for index in unconfirmed {
      if let outcome = snapshot.completion(of: changes[index]) ?? movedOn(changes[index], snapshot) {
        entries.append(.outcome(change: index, outcome, time: clock.calendarNow()))
      } else {
        open.append(index)
      }
    }
    for entry in entries {
      await state.apply(entry)
      if case .outcome(let index, let outcome, _, _) = entry { listed.end(index, outcome, at: snapshot.begun) }
    }
    entries += await Self.overridden(listed.compare(with: snapshot), state, at: clock.calendarNow())
    await keep(&entries)
    return open
  }

  /// The outcome if this profile's pending proposal is neither the one from before the call nor the sent one: then
  /// somebody else changed the text, so the call is not repeated.
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
    if let sent = listed.lastSent(index) { return max(.zero, options.settleTime - (clock.now() - sent)) }
    return kept.timeUntilCertain(settleTime: options.earlierSettleTime ?? options.settleTime, now: clock.moment())
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

  static func snapshot(_ service: any ProposalService, _ begun: Duration) async -> Result<ProposalSnapshot, NStackError>
  {
    do throws(NStackError) {
      return .success(ProposalSnapshot(try await service.proposalList(state: .unaccepted), begun: begun))
    } catch { return .failure(error) }
  }

  /// Returns the reading of the current values of all texts with an open proposal; nil if there is nothing to compare.
  static func watch(
    on changes: [Changeset.Change], _ plannedValues: [String?], _ reading: Catalog.Reading?,
    _ progress: SubmissionProgress, _ options: SubmissionOptions
  ) -> FreshReading<ServedTexts>? {
    guard let service = options.texts, !options.proposesInConflict else { return nil }
    var watched: [String: Set<TextKey>] = [:]
    for (index, change) in changes.enumerated() where !change.isDelete && plannedValues[index] != nil {
      guard progress.states[index].outcome?.isOpen ?? true else { continue }
      watched[LocaleName.normalized(change.text.locale), default: []].insert(TextKey(change.text))
    }
    guard !watched.isEmpty else { return nil }
    let planned = reading?.resourceIndex ?? []
    let reader = TextReader(
      service: service, watched: watched, planned: planned, plannedAt: planned.isEmpty ? nil : reading?.begun,
      concurrency: options.concurrency)
    return FreshReading(
      clock: options.clock, lifetime: options.snapshotLifetime, plannedAt: reading?.begun,
      read: { previous, begun in await reader.read(after: previous, begun: begun) })
  }

  /// Returns the state that a call was planned for.
  func basis(of index: Int) async -> CallBasis {
    CallBasis(
      change: changes[index], plannedValue: plannedValues[index],
      wasUnconfirmed: await state.progress.states[index].wasUnconfirmed,
      deleted: await state.deletedBefore(index, changes),
      isTouchedLater: options.textsTouchedLater.contains(changes[index].text),
      proposesInConflict: options.proposesInConflict)
  }

  /// Whether a call may be sent now: the newest reading is fresh, and the text is as planned. Called once for each
  /// request.
  func mayLeave(_ index: Int, on basis: CallBasis, checksAge: Bool) -> Bool {
    let now = clock.now()
    if checksAge, !proposals.isFresh(at: now) || texts?.isFresh(at: now) == false { return false }
    // Recorded before the comparison, so that the call may count as overriding proposals from a reading that ends in
    // between.
    listed.begin(index, at: now)
    guard basis.outcome(by: proposals.latest, texts?.latest) == nil else {
      listed.withdraw(index, wasUnconfirmed: basis.wasUnconfirmed)
      return false
    }
    proposals.noteCall()
    texts?.noteCall()
    return true
  }

  static func overridden(_ found: [(change: Int, overrode: [Proposal])], _ state: SubmissionState, at time: Double)
    async -> [JournalEntry]
  {
    var entries: [JournalEntry] = []
    for (change, overrode) in found {
      guard let outcome = await state.progress.states[change].outcome else { continue }
      let entry = JournalEntry.outcome(change: change, outcome, time: time, overrode: overrode)
      await state.apply(entry)
      entries.append(entry)
    }
    return entries
  }
}
