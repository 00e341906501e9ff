import NStackAPI

/// Reads the proposals for everybody who needs them at the same time: one call, not one for each.
actor SharedReading {
  private let service: any ProposalService
  private let clock: RetryClock
  private let journal: JournalGroup
  private var latest: ProposalSnapshot?
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isReading = false

  init(_ service: any ProposalService, clock: RetryClock, journal: JournalGroup) {
    self.service = service
    self.clock = clock
    self.journal = journal
  }

  /// What the server holds, by a reading that was begun at a moment or later.
  ///
  /// - Parameter begun: A moment of the monotonic clock.
  func snapshot(begunAtOrAfter begun: Double) async throws(NStackError) -> ProposalSnapshot {
    while true {
      if let latest, latest.begun >= begun { return latest }
      if isReading {
        await withCheckedContinuation { waiting.append($0) }
        continue
      }
      isReading = true
      defer {
        isReading = false
        for continuation in waiting { continuation.resume() }
        waiting = []
      }
      let start = clock.now()
      let snapshot = ProposalSnapshot(try await service.proposals(state: .unaccepted), begun: start)
      // The journal only notes it; a failure shows with the next intent.
      try? await journal.record([.reading(time: clock.calendarNow())])
      latest = snapshot
      return snapshot
    }
  }
}
