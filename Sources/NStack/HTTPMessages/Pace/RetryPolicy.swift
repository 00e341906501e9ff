/// How often a failed call is sent again, and after how long: a doubled backoff with equal jitter.
///
/// A pure value. The default figures are those of the AWS SDKs.
public struct RetryPolicy: Hashable, Sendable {
  /// The most attempts for one call, including the first one: 5.
  package var attempts: Int
  /// The first backoff, doubled with every attempt: half a second.
  package var base: Duration
  /// The longest backoff: 20 seconds.
  package var cap: Duration
  /// The longest `Retry-After` that is waited for: 120 seconds. A longer one ends the call.
  package static let longestWait = Duration.seconds(120)

  /// Creates a policy; each figure has a default.
  public init(attempts: Int = 5, base: Duration = .milliseconds(500), cap: Duration = .seconds(20)) {
    (self.attempts, self.base, self.cap) = (attempts, base, cap)
  }

  /// The time to wait after an attempt that failed, counted from one; nil if there is none after it.
  package func delay(afterAttempt attempt: Int, retryAfter: Duration? = nil, random: Double) -> Duration? {
    guard attempt < attempts, retryAfter ?? .zero <= Self.longestWait else { return nil }
    return max(.zero, retryAfter ?? .zero) + backoff(afterAttempt: attempt, random: random)
  }

  /// The backoff after an attempt: a random time between half and all of the doubled base, up to the cap.
  package func backoff(afterAttempt attempt: Int, random: Double) -> Duration {
    // Clamped, so that no policy can make it overflow.
    let doubled = base.inSeconds * Double(1 << min(max(attempt - 1, 0), 30))
    let backoff = min(cap, .seconds(clamping: doubled))
    return backoff / 2 + backoff / 2 * random
  }
}
