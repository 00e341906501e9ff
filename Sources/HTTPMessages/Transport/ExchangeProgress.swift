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
