import HTTPMessages
import Logging
import Synchronization

extension NStackClient {
  /// Sends a call, repeats it if that is safe, and returns its answer.
  ///
  /// - Throws: What the transport throws, or the error that the answer's status means.
  func send(_ call: PreparedCall) async throws(NStackError) -> TransportResponse {
    var attempt = 1
    while true {
      let isTrial = try await waitWhileNothingAnswers(call)
      defer { if isTrial { health.state.withLock { $0.endTrial() } } }
      do throws(NStackError) {
        return try await sendOnce(call)
      } catch {
        try await waitBeforeRepeating(call, after: error, attempt: attempt)
        attempt += 1
      }
    }
  }

  /// The time between two looks at whether another call has found out about the server.
  private static let lookInterval = Duration.milliseconds(50)

  /// Refuses a call while too many calls in a row have failed. If another call is finding out whether the server answers
  /// again, the call waits for that.
  ///
  /// - Returns: Whether the call is to find out for all others.
  private func waitWhileNothingAnswers(_ call: PreparedCall) async throws(NStackError) -> Bool {
    while true {
      switch health.state.withLock({ $0.permission(now: clock.now()) }) {
      case .given: return false
      case .givenForTrial: return true
      case .later: try await sleep(Self.lookInterval, call)
      case .refused(let failure):
        throw NStackError(
          failure.code, delivery: .notSent, request: call.label,
          message: "nothing is sent after \(CircuitBreaker.usualLimit) failures in a row: \(failure.message)",
          host: call.host, hint: failure.hint, cause: failure.cause)
      }
    }
  }

  private func sendOnce(_ call: PreparedCall) async throws(NStackError) -> TransportResponse {
    try await enter(call)
    try refuseUnwanted(call)
    let sent = clock.now()
    let response: TransportResponse
    do throws(TransportError) {
      response = try await transport.send(request(for: call), cutBy: call.isRead ? stop : nil)
    } catch {
      let error = NStackError(error, request: call.label, host: call.host)
      let now = clock.now()
      tell(
        call, "failed with \(error.code.rawValue) after \(Self.milliseconds(now - sent))",
        [("error", error.code.rawValue), ("milliseconds", Self.milliseconds(now - sent))])
      if error.code != .cancelled { health.state.withLock { $0.recordFailure(error, now: now) } }
      gate.leave { pace in
        guard error.code == .timeout else { return pace.leave() }
        pace.leavePushedBack(sent: sent, now: now, isRefusal: false)
      }
      throw error
    }
    let error = self.error(for: response, to: call)
    let now = clock.now()
    let took = Self.milliseconds(now - sent)
    tell(call, "\(response.status) in \(took)", [("status", "\(response.status)"), ("milliseconds", took)])
    gate.leave { pace in
      guard response.status == 429 || response.status == 503 else { return pace.leaveAnswered(now: now) }
      pace.leavePushedBack(sent: sent, now: now, isRefusal: true)
    }
    health.state.withLock { $0.recordAnswer(isSuccess: error == nil) }
    if let error {
      // All calls wait, even if this one is not sent again.
      if let status = error.status, status == 429 || status >= 500, let pause = error.retryAfter {
        health.state.withLock { $0.pause(until: now + pause, asked: error) }
      }
      throw error
    }
    return response
  }

  /// The error that an answer means for any call; nil if the caller can read the answer.
  private func error(for response: TransportResponse, to call: PreparedCall) -> NStackError? {
    if call.isAnswer(response.status) { return nil }
    if let error = StatusErrors.error(
      for: response, request: call.label, host: call.host, now: clock.calendarNow())
    {
      return error
    }
    // A web page comes from something between here and the server, and may not come the next time.
    guard call.isRead, let sentence = WebPage.sentence(for: response) else { return nil }
    return NStackError(
      .badBody, delivery: .definite, request: call.label, status: response.status, message: sentence, host: call.host)
  }

  /// Waits until the call may go out: until a pause that the server asked for is over, and for the call's turn.
  private func enter(_ call: PreparedCall) async throws(NStackError) {
    while true {
      try await waitForPause(call)
      if Task.isCancelled || !gate.enterAtOnce(clock) {
        // Reads go first, because writes depend on them.
        try await untilStopped(call) { [gate, clock] in try await gate.enter(clock, goesFirst: call.isRead) }
      }
      // While this call waited for its turn, the stop may have come, or the server may have asked for a pause.
      let isStopped = stop?.reason != nil
      if !isStopped, health.state.withLock({ $0.pausedUntil }) <= clock.now() { return }
      gate.leave { $0.leave() }
      if isStopped { throw Self.cancelled(call) }
    }
  }

  private func waitBeforeRepeating(
    _ call: PreparedCall, after error: NStackError, attempt: Int
  ) async throws(NStackError) {
    let delay = configuration.retryPolicy.delay(
      after: error, attempt: attempt, isRead: call.isRead, random: clock.random())
    guard let delay, health.state.withLock({ $0.takeRetry(after: error) }) else { throw error }
    // Without Retry-After only this call waits, and the gate slows down all of them.
    logger?.notice(
      "\(call.label): again in \(Self.milliseconds(delay)) after \(error.code.rawValue), attempt \(attempt + 1)",
      metadata: ["request": "\(call.label)", "error": "\(error.code.rawValue)", "seconds": "\(delay.inSeconds)"])
    try await sleep(delay, call)
  }

  /// Waits until a pause that the server asked for is over.
  private func waitForPause(_ call: PreparedCall) async throws(NStackError) {
    var waitedFor = Duration.zero
    while true {
      let (end, asked) = health.state.withLock { ($0.pausedUntil, $0.pauseAsked) }
      let rest = end - clock.now()
      guard end > waitedFor, rest > .zero else { return }
      if rest > configuration.retryPolicy.longestWait, let asked { throw Self.refusal(of: call, for: rest, asked) }
      waitedFor = end
      logger?.notice(
        "\(call.label): waits \(Self.milliseconds(rest)), as the server asked",
        metadata: ["request": "\(call.label)", "seconds": "\(rest.inSeconds)"])
      // Each call waits a random part of half a second more, so that they do not all come back at once.
      try await sleep(rest + .milliseconds(500) * clock.random(), call)
    }
  }

  /// The error of a call that is not sent because the pause that the server asked for is too long to wait.
  private static func refusal(of call: PreparedCall, for rest: Duration, _ asked: NStackError) -> NStackError {
    NStackError(
      asked.code, delivery: .notSent, request: call.label,
      message: "the call was not sent: the server accepts no calls for another \(Int(rest.inSeconds.rounded(.up))) s",
      retryAfter: rest, host: call.host, cause: asked.description)
  }

  /// Logs the items of a list that were left out.
  func tell(of unread: [UnreadItem]) {
    for item in unread { logger?.warning("\(item.description)") }
  }

  /// Logs a step of a call by its method and path. The query may have a guid and is left out.
  ///
  /// - Parameter facts: What programs read of the step; of a time only the number.
  private func tell(
    _ call: PreparedCall, _ step: @autoclosure () -> String, _ facts: @autoclosure () -> [(name: String, value: String)]
  ) {
    guard let logger, logger.logLevel <= .info else { return }
    var metadata: Logger.Metadata = ["request": "\(call.label)"]
    for (name, value) in facts() { metadata[name] = "\(value.split(separator: " ").first ?? "")" }
    logger.info("\(call.label): \(step())", metadata: metadata)
  }

  private static func milliseconds(_ time: Duration) -> String {
    "\(Int((time / .milliseconds(1)).rounded())) ms"
  }

  private func sleep(_ time: Duration, _ call: PreparedCall) async throws(NStackError) {
    try await untilStopped(call) { [clock] in try await clock.sleep(time) }
  }

  /// Waits for something before the call goes out. A stop ends the wait.
  private func untilStopped(
    _ call: PreparedCall, _ wait: @escaping @Sendable () async throws -> Void
  ) async throws(NStackError) {
    do {
      guard let stop else { return try await wait() }
      try await stop.cutting(wait)
    } catch {
      throw Self.cancelled(call)
    }
  }

  private static func cancelled(_ call: PreparedCall) -> NStackError {
    NStackError(.cancelled, delivery: .notSent, request: call.label, message: "the call was cancelled")
  }

  private func request(for call: PreparedCall) -> TransportRequest {
    var headers = [
      (name: "Accept", value: "application/json"),
      (name: "User-Agent", value: "nstack-review/\(configuration.metadata.version)"),
    ]
    if call.carriesCredentials {
      headers.append((name: "X-Application-Id", value: configuration.applicationID.reveal()))
      headers.append((name: "X-Rest-Api-Key", value: configuration.restAPIKey.reveal()))
      headers.append((name: "N-Meta", value: configuration.metadata.headerValue))
      if let acceptLanguage = configuration.acceptLanguage {
        headers.append((name: "Accept-Language", value: acceptLanguage))
      }
    }
    if let entityTag = call.entityTag { headers.append((name: "If-None-Match", value: entityTag)) }
    if let body = call.body { headers.append((name: "Content-Type", value: body.contentType)) }
    if !call.headers.isEmpty {
      let own = Set(call.headers.map { $0.name.lowercased() })
      headers.removeAll { own.contains($0.name.lowercased()) }
      headers += call.headers
    }
    let limits = configuration.limits
    return TransportRequest(
      method: call.method, url: call.url, headers: headers, body: call.body?.bytes,
      maximumResponseSize: call.isRead ? limits.readResponseSize : limits.writeResponseSize,
      timeout: limits.requestTimeout)
  }
}
