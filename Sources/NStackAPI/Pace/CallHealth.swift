/// What the calls of one client know together: how much repeating is left, whether the server answers, and how long it asked
/// all of them to wait.
///
/// A pure value.
struct CallHealth: Sendable {
  private var budget = RetryBudget()
  private var breaker = CircuitBreaker()
  private var lastFailure: NStackError?
  /// The monotonic time before which no call goes out.
  private(set) var pausedUntil = Duration.zero
  /// The answer that asked for the pause; nil if none did.
  private(set) var pauseAsked: NStackError?

  /// Notes an answer of the server.
  mutating func recordAnswer(isSuccess: Bool) {
    breaker.recordAnswer()
    if isSuccess { budget.recordSuccess() }
  }

  /// Notes a call that ended without an answer.
  mutating func recordFailure(_ error: NStackError, now: Duration) {
    breaker.recordFailure(now: now)
    lastFailure = error
  }

  /// Takes what one more attempt costs; false if too little is left.
  mutating func takeRetry(after error: NStackError) -> Bool {
    budget.take(forTimeout: error.code == .timeout)
  }

  /// Keeps all calls back until a time.
  ///
  /// - Parameter error: The answer that asked for it.
  mutating func pause(until time: Duration, asked error: NStackError? = nil) {
    guard time > pausedUntil else { return }
    pausedUntil = time
    pauseAsked = error
  }

  /// The failure for which nothing is sent at present; nil if calls may go out.
  mutating func refusal(now: Duration) -> NStackError? {
    breaker.letsTry(now: now) ? nil : lastFailure
  }
}
