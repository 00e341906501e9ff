import HTTPMessages
import Logging

/// Sends calls to Google's servers, and repeats those that may succeed a little later.
struct GoogleCalls: Sendable {
  let hosts: GoogleHosts
  let transport: any HTTPTransport
  var backoff = CallBackoff()
  var clock = RetryClock.system
  var logger: Logger?
  var stop: StopSignal?
  /// The name of the program, for `User-Agent`.
  var agent = "nstack-review"
  private let pause = SharedPause()

  /// Sends a call and returns its answer.
  ///
  /// - Parameter tokens: What opens the API; nil for calls that need no token.
  /// - Throws: The codes of the transport; `drive.credentials` if a token would go to a host that is not Google's; what the
  ///   answer's status means.
  func send(_ call: GoogleCall, tokens: (any TokenSource)? = nil) async throws(DriveError) -> TransportResponse {
    var attempt = 1
    var wasRefused = false
    while true {
      let rest = pause.rest(at: clock.now())
      if rest > .zero { try await wait(rest + .seconds(1) * clock.random(), call) }
      let token = try await tokens?.token()
      let result = try await sendOnce(call, token, quotaProject: tokens?.quotaProject)
      let failure: DriveError
      var asked: Duration?
      switch result {
      case .success(let response):
        if (200...299).contains(response.status) || call.answers.contains(response.status) { return response }
        let refusal = GoogleRefusal(response, now: clock.calendarNow())
        failure = DriveError(refusal, request: call.label, account: tokens?.account, subject: call.subject)
        if response.status == 401, let token, !wasRefused {
          // The token may have ended on the way, or by Google's will. Another one is tried once.
          wasRefused = true
          if await tokens?.refuse(token) == true { continue }
        }
        // A refusal for its rate did nothing. After 5xx the call may have been carried out.
        guard refusal.isPassing, call.isRepeatable || refusal.isRateLimit && call.waitsForRate else {
          // Whatever is asked next waits.
          if failure.code == .rateLimited { holdBack(afterAttempt: attempt, asked: refusal.retryAfter) }
          throw failure
        }
        asked = refusal.retryAfter
      case .failure(let error):
        failure = DriveError(
          DriveError.Code(error.code), error.message + ".", hint: Self.hint(for: error), request: call.label,
          cause: error.cause)
        guard Self.isPassing(error), call.isRepeatable || error.delivery == .notSent else { throw failure }
      }
      guard let delay = backoff.delay(afterAttempt: attempt, asked: asked, random: clock.random()) else {
        throw failure
      }
      if failure.code == .rateLimited { pause.extend(to: clock.now() + delay) }
      logger?.notice("\(call.label): again in \(Int(delay / .milliseconds(1))) ms after \(failure.code.rawValue)")
      try await wait(delay, call)
      attempt += 1
    }
  }

  /// Lets the next calls wait, because Google takes no more.
  private func holdBack(afterAttempt attempt: Int, asked: Duration?) {
    guard let delay = backoff.delay(afterAttempt: attempt, asked: asked, random: clock.random()) else { return }
    pause.extend(to: clock.now() + delay)
  }

  private func sendOnce(
    _ call: GoogleCall, _ token: AccessToken?, quotaProject: String?
  ) async throws(DriveError) -> Result<TransportResponse, TransportError> {
    var headers = call.headers
    headers.append((name: "User-Agent", value: agent))
    headers.append((name: "Accept", value: call.take == nil ? "application/json" : "*/*"))
    if let token {
      let url = HTTPURL(call.url)
      if url.map(hosts.takesTokens) == true {
        headers.append((name: "Authorization", value: "Bearer \(token.secret.reveal())"))
        if let quotaProject { headers.append((name: "x-goog-user-project", value: quotaProject)) }
      } else if !call.isGiven || url.map(hosts.servesFiles) != true {
        throw DriveError(
          .credentials,
          "the access token does not go to \(Excerpt.visible(call.url.prefix { $0 != "?" }.description)), "
            + "which is not one of Google's hosts.", request: call.label)
      }
    }
    if stop?.reason != nil { throw Self.cancelled(call) }
    let request = TransportRequest(
      method: call.method, url: call.url, headers: headers, body: call.body, maximumResponseSize: call.answerSize,
      timeout: call.timeout)
    call.onAttempt?()
    let begun = clock.now()
    do throws(TransportError) {
      let response: TransportResponse
      if let take = call.take {
        response = try await transport.send(request, cutBy: stop, passing: take)
      } else {
        response = try await transport.send(request, cutBy: stop)
      }
      logger?.info("\(call.label): \(response.status) in \(Int((clock.now() - begun) / .milliseconds(1))) ms")
      return .success(response)
    } catch {
      logger?.info("\(call.label): failed with \(error.code.rawValue)")
      return .failure(error)
    }
  }

  /// Waits; a stop ends the wait.
  func wait(_ time: Duration, _ call: GoogleCall) async throws(DriveError) {
    do {
      let clock = clock
      guard let stop else { return try await clock.sleep(time) }
      try await stop.cutting { try await clock.sleep(time) }
    } catch {
      throw Self.cancelled(call)
    }
  }

  private static func hint(for error: TransportError) -> String? {
    switch error.code {
    case .unreachable, .timeout, .connectionLost: "Check the network, and try again."
    case .tls: "Check the clock and the network; behind a proxy that reads along, name its certificate with --ca-file."
    case .tooLarge: "Split the file."
    default: nil
    }
  }

  private static func isPassing(_ error: TransportError) -> Bool {
    [.unreachable, .timeout, .connectionLost].contains(error.code)
  }

  private static func cancelled(_ call: GoogleCall) -> DriveError {
    DriveError(DriveError.Code(TransportError.Code.cancelled), "the call was cancelled.", request: call.label)
  }
}
