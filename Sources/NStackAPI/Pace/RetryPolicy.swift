import HTTPMessages

/// Whether a failed call is sent again, and after how long.
///
/// A pure value. The figures are those of the AWS SDKs.
public struct RetryPolicy: Hashable, Sendable {
  /// The most attempts for one call, the first one counted: 5.
  public var attempts: Int
  /// The first backoff, doubled with every attempt: half a second.
  public var base: Duration
  /// The longest backoff: 20 seconds.
  public var cap: Duration
  /// The longest `Retry-After` that is waited for: 120 seconds. A longer one ends the call.
  public var longestWait: Duration

  /// Creates a policy; each figure has a default.
  public init(
    attempts: Int = 5, base: Duration = .milliseconds(500), cap: Duration = .seconds(20),
    longestWait: Duration = .seconds(120)
  ) {
    self.attempts = attempts
    self.base = base
    self.cap = cap
    self.longestWait = longestWait
  }

  /// The time to wait before a call is sent again; nil if it must not be.
  ///
  /// A write is sent again only if the error says that the server did nothing. `Retry-After` is a floor. After 429 and 503 the
  /// wait is at least half of the backoff (equal jitter), and after other errors a random part of it (full jitter).
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that failed, counted from one.
  ///   - isRead: Whether the call changes nothing on the server.
  ///   - random: A random number in `0..<1`.
  func delay(after error: NStackError, attempt: Int, isRead: Bool, random: Double) -> Duration? {
    guard attempt < attempts, isRead || error.delivery == .notSent, isPassing(error) else { return nil }
    // In numbers that cannot overflow, whatever the policy holds.
    let doubled = base.inSeconds * Double(1 << min(max(attempt - 1, 0), 30))
    let backoff = min(cap, .seconds(clamping: doubled))
    if let floor = error.retryAfter {
      return floor <= longestWait ? max(.zero, floor) + backoff * random : nil
    }
    let isBusy = error.status == 429 || error.status == 503
    return isBusy ? backoff / 2 + backoff / 2 * random : backoff * random
  }

  /// Whether the same call may succeed a little later.
  private func isPassing(_ error: NStackError) -> Bool {
    switch error.code {
    case .unreachable, .timeout, .connectionLost, .rateLimited, .server: true
    // A proxy or firewall answered with a page of its own. The policy is not asked about other answers that cannot be read.
    case .badBody: true
    default: false
    }
  }
}
