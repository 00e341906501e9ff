package import HTTPMessages
import Logging

/// One call: what is sent, and its name in messages.
struct GoogleCall: Sendable {
  var method: String
  var url: String
  /// The method and the path without ids and query.
  var label: String
  /// What the call is about, such as `the file "review.xlsx"`.
  var subject: String
  var headers: [(name: String, value: String)] = []
  var body: [UInt8]?
  /// Whether the same call may be sent again although it may have been carried out.
  var isRepeatable = false
  /// The id of the folder that it lists or writes into.
  var folder: String?
  /// Whether the URL came from Google, so that it may name a host that must not get the token.
  var isGiven = false
  /// Whether the call is sent again after Google limited the rate. False if something must be checked first.
  var waitsForRate = true
  /// Statuses that are answers for the caller, and not errors.
  var answers: Set<Int> = []
  /// The most bytes of the answer.
  var answerSize = 16 << 20
  /// The longest time for the whole exchange.
  var timeout = Duration.seconds(60)
  /// Consumes the body of an answer piece by piece; nil to keep the body in the answer.
  var consume: (@Sendable (_ piece: [UInt8]) -> Bool)?
  /// Called before each attempt.
  var onAttempt: (@Sendable () -> Void)?
}

/// Sends calls to Google's servers, and repeats those that may succeed a little later.
struct GoogleCalls: Sendable {
  let hosts: GoogleHosts
  /// The name of the program, for `User-Agent`.
  let agent = "nstack-review"
  let paced: PacedCalls

  init(
    hosts: GoogleHosts, transport: any HTTPTransport, policy: RetryPolicy = .drive, clock: RetryClock = .system,
    logger: Logger? = nil, stop: StopSignal? = nil
  ) {
    self.hosts = hosts
    paced = PacedCalls(transport: transport, policy: policy, clock: clock, logger: logger, stop: stop)
  }

  var clock: RetryClock { paced.clock }

  /// Sends a call and returns its answer.
  func send(_ call: GoogleCall, tokens: (any TokenSource)? = nil) async throws(DriveError) -> TransportResponse {
    try await paced.send(SentCall(calls: self, call: call, tokens: tokens))
  }

  /// Waits before checking again whether something is finished.
  ///
  /// - Parameter look: The number of the check, counted from one. The wait no longer grows after the fifth.
  func wait(afterLook look: Int, _ call: GoogleCall) async throws(DriveError) {
    try await paced.wait(
      paced.policy.backoff(afterAttempt: min(look, 5), random: clock.random()),
      SentCall(calls: self, call: call, tokens: nil))
  }
}

extension RetryPolicy {
  /// The retry policy for Google's servers.
  ///
  /// Source: Google's guide to errors of the Drive API.
  package static let drive = RetryPolicy(attempts: 6, base: .seconds(1), cap: .seconds(64))
}

private struct SentCall: PacedCall {
  typealias Failure = DriveError

  let calls: GoogleCalls
  let call: GoogleCall
  let tokens: (any TokenSource)?
  private var token: AccessToken?
  private var wasTokenRefused = false

  init(calls: GoogleCalls, call: GoogleCall, tokens: (any TokenSource)?) {
    (self.calls, self.call, self.tokens) = (calls, call, tokens)
  }

  var label: String { call.label }
  var isRead: Bool { call.method == "GET" }
  var endsWithStop: Bool { true }
  var consume: (@Sendable (_ piece: [UInt8]) -> Bool)? { call.consume }

  mutating func request() async throws(DriveError) -> TransportRequest {
    token = try await tokens?.token()
    var headers = call.headers
    headers.append(("User-Agent", calls.agent))
    headers.append(("Accept", call.consume == nil ? "application/json" : "*/*"))
    if let token {
      let url = HTTPURL(call.url)
      if url.map(calls.hosts.acceptsTokens) == true {
        headers.append(("Authorization", "Bearer \(token.secret.reveal())"))
        if let project = tokens?.quotaProject { headers.append(("x-goog-user-project", project)) }
      } else if !call.isGiven || url.map(calls.hosts.servesFiles) != true {
        throw DriveError(
          .credentials,
          "the access token does not go to \(Excerpt.visible(call.url.prefix { $0 != "?" }.description)), "
            + "which is not one of Google's hosts.", request: call.label)
      }
    }
    return TransportRequest(
      method: call.method, url: call.url, headers: headers, body: call.body, maximumResponseSize: call.answerSize,
      timeout: call.timeout)
  }

  func willSend() { call.onAttempt?() }

  mutating func outcome(of result: Result<TransportResponse, TransportError>) async -> CallOutcome<DriveError> {
    switch result {
    case .failure(let error):
      let isPassing = [.unreachable, .timeout, .connectionLost].contains(error.code)
      return .failure(
        failure(error),
        CallRepetition(
          code: error.code.rawValue, isSafe: isPassing && (call.isRepeatable || error.delivery == .notSent)))
    case .success(let response):
      if (200...299).contains(response.status) || call.answers.contains(response.status) { return .answer(response) }
      if response.status == 401, let token, !wasTokenRefused {
        // The token may have expired or been revoked, so another one is tried once.
        wasTokenRefused = true
        if await tokens?.refuse(token) == true { return .again }
      }
      let refusal = GoogleRefusal(response, now: calls.clock.calendarNow())
      let error = DriveError(refusal, request: call.label, account: tokens?.account, subject: call.subject)
      // A call refused by a rate limit had no effect. After a 5xx it may have been carried out.
      let isSafe = refusal.isPassing && (call.isRepeatable || refusal.isRateLimit && call.waitsForRate)
      return .failure(
        error,
        CallRepetition(
          code: error.code.rawValue, isSafe: isSafe, isBusy: refusal.isRateLimit || response.status == 503,
          retryAfter: refusal.isPassing ? refusal.retryAfter : nil))
    }
  }

  func failure(_ error: TransportError) -> DriveError {
    let hint: String? =
      switch error.code {
      case .unreachable, .timeout, .connectionLost: "Check the network, and try again."
      case .tls:
        "Check the clock and the network; behind a proxy that decrypts the calls, name its certificate with SSL_CERT_FILE."
      case .tooLarge: "Split the file."
      default: nil
      }
    return DriveError(
      DriveError.Code(error.code), error.message + ".", hint: hint, request: call.label, cause: error.cause)
  }
}
