import HTTPMessages

/// After how long a call that failed goes out again.
///
/// Source: Google's guide to errors of the Drive API: `min(2^n + a random part of a second, 64 s)`.
public struct CallBackoff: Hashable, Sendable {
  /// The most attempts for one call, the first one counted: 6.
  public var attempts: Int
  /// The first wait: one second. It doubles with every attempt.
  public var base: Duration
  /// The longest wait: 64 seconds.
  public var cap: Duration
  /// The longest `Retry-After` that is waited for: 120 seconds.
  public var longestWait: Duration

  /// Creates figures; each has a default.
  public init(
    attempts: Int = 6, base: Duration = .seconds(1), cap: Duration = .seconds(64),
    longestWait: Duration = .seconds(120)
  ) {
    self.attempts = attempts
    self.base = base
    self.cap = cap
    self.longestWait = longestWait
  }

  /// The time to wait before the next attempt; nil if there is none.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that failed, counted from one.
  ///   - asked: How long Google asks to wait, which is a floor.
  ///   - random: A random number in `0..<1`.
  func delay(afterAttempt attempt: Int, asked: Duration?, random: Double) -> Duration? {
    guard attempt < attempts else { return nil }
    let doubled = base.inSeconds * Double(1 << min(max(attempt - 1, 0), 30)) + base.inSeconds * random
    let backoff = min(cap, .seconds(clamping: doubled))
    guard let asked else { return backoff }
    return asked <= longestWait ? max(asked, backoff) : nil
  }
}
