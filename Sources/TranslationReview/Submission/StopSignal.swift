import Synchronization

/// A request to stop a submission gently: no further call is started, those in flight may end.
public final class StopSignal: Sendable {
  private struct State {
    var reason: String?
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Makes a signal that nobody has given yet.
  public init() {}

  /// Why to stop; nil while nobody asked for it.
  public var reason: String? { state.withLock(\.reason) }

  /// Asks for the stop.
  ///
  /// - Parameter reason: What reports say of the calls that are not made, as a sentence.
  public func stop(_ reason: String = "The import was interrupted before this call.") {
    let waiting = state.withLock { state in
      if state.reason == nil { state.reason = reason }
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits for the stop, or for the task to be cancelled.
  func wait() async {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.reason == nil, !Task.isCancelled else { return true }
          state.waiting[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
  }
}
