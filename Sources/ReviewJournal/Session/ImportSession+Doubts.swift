import NStackAPI
import TranslationReview

/// The waits before an import: what is read afterwards stays true.
extension ImportSession {
  /// Waits until no call that an earlier import left in doubt can take effect any more.
  public func waitForDoubts() async throws {
    try await waitForLostSteps()
    var rest = Duration.zero
    for kept in try journal.unfinishedImports() where kept.lastInDoubt != nil {
      let (record, entries) = try journal.record(ofImport: kept.id)
      let states = SubmissionProgress(count: record.changeset.changes.count, entries: entries).states
      for state in states where state.isInDoubt {
        rest = max(rest, state.restInDoubt(settleTime: settleTime(of: kept), now: profile.clock.moment()))
      }
    }
    guard rest > .zero else { return }
    dialog.note(.waitingForDoubts(rest))
    try await profile.clock.sleep(rest)
  }

  /// Waits until no call among the steps that the journal lost can take effect any more.
  public func waitForLostSteps() async throws {
    guard let lost = journal.lostSteps else { return }
    let wait = max(lost.timeout ?? .zero, profile.settleTime)
    dialog.note(.lostSteps(lost, journal: journal.path, wait: wait))
    try await profile.clock.sleep(wait)
    journal.acceptLostSteps()
  }

  /// How late a call that an earlier import left in doubt may still take effect, counted from its sending. Earlier
  /// versions kept the request's timeout, which says nothing about the server.
  func settleTime(of kept: KeptImport) -> Duration {
    max(kept.timeoutInDoubt ?? .zero, profile.settleTime)
  }
}
