import NStackAPI
import Synchronization

/// A reading of the server that calls are compared with. All calls share it, and it is repeated while calls are made.
///
/// At most one reading is in flight. The newest one is fresh for ``lifetime``, or for twice the time that it took,
/// whichever is longer. The next one begins early enough that no call has to wait for it. After ``callsBetween`` calls it
/// begins earlier, so that other users' changes are seen sooner.
final class FreshReading<Value: Sendable>: Sendable {
  struct Reading: Sendable {
    /// The result; nil for the reading that the plan was made from.
    let value: Value?
    /// The time when it began, by the monotonic clock.
    let begun: Duration
    /// Its duration, including the wait for its turn.
    let duration: Duration
  }

  /// The number of calls after which the next reading may begin early.
  static var callsBetween: Int { 64 }

  private struct State {
    var latest: Reading?
    var isReading = false
    var calls = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    var reader: CheckedContinuation<Void, Never>?
    var isAsked = false
  }

  private let clock: RetryClock
  private let lifetime: Duration
  private let read: @Sendable (_ previous: Value?, _ begun: Duration) async -> Result<Value, NStackError>
  private let receive: @Sendable (Value) async -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - plannedAt: The time when the plan's own reading began, by the clock's `now`; nil if that is too long ago.
  ///   - receive: Receives each reading, before any waiting call continues.
  init(
    clock: RetryClock, lifetime: Duration, plannedAt: Duration?,
    read: @escaping @Sendable (_ previous: Value?, _ begun: Duration) async -> Result<Value, NStackError>,
    receive: @escaping @Sendable (Value) async -> Void = { _ in }
  ) {
    self.clock = clock
    self.lifetime = lifetime
    self.read = read
    self.receive = receive
    state = Mutex(State(latest: plannedAt.map { Reading(value: nil, begun: $0, duration: .zero) }))
  }

  /// The result of the newest reading; nil if the plan's own is the newest.
  var latest: Value? { state.withLock { $0.latest?.value } }

  /// Whether a call may rely on the newest reading.
  func isFresh(at now: Duration) -> Bool {
    state.withLock { state in state.latest.map { now - $0.begun <= max(lifetime, $0.duration * 2) } ?? false }
  }

  /// Waits until the newest reading is fresh, or until a reading that began after this call has finished.
  ///
  /// A reading is finished when it is in the journal. If the disk takes seconds to write it, the reading is already too
  /// old, and waiting for a fresh one might never end.
  func refresh() async throws(NStackError) {
    let asked = clock.now()
    while !isFresh(at: clock.now()), !hasReading(begunAtOrAfter: asked) { try await readOrWait() }
    askIfDue()
  }

  private func hasReading(begunAtOrAfter begun: Duration) -> Bool {
    state.withLock { state in state.latest.map { $0.value != nil && $0.begun >= begun } ?? false }
  }

  /// Returns the result of a reading that began at or after `begun`, a time of the monotonic clock.
  func value(begunAtOrAfter begun: Duration) async throws(NStackError) -> Value {
    while true {
      if let value = state.withLock({ $0.latest.flatMap { $0.begun >= begun ? $0.value : nil } }) { return value }
      try await readOrWait()
    }
  }

  func noteCall() {
    state.withLock { $0.calls += 1 }
    askIfDue()
  }

  // MARK: - Reading

  private func readOrWait() async throws(NStackError) {
    let isMine = state.withLock { state in
      defer { state.isReading = true }
      return !state.isReading
    }
    guard isMine else {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isReading { state.waiting.append(continuation) }
          return !state.isReading
        }
        if isOver { continuation.resume() }
      }
      return
    }
    try await readNow()
  }

  private func readNow() async throws(NStackError) {
    let begun = clock.now()
    let previous = state.withLock { state in
      state.calls = 0
      return state.latest?.value
    }
    let result = await read(previous, begun)
    if case .success(let value) = result {
      let reading = Reading(value: value, begun: begun, duration: clock.now() - begun)
      // First, because a call that is sent while `receive` runs must be compared with this reading.
      state.withLock { $0.latest = reading }
      await receive(value)
    }
    let waiting = state.withLock { state in
      state.isReading = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
    if case .failure(let error) = result { throw error }
  }

  // MARK: - Reading ahead

  /// Reads whenever the next reading is due, until the task is cancelled. Failures are ignored: a call that needs the
  /// reading makes it again and reports the error.
  func readAhead() async {
    while await isDue() {
      let isMine = state.withLock { state in
        defer { state.isReading = true }
        return !state.isReading
      }
      if isMine { try? await readNow() }
    }
  }

  /// Waits until a reading is due; false if the task was cancelled.
  private func isDue() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard !state.isAsked, !Task.isCancelled else { return true }
          state.reader = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      wakeReader(asking: false)
    }
    state.withLock { $0.isAsked = false }
    return !Task.isCancelled
  }

  private func askIfDue() {
    let now = clock.now()
    let isDue = state.withLock { state in
      guard !state.isReading, let latest = state.latest, state.calls > 0 else { return false }
      let age = now - latest.begun
      return age + latest.duration * 3 / 2 >= max(lifetime, latest.duration * 2)
        || (state.calls >= Self.callsBetween && age >= latest.duration * 4)
    }
    if isDue { wakeReader(asking: true) }
  }

  private func wakeReader(asking: Bool) {
    let reader = state.withLock { state in
      if asking { state.isAsked = true }
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }
}
