import Basics
import NStackAPI

/// The shared state of a submission's workers: the progress of each change, the next changes, and whether to stop.
actor SubmissionState {
  private(set) var progress: SubmissionProgress
  /// The reason why no further call may be made; nil if there is none.
  private(set) var stopReason: String?
  private(set) var wereCredentialsRefused = false

  /// For each text its changes, in order. At most one change of a text is in flight.
  private let lanes: [[Int]]
  private let laneOfChange: [Int]
  private let attemptsBefore: [Int]
  private var ended: Int
  private var ready: [Int] = []
  private let mostFailuresInARow: Int
  private var failuresInARow = 0
  private var budget = RetryBudget()
  private let report: @Sendable (_ done: Int, _ total: Int) -> Void

  init(
    _ changes: [Changeset.Change], progress: SubmissionProgress, failuresInARow: Int,
    report: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) {
    lanes = changes.indicesByText
    var laneOfChange = [Int](repeating: 0, count: changes.count)
    for (lane, changes) in lanes.enumerated() { for change in changes { laneOfChange[change] = lane } }
    self.laneOfChange = laneOfChange
    self.progress = progress
    attemptsBefore = progress.states.map(\.attempts)
    ended = progress.states.count { $0.outcome.map { !$0.isOpen } ?? false }
    mostFailuresInARow = failuresInARow
    self.report = report
  }

  // MARK: - Lanes

  /// Prepares all lanes that have a change to try and no call with an unknown outcome.
  func startRound() -> Int {
    ready = lanes.indices.filter { next(inLane: $0) != nil }.reversed()
    return ready.count
  }

  func nextLane() -> Int? { ready.popLast() }

  /// Returns the next change of a lane; nil if all are done, or if one with an unknown outcome comes first.
  func next(inLane lane: Int) -> Int? {
    for change in lanes[lane] {
      switch progress.states[change].outcome {
      case nil: return change
      case .unconfirmed: return nil
      default: continue
      }
    }
    return nil
  }

  var unconfirmed: [Int] {
    progress.states.indices.filter { if case .unconfirmed = progress.states[$0].outcome { true } else { false } }
  }

  /// Returns the ids of the proposals that earlier changes of the same text deleted.
  func deletedBefore(_ change: Int, _ changes: [Changeset.Change]) -> Set<Int> {
    var ids: Set<Int> = []
    for other in lanes[laneOfChange[change]] where other < change {
      if case .delete(let id, _) = changes[other].operation, progress.states[other].outcome?.isDone == true {
        ids.insert(id)
      }
    }
    return ids
  }

  // MARK: - Progress

  func apply(_ entry: JournalEntry) {
    let wasEnded = Self.isEnded(entry, progress)
    progress.apply(entry)
    guard case .outcome(_, let outcome, _, _) = entry else { return }
    if outcome.isDone {
      failuresInARow = 0
      budget.recordSuccess()
    }
    let isEnded = Self.isEnded(entry, progress)
    guard isEnded != wasEnded else { return }
    ended += isEnded ? 1 : -1
    report(ended, progress.states.count)
  }

  private static func isEnded(_ entry: JournalEntry, _ progress: SubmissionProgress) -> Bool {
    guard case .outcome(let change, _, _, _) = entry else { return false }
    return progress.states[change].outcome.map { !$0.isOpen } ?? false
  }

  func attemptsInThisRun(of change: Int) -> Int { progress.states[change].attempts - attemptsBefore[change] }

  func withdrawAttempt(_ change: Int) { progress.withdrawAttempt(change) }

  /// Resets a change so that it is tried again, unless the retry budget is used up.
  func reopen(_ change: Int) { if budget.take() { progress.reopen(change) } }

  func stop(_ reason: String) { if stopReason == nil { stopReason = reason } }

  /// Stops the submission if an error makes further calls pointless.
  func note(_ error: NStackError, isDelete: Bool) {
    switch error.code {
    case .unauthorized:
      wereCredentialsRefused = true
      stop("The server refused the credentials, so nothing further was sent.")
    case .forbidden where !isDelete:
      wereCredentialsRefused = true
      stop("The server does not allow this profile to propose, so nothing further was sent.")
    case .rateLimited where (error.retryAfter ?? .zero) > RetryPolicy.longestWait,
      .server where (error.retryAfter ?? .zero) > RetryPolicy.longestWait:
      let seconds = Int((error.retryAfter ?? .zero).inSeconds)
      stop("The server asked for a pause of \(seconds) s, so nothing further was sent. Resume the import later.")
    case .unreachable, .tls, .timeout, .connectionLost, .server, .badBody:
      failuresInARow += 1
      if failuresInARow >= mostFailuresInARow {
        stop("\(Counted.text(failuresInARow, "call")) in a row failed, so nothing further was sent.")
      }
    case .cancelled: break
    default: failuresInARow = 0
    }
  }
}
