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

  /// Whether a call may go out at present.
  enum Permission {
    case given
    /// The call goes out to find out for all others whether the server answers again.
    case givenForTrial
    /// Another call is finding that out.
    case later
    /// Nothing is sent because of this failure.
    case refused(NStackError)
  }

  /// Decides whether a call may go out.
  mutating func permission(now: Duration) -> Permission {
    guard breaker.isOpen, let lastFailure else { return .given }
    if breaker.letsTry(now: now) { return .givenForTrial }
    return breaker.isTrying ? .later : .refused(lastFailure)
  }

  /// Notes that the call that was to find out about the server is over.
  mutating func endTrial() {
    breaker.endTrial()
  }
}
