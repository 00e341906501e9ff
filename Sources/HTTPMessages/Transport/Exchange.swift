import NIOCore
import Synchronization

final class ExchangeProgress: Sendable {
  struct TooLarge: Error {}

  private let wasTaken = Mutex(false)
  /// Whether the request has a body, without which no server carries it out.
  let hasBody: Bool

  init(hasBody: Bool) { self.hasBody = hasBody }

  /// A request's body, of which is noted when a connection takes it. That is after the head of the request was written, and
  /// from there on bytes may have been sent.
  func observed(_ body: [UInt8]) -> AsyncStream<ByteBuffer> {
    AsyncStream(unfolding: { [self] in
      wasTaken.withLock { isTaken in
        defer { isTaken = true }
        return isTaken ? nil : ByteBuffer(bytes: body)
      }
    })
  }

  var isTaken: Bool { wasTaken.withLock { $0 } }
}

struct ExchangeTimeout: Error {}

func withTimeout<Value: Sendable>(_ time: Duration, _ operation: @escaping @Sendable () async throws -> Value)
  async throws -> Value
{
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
