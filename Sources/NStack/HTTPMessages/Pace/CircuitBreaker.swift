/// Counts the calls that failed in a row, and opens after too many: then no further call is sent for a while. A pure
/// value. The figures are those of the AWS SDKs.
struct CircuitBreaker: Sendable {
  /// The failures in a row after which the breaker is open.
  static let limit = 10
  /// The time after which an open breaker lets one call try again.
  static let rest = Duration.seconds(20)

  /// How many calls failed since the last one that was answered.
  private var failures = 0
  private var lastFailure = Duration.zero
  /// Whether the trial call is still under way.
  private(set) var isTrying = false

  var isOpen: Bool { failures >= Self.limit }

  /// Records an answered call, which closes the breaker.
  mutating func recordAnswer() {
    failures = 0
    isTrying = false
  }

  mutating func recordFailure(now: Duration) {
    failures += 1
    isTrying = false
    lastFailure = now
  }

  /// Whether a call may go out: the breaker is closed, or its rest is over. After a rest, one trial call goes out
  /// alone; if it fails, the breaker rests again.
  mutating func letsTry(now: Duration) -> Bool {
    guard isOpen else { return true }
    guard now - lastFailure >= Self.rest else { return false }
    lastFailure = now
    isTrying = true
    return true
  }

  /// Records that the trial call is over, however it ended.
  mutating func endTrial() { isTrying = false }
}

/// A token bucket that limits retries while few calls succeed: a retry takes tokens out, a success puts one back. A pure value.
/// The figures are those of the AWS SDKs.
package struct RetryBudget: Sendable {
  private static let capacity = 500
  private var tokens = RetryBudget.capacity

  package init() {}

  /// Takes the tokens for one retry, if there are enough. A retry after a timeout costs twice as much.
  package mutating func take(forTimeout isTimeout: Bool = false) -> Bool {
    let cost = isTimeout ? 10 : 5
    guard tokens >= cost else { return false }
    tokens -= cost
    return true
  }

  package mutating func recordSuccess() { tokens = min(tokens + 1, Self.capacity) }
}
