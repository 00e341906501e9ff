import Basics
import NStackAPI

extension Submission {
  /// Reads the pending proposals.
  static func snapshot(
    _ service: any ProposalService, _ begun: Duration
  ) async -> Result<ProposalSnapshot, NStackError> {
    do throws(NStackError) {
      return .success(ProposalSnapshot(try await service.proposalList(state: .unaccepted), begun: begun))
    } catch {
      return .failure(error)
    }
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
      service: service, watched: watched, planned: planned, plannedAt: planned.isEmpty ? nil : reading?.begun)
    return FreshReading(
      clock: options.clock, lifetime: options.snapshotLifetime, plannedAt: reading?.begun,
      read: { previous, begun in await reader.read(after: previous, begun: begun) })
  }

  /// Returns the state that a call was planned for.
  func basis(of index: Int) async -> CallBasis {
    CallBasis(
      change: changes[index], plannedValue: plannedValues[index],
      wasInDoubt: await state.progress.states[index].wasInDoubt, deleted: await state.deletedBefore(index, changes),
      isTouchedLater: options.textsTouchedLater.contains(changes[index].text),
      proposesInConflict: options.proposesInConflict)
  }

  /// Whether a call may leave now: the newest reading is fresh, and the text is as planned. Called once for each request.
  func mayLeave(_ index: Int, on basis: CallBasis, checksAge: Bool) -> Bool {
    let now = clock.now()
    if checksAge, !proposals.isFresh(at: now) || texts?.isFresh(at: now) == false { return false }
    // Before the comparison, so that a reading that ends in between counts as one whose proposals the call may override.
    listed.begin(index, at: now)
    guard basis.outcome(by: proposals.latest, texts?.latest) == nil else {
      listed.withdraw(index, wasInDoubt: basis.wasInDoubt)
      return false
    }
    proposals.noteCall()
    texts?.noteCall()
    return true
  }

  /// Returns the entries for the proposals that a reading shows to be overridden.
  func overridden(by snapshot: ProposalSnapshot) async -> [JournalEntry] {
    await Self.overridden(listed.take(snapshot), state, at: clock.calendarNow())
  }

  static func overridden(
    _ found: [(change: Int, overrode: [Proposal])], _ state: SubmissionState, at time: Double
  ) async -> [JournalEntry] {
    var entries: [JournalEntry] = []
    for (change, overrode) in found {
      guard let outcome = await state.progress.states[change].outcome else { continue }
      let entry = JournalEntry.outcome(change: change, outcome, time: time, overrode: overrode)
      await state.take(entry)
      entries.append(entry)
    }
    return entries
  }
}
