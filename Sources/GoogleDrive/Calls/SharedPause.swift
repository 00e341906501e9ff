import Synchronization

/// Until when Google takes no calls. All calls of a client wait for it together, so that one limit is not met by each of them.
final class SharedPause: Sendable {
  private let end = Mutex(Duration.zero)

  /// Notes that Google takes no calls before a time.
  func extend(to time: Duration) {
    end.withLock { $0 = max($0, time) }
  }

  /// How long it lasts; zero if it is over.
  func rest(at now: Duration) -> Duration {
    end.withLock { max(.zero, $0 - now) }
  }
}
