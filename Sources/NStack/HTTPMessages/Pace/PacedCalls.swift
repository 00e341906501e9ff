package import Logging
import Synchronization

/// One call, as a client describes it to ``PacedCalls``.
package protocol PacedCall: Sendable {
  associatedtype Failure: Error

  /// The name of the call in messages and logs: its method and path, without ids that are secret and without the query.
  var label: String { get }
  /// Whether the call changes nothing on the server. Reads pass before writes.
  var isRead: Bool { get }
  /// Whether the call is sent again after a failure that may pass.
  var isRepeated: Bool { get }
  /// Whether the call waits for its turn. Otherwise it is sent at once or, while the server asks for a pause, not at all.
  var waitsForTurn: Bool { get }
  var endsWithStop: Bool { get }
  /// Consumes the body of the answer piece by piece; nil to keep the body in the answer.
  var consume: (@Sendable (_ piece: [UInt8]) -> Bool)? { get }

  /// The request of the next attempt, made before the call waits for its turn.
  mutating func request() async throws(Failure) -> TransportRequest
  /// Called right before the bytes are sent. What it throws ends the call.
  func willSend() throws(Failure)
  mutating func outcome(of result: Result<TransportResponse, TransportError>) async -> CallOutcome<Failure>
  /// The client's error for a call that ``PacedCalls`` does not send.
  func failure(_ error: TransportError) -> Failure
}

extension PacedCall {
  package var isRepeated: Bool { true }
  package var waitsForTurn: Bool { true }
}

package enum CallOutcome<Failure: Error>: Sendable {
  case answer(TransportResponse)
  /// The call must be sent again at once, such as with another token.
  case again
  case failure(Failure, CallRepetition)
}

package struct CallRepetition: Sendable {
  package var code: String
  /// Whether the same call may succeed a little later and does no harm if it is sent again.
  package var isSafe: Bool
  /// Whether the server refused the call as one too many.
  package var isBusy = false
  /// How long the server asked all calls to wait; nil if it did not.
  package var retryAfter: Duration?

  package init(code: String, isSafe: Bool, isBusy: Bool = false, retryAfter: Duration? = nil) {
    (self.code, self.isSafe, self.isBusy, self.retryAfter) = (code, isSafe, isBusy, retryAfter)
  }
}

/// Sends the calls of one client at a bounded pace, and retries after transient failures. Nothing is sent while the
/// server asks for a pause, or for a while after many failures in a row.
package final class PacedCalls: Sendable {
  package let transport: any HTTPTransport
  package let policy: RetryPolicy
  package let clock: RetryClock
  package let logger: Logger?
  package let stop: StopSignal?
  private let gate: CallGate
  private let state = Mutex(State())

  private struct State {
    var budget = RetryBudget()
    var breaker = CircuitBreaker()
    var lastFailure: TransportError?
    /// The monotonic time before which no call goes out, and the error of the call whose answer asked for it.
    var pause: (end: Duration, code: String, cause: String) = (.zero, "", "")
  }

  package init(
    transport: any HTTPTransport, policy: RetryPolicy, pacing: CallPacing = CallPacing(), clock: RetryClock = .system,
    logger: Logger? = nil, stop: StopSignal? = nil
  ) {
    (self.transport, self.policy, self.clock, self.logger, self.stop) = (transport, policy, clock, logger, stop)
    gate = CallGate(pacing, clock)
  }

  /// Sends a call until it is answered, or until it is not safe or no longer useful to send it again.
  package func send<Call: PacedCall>(_ call: Call) async throws(Call.Failure) -> TransportResponse {
    var call = call
    var attempt = 1
    while true {
      let isTrial = try await waitWhileNothingAnswers(call)
      defer { if isTrial { state.withLock { $0.breaker.endTrial() } } }
      switch try await sendOnce(&call) {
      case .answer(let response): return response
      case .again: break
      case .failure(let error, let repetition):
        let isTimeout = repetition.code == TransportError.Code.timeout.rawValue
        guard call.isRepeated, repetition.isSafe,
          let delay = policy.delay(afterAttempt: attempt, retryAfter: repetition.retryAfter, random: clock.random()),
          // The gate already slows down calls to a busy server.
          repetition.isBusy || state.withLock({ $0.budget.take(forTimeout: isTimeout) })
        else { throw error }
        attempt += 1
        logger?.notice(
          "\(call.label): again in \(Self.milliseconds(delay)) ms after \(repetition.code), attempt \(attempt)",
          metadata: ["request": "\(call.label)", "error": "\(repetition.code)", "seconds": "\(delay.inSeconds)"])
        try await wait(delay, call)
      }
    }
  }

  private func sendOnce<Call: PacedCall>(_ call: inout Call) async throws(Call.Failure) -> CallOutcome<Call.Failure> {
    let request = try await call.request()
    try await enter(call)
    do throws(Call.Failure) { try call.willSend() } catch {
      gate.leave()
      throw error
    }
    let sent = clock.now()
    let result = await transport.result(of: request, cutBy: call.endsWithStop ? stop : nil, passing: call.consume)
    log(call, result, clock.now() - sent)
    let outcome = await call.outcome(of: result)
    record(result, outcome, sent)
    return outcome
  }

  private func record<Failure>(
    _ result: Result<TransportResponse, TransportError>, _ outcome: CallOutcome<Failure>, _ sent: Duration
  ) {
    let now = clock.now()
    switch (result, outcome) {
    case (.failure(let error), _):
      if error.code != .cancelled {
        state.withLock { state in
          state.breaker.recordFailure(now: now)
          state.lastFailure = error
        }
      }
      gate.leave(error.code == .timeout ? .late(sent: sent) : .unknown)
    case (.success, .failure(let error, let repetition)):
      state.withLock { state in
        state.breaker.recordAnswer()
        // All calls wait, even if this one is not sent again.
        if let pause = repetition.retryAfter, now + pause > state.pause.end {
          state.pause = (now + pause, repetition.code, "\(error)")
        }
      }
      gate.leave(repetition.isBusy ? .refused(sent: sent) : .answered)
    case (.success, _):
      state.withLock { state in
        state.breaker.recordAnswer()
        state.budget.recordSuccess()
      }
      gate.leave(.answered)
    }
  }

  // MARK: - Waiting

  private enum Permission {
    case given(isTrial: Bool)
    /// Another call is finding out whether the server answers again.
    case later
    case refused(TransportError)
  }

  /// How often to check whether the trial call has ended.
  private static let lookInterval = Duration.milliseconds(50)

  /// Refuses a call while too many calls in a row have failed. If another call is finding out whether the server
  /// answers again, the call waits for that. Returns whether this call is the trial.
  private func waitWhileNothingAnswers<Call: PacedCall>(_ call: Call) async throws(Call.Failure) -> Bool {
    while true {
      let permission = state.withLock { state -> Permission in
        guard state.breaker.isOpen, let failure = state.lastFailure else { return .given(isTrial: false) }
        if state.breaker.letsTry(now: clock.now()) { return .given(isTrial: true) }
        return state.breaker.isTrying && call.waitsForTurn ? .later : .refused(failure)
      }
      switch permission {
      case .given(let isTrial): return isTrial
      case .later: try await wait(Self.lookInterval, call)
      case .refused(let failure):
        throw call.failure(
          TransportError(
            failure.code, delivery: .notSent, request: call.label,
            message: "nothing is sent after \(CircuitBreaker.limit) failures in a row: \(failure.message)",
            hint: failure.hint, cause: failure.cause))
      }
    }
  }

  /// Waits until the call may go out: until a pause that the server asked for is over, and for the call's turn.
  private func enter<Call: PacedCall>(_ call: Call) async throws(Call.Failure) {
    while true {
      try await waitForPause(call)
      if !call.waitsForTurn {
        gate.enterOutOfTurn()
      } else if Task.isCancelled || !gate.enterAtOnce() {
        // Reads go first, because writes depend on them.
        try await untilStopped(call) { [gate, isRead = call.isRead] in try await gate.enter(goesFirst: isRead) }
      }
      // While this call waited for its turn, a stop may have been requested, or the server may have asked for a pause.
      let isStopped = stop?.reason != nil
      if !isStopped, state.withLock({ $0.pause.end }) <= clock.now() { return }
      gate.leave()
      if isStopped { throw Self.cancelled(call) }
    }
  }

  private func waitForPause<Call: PacedCall>(_ call: Call) async throws(Call.Failure) {
    var waitedFor = Duration.zero
    while true {
      let pause = state.withLock(\.pause)
      let rest = pause.end - clock.now()
      guard pause.end > waitedFor, rest > .zero else { return }
      guard call.waitsForTurn, rest <= RetryPolicy.longestWait else {
        let seconds = Int(rest.inSeconds.rounded(.up))
        throw call.failure(
          TransportError(
            .init(rawValue: pause.code), delivery: .notSent, request: call.label,
            message: "the call was not sent: the server accepts no calls for another \(seconds) s", retryAfter: rest,
            cause: pause.cause))
      }
      waitedFor = pause.end
      logger?.notice(
        "\(call.label): waits \(Self.milliseconds(rest)) ms, as the server asked",
        metadata: ["request": "\(call.label)", "seconds": "\(rest.inSeconds)"])
      // Each call waits a random part of half a second more, so that they do not all come back at once.
      try await wait(rest + .milliseconds(500) * clock.random(), call)
    }
  }

  /// Waits, unless stopped.
  package func wait<Call: PacedCall>(_ time: Duration, _ call: Call) async throws(Call.Failure) {
    try await untilStopped(call) { [clock] in try await clock.sleep(time) }
  }

  private func untilStopped<Call: PacedCall>(_ call: Call, _ wait: @escaping @Sendable () async throws -> Void)
    async throws(Call.Failure)
  {
    do {
      guard let stop else { return try await wait() }
      try await stop.cutting(wait)
    } catch { throw Self.cancelled(call) }
  }

  private static func cancelled<Call: PacedCall>(_ call: Call) -> Call.Failure {
    call.failure(TransportError(.cancelled, delivery: .notSent, request: call.label, message: "the call was cancelled"))
  }

  // MARK: - Logging

  /// Logs an attempt by its method and path. The query may hold a guid and is left out.
  private func log(_ call: some PacedCall, _ result: Result<TransportResponse, TransportError>, _ time: Duration) {
    guard let logger, logger.logLevel <= .info else { return }
    var metadata: Logger.Metadata = ["request": "\(call.label)", "milliseconds": "\(Self.milliseconds(time))"]
    switch result {
    case .success(let response):
      metadata["status"] = "\(response.status)"
      logger.info("\(call.label): \(response.status) in \(Self.milliseconds(time)) ms", metadata: metadata)
    case .failure(let error):
      metadata["error"] = "\(error.code.rawValue)"
      logger.info(
        "\(call.label): failed with \(error.code.rawValue) after \(Self.milliseconds(time)) ms", metadata: metadata)
    }
  }

  private static func milliseconds(_ time: Duration) -> Int { Int((time / .milliseconds(1)).rounded()) }
}
