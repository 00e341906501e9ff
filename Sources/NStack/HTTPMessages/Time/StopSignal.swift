import Synchronization

/// A request to stop gently: no further call starts, every pause and every read ends at once, and writes in flight may
/// finish.
public final class StopSignal: Sendable {
  private struct State {
    var reason: String?
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Creates a signal without a request to stop.
  public init() {}

  /// The reason for the stop; nil until it is requested.
  package var reason: String? { state.withLock(\.reason) }

  /// Requests the stop.
  ///
  /// - Parameter reason: The sentence that reports show for calls that were not made.
  public func stop(_ reason: String = "The import was interrupted before this call.") {
    let waiting = state.withLock { state in
      if state.reason == nil { state.reason = reason }
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits for the stop, or for the task to be cancelled.
  package func wait() async {
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

  /// Runs an operation, and cancels it when the stop is requested.
  ///
  /// If the operation still returns a value, this method returns it, so that nothing that the operation acquired is lost.
  /// Throws what the operation throws; for a cancelled one that is usually `CancellationError`.
  package func cutting<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value
  {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await operation() }
      group.addTask {
        await self.wait()
        return nil
      }
      defer { group.cancelAll() }
      while let value = try await group.next() {
        if let value { return value }
        group.cancelAll()
      }
      throw CancellationError()
    }
  }
}
