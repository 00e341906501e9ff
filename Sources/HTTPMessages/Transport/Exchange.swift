import NIOCore
import Synchronization

/// How far one exchange came, as far as this side can tell.
final class ExchangeProgress: Sendable {
  /// The answer is larger than the limit.
  struct TooLarge: Error {}

  private let wasTaken = Mutex(false)
  /// Whether the request has a body, without which no server carries it out.
  let hasBody: Bool

  init(hasBody: Bool) {
    self.hasBody = hasBody
  }

  /// Notes that a connection took the request's body: from here on bytes may have been sent.
  func markTaken() {
    wasTaken.withLock { $0 = true }
  }

  /// Whether a connection took the request's body.
  var isTaken: Bool { wasTaken.withLock { $0 } }
}

/// A body that notes when a connection takes it, which is after the head of the request was written.
struct ObservedBody: AsyncSequence, Sendable {
  let bytes: [UInt8]
  let progress: ExchangeProgress

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ByteBuffer?
    let progress: ExchangeProgress

    mutating func next() async -> ByteBuffer? {
      progress.markTaken()
      defer { rest = nil }
      return rest
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(rest: bytes.isEmpty ? nil : ByteBuffer(bytes: bytes), progress: progress)
  }
}

/// The error of an exchange that took too long.
struct ExchangeTimeout: Error {}

/// Runs an operation for some time at most.
///
/// - Throws: ``ExchangeTimeout``, or what the operation throws.
func withTimeout<Value: Sendable>(
  _ time: Duration, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await operation() }
    group.addTask {
      try await Task.sleep(for: min(time, .longest))
      throw ExchangeTimeout()
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw ExchangeTimeout() }
    return value
  }
}
