/// What the calls of one client know together: how much repeating is left, whether the server answers, and when it asked
/// everybody to wait.
///
/// A pure value; figures after the AWS SDKs.
struct CallHealth: Sendable {
  /// The most retry tokens.
  static let mostTokens = 500
  /// The failures in a row after which nothing more is sent.
  static let mostFailuresInARow = 10
  /// The time after which one call may try again all the same.
  static let rest = Duration.seconds(20)

  private(set) var tokens = CallHealth.mostTokens
  private(set) var failuresInARow = 0
  private(set) var lastFailure: NStackError?
  private var lastFailureTime = Duration.zero
  private(set) var pausedUntil = Duration.zero
  /// The answer that asked for the pause; nil where none did.
  private(set) var pauseAsked: NStackError?

  /// The server answered; a call that succeeded gives a token back.
  mutating func recordAnswer(isSuccess: Bool) {
    failuresInARow = 0
    if isSuccess { tokens = min(tokens + 1, Self.mostTokens) }
  }

  /// A call ended without an answer.
  mutating func recordFailure(_ error: NStackError, now: Duration) {
    failuresInARow += 1
    lastFailure = error
    lastFailureTime = now
  }

  /// Takes the tokens that one more attempt costs; false where too few are left.
  mutating func takeTokens(after error: NStackError) -> Bool {
    let cost = error.code == .timeout ? 10 : 5
    guard tokens >= cost else { return false }
    tokens -= cost
    return true
  }

  /// Nobody sends anything before a time.
  ///
  /// - Parameter error: The answer that asked for it.
  mutating func pause(until time: Duration, asked error: NStackError? = nil) {
    guard time > pausedUntil else { return }
    pausedUntil = time
    pauseAsked = error
  }

  /// The failure for which nothing is sent at present; nil where calls may go out.
  mutating func refusal(now: Duration) -> NStackError? {
    guard failuresInARow >= Self.mostFailuresInARow else { return nil }
    guard now - lastFailureTime < Self.rest else {
      // The next failure starts the rest anew, so only one call at a time finds out.
      lastFailureTime = now
      return nil
    }
    return lastFailure
  }
}
