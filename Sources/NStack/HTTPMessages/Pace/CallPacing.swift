import Synchronization

/// The limits of the pace at which calls go out.
package struct CallPacing: Hashable, Sendable {
  /// The most calls in flight at once: 256.
  package var concurrency: Int
  /// The most calls a second; nil for no limit.
  package var rate: Double?

  /// Creates limits; each has a default.
  package init(concurrency: Int = 256, rate: Double? = nil) { (self.concurrency, self.rate) = (concurrency, rate) }
}

/// How many calls may be in flight, and when the next one may leave. A pure value.
///
/// The window of calls in flight starts at ``firstWindow`` and grows by one for each answer. When the server first pushes back,
/// the window is cut by 30 % (the factor of CUBIC, RFC 9438). From then on the window grows by one a second.
///
/// The rate has no limit of its own until the server refuses a call as one too many. Then it drops to a little less
/// than what the server handled in the last second. It more than doubles each second until the server refuses again;
/// from then on it grows by a quarter a second, or by 5 % near the refused rate.
struct CallWindow: Sendable {
  static let firstWindow = 16
  private let ceiling: Int
  private let highestRate: Double
  private(set) var size: Int
  private(set) var inFlight = 0
  /// The most calls a second.
  private var rate: Double
  private var refusedRate = Double.infinity
  private var nextSlot = Duration.zero
  private var lastCut: Duration?
  private var lastGrowth = Duration.zero
  private var lastRefusal: Duration?
  private var lastFaster = Duration.zero
  /// How many calls were answered in the second since `began`, and in the one before.
  private var answered = (began: Duration.zero, now: 0, before: 0)

  init(_ pacing: CallPacing) {
    ceiling = max(1, pacing.concurrency)
    highestRate = pacing.rate ?? .infinity
    rate = highestRate
    size = min(ceiling, Self.firstWindow)
  }

  var hasRoom: Bool { inFlight < size }

  func wait(now: Duration) -> Duration { rate == .infinity ? .zero : max(.zero, nextSlot - now) }

  mutating func enter(now: Duration) {
    inFlight += 1
    if rate < .infinity { nextSlot = max(now, nextSlot) + .seconds(clamping: 1 / rate) }
  }

  enum End {
    case answered
    /// The server refused the call as one too many; with the time at which the call was sent.
    case refused(sent: Duration)
    /// The server did not answer in time; with the time at which the call was sent.
    case late(sent: Duration)
    /// The outcome says nothing about the server: the call was not sent, or its connection broke.
    case unknown
  }

  mutating func leave(_ end: End, now: Duration) {
    inFlight -= 1
    switch end {
    case .answered:
      countAnswer(now)
      goFaster(now)
      guard lastCut == nil || now - lastGrowth >= .seconds(1) else { return }
      size = min(ceiling, size + 1)
      lastGrowth = now
    case .refused(let sent):
      goSlower(sent: sent, now)
      cutWindow(sent: sent, now)
    case .late(let sent): cutWindow(sent: sent, now)
    case .unknown: break
    }
  }

  /// Of the calls in flight at the same time, only the first to be refused counts.
  private mutating func cutWindow(sent: Duration, _ now: Duration) {
    guard lastCut.map({ sent >= $0 }) ?? true else { return }
    size = max(1, size * 7 / 10)
    lastCut = now
    lastGrowth = now
  }

  private mutating func countAnswer(_ now: Duration) {
    let passed = now - answered.began
    if passed >= .seconds(1) { answered = (now, 0, passed < .seconds(2) ? answered.now : 0) }
    answered.now += 1
  }

  /// Calls that were sent before the last refusal do not count.
  private mutating func goSlower(sent: Duration, _ now: Duration) {
    let taken = now - answered.began < .seconds(2) ? max(answered.now, answered.before) : 0
    // A server that has not accepted a call yet gives no rate to go by. The calls that it refused wait before they are sent
    // again.
    guard rate < highestRate || taken > 0, lastRefusal.map({ sent >= $0 }) ?? true else { return }
    if rate < .infinity { refusedRate = rate }
    rate = taken > 1 ? min(rate, 0.95 * Double(taken)) : max(0.1, min(0.7 * rate, 1))
    nextSlot = now + .seconds(clamping: 1 / rate)
    (lastRefusal, lastFaster) = (now, now)
  }

  private mutating func goFaster(_ now: Duration) {
    guard rate < highestRate else { return }
    let growth = refusedRate == .infinity ? 1.5 : rate < 0.8 * refusedRate ? 0.25 : 0.05
    rate = min(highestRate, rate * (1 + growth * min(1, (now - lastFaster).inSeconds)))
    lastFaster = now
  }
}

/// The gate that every call of a client passes, in the order of arrival, but reads before writes. With a rate, one call at a
/// time waits for the next moment to send, and the others queue after it.
final class CallGate: Sendable {
  private struct State {
    var window: CallWindow
    var waiting: [(number: Int, goesFirst: Bool, continuation: CheckedContinuation<Void, Never>)] = []
    var next = 0
    var isFirstWaiting = false

    var isOpen: Bool { window.hasRoom && !isFirstWaiting }
  }

  private enum Step {
    case go
    case wait(Duration)
    case queue
  }

  private static let shortest = Duration.microseconds(1)

  private let state: Mutex<State>
  private let clock: RetryClock

  init(_ pacing: CallPacing, _ clock: RetryClock) {
    state = Mutex(State(window: CallWindow(pacing)))
    self.clock = clock
  }

  /// Passes if there is room, no other call waits, and a call may leave now.
  func enterAtOnce() -> Bool {
    let isIn = state.withLock { state in
      let now = clock.now()
      guard state.isOpen, state.waiting.isEmpty, state.window.wait(now: now) <= Self.shortest else { return false }
      state.window.enter(now: now)
      return true
    }
    if isIn { letIn() }
    return isIn
  }

  /// Passes whatever the room, before all calls that wait.
  func enterOutOfTurn() { state.withLock { $0.window.enter(now: clock.now()) } }

  /// Waits for room and for the moment to send. Throws `CancellationError`, in which case the call has not passed.
  func enter(goesFirst: Bool) async throws {
    var isFirst = false
    while true {
      let step = state.withLock { state -> Step in
        if isFirst { state.isFirstWaiting = false }
        guard !Task.isCancelled, state.isOpen else { return .queue }
        let wait = state.window.wait(now: clock.now())
        guard wait > Self.shortest else {
          state.window.enter(now: clock.now())
          return .go
        }
        state.isFirstWaiting = true
        return .wait(wait)
      }
      isFirst = false
      switch step {
      case .go: return letIn()
      case .wait(let duration):
        isFirst = true
        // The loop above notices the cancellation, and lets the next call in.
        try? await clock.sleep(duration)
      case .queue:
        guard !Task.isCancelled else {
          letIn()
          throw CancellationError()
        }
        await waitInLine(goesFirst)
      }
    }
  }

  private func waitInLine(_ goesFirst: Bool) async {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // In the meantime a call may have left, or the task may have been cancelled.
          guard !state.isOpen, !Task.isCancelled else { return true }
          let index = goesFirst ? state.waiting.firstIndex { !$0.goesFirst } : nil
          state.waiting.insert((number, goesFirst, continuation), at: index ?? state.waiting.endIndex)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume()
    }
  }

  func leave(_ end: CallWindow.End = .unknown) {
    state.withLock { $0.window.leave(end, now: clock.now()) }
    letIn()
  }

  /// Wakes the first call in the queue, which wakes the next one in turn.
  private func letIn() {
    let next = state.withLock { state in
      state.isOpen && !state.waiting.isEmpty ? state.waiting.removeFirst().continuation : nil
    }
    next?.resume()
  }
}
