import HTTPMessages
import Synchronization

/// The gate that every exchange of a client passes, in the order of arrival; reads pass before writes.
///
/// With a rate, one call at a time waits for the next moment to send, and the others queue after it. So a change of the rate
/// applies from the next call on.
final class CallGate: Sendable {
  private struct State {
    var pace: CallPace
    var waiting: [(number: Int, goesFirst: Bool, continuation: CheckedContinuation<Void, Never>)] = []
    var next = 0
    /// Whether a call waits for its moment to send.
    var isFirstWaiting = false

    var isOpen: Bool { pace.hasPlace && !isFirstWaiting }
  }

  private enum Step {
    case go
    case wait(Duration)
    case queue
  }

  /// A call does not wait for less.
  private static let shortest = Duration.microseconds(1)

  private let state: Mutex<State>

  init(_ pacing: CallPacing) {
    state = Mutex(State(pace: CallPace(pacing)))
  }

  /// Takes a place in flight if one is free, no call waits for it, and a call may go out now.
  ///
  /// - Returns: Whether a place was taken.
  func enterAtOnce(_ clock: RetryClock) -> Bool {
    let isIn = state.withLock { state in
      let now = clock.now()
      guard state.isOpen, state.waiting.isEmpty, state.pace.wait(now: now) <= Self.shortest else { return false }
      state.pace.enter(now: now)
      return true
    }
    if isIn { letIn() }
    return isIn
  }

  /// Waits for a place in flight and for the moment to send.
  ///
  /// - Throws: `CancellationError`; no place is taken then.
  func enter(_ clock: RetryClock, goesFirst: Bool = false) async throws {
    var isFirst = false
    while true {
      let step = state.withLock { state -> Step in
        if isFirst { state.isFirstWaiting = false }
        guard !Task.isCancelled, state.isOpen else { return .queue }
        let wait = state.pace.wait(now: clock.now())
        guard wait > Self.shortest else {
          state.pace.enter(now: clock.now())
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
        // The loop finds out above that the call was cancelled, and lets the next one in.
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
          // Since the last look a place may have become free, or the task may have been cancelled.
          guard !state.isOpen, !Task.isCancelled else { return true }
          let place = goesFirst ? state.waiting.firstIndex { !$0.goesFirst } : nil
          state.waiting.insert((number, goesFirst, continuation), at: place ?? state.waiting.endIndex)
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

  /// Returns a place.
  func leave(_ body: (inout CallPace) -> Void) {
    state.withLock { body(&$0.pace) }
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
