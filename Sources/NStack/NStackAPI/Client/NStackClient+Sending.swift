import Basics
import HTTPMessages
import Logging

/// A call that is ready to be sent: its whole address, and its name in messages.
struct PreparedCall {
  let client: NStackClient
  var method: String
  var url: String
  /// The method and the path without its query.
  var label: String
  var body: CallBody?
  var carriesCredentials: Bool
  var headers: [(name: String, value: String)] = []
  /// The tag of the cached state, so that the server can answer that nothing changed.
  var entityTag: String?
  /// Whether redirects are answers, which the caller follows.
  var followsRedirects = false
  var answeringStatuses: Set<Int> = []

  var host: String? { HTTPURL(url)?.origin.shortName }
}

extension NStackClient {
  /// Sends a call, repeats it if that is safe, and returns its answer.
  func send(_ call: PreparedCall) async throws(NStackError) -> TransportResponse { try await calls.send(call) }

  /// Sends a call, and follows redirects without credentials. Returns the answer, and the URL that redirects led to;
  /// nil if there was no redirect.
  func sendFollowing(_ call: PreparedCall) async throws(NStackError) -> (TransportResponse, HTTPURL?) {
    var next = call
    var url: HTTPURL?
    for hop in 0...RedirectRule.mostHops {
      let response = try await send(next)
      guard (300...399).contains(response.status), response.status != 304 else { return (response, url) }
      guard hop < RedirectRule.mostHops else { break }
      let target = try await target(of: response, to: next)
      next.url = target
      next.carriesCredentials = false
      next.headers = []
      url = HTTPURL(target)
    }
    throw NStackError(
      .redirect, delivery: .definite, request: call.label,
      message: "the server redirects more than \(RedirectRule.mostHops) times", host: call.host)
  }

  private func target(of response: TransportResponse, to call: PreparedCall) async throws(NStackError) -> String {
    func refusal(_ reason: String) -> NStackError {
      let shown = response.header("Location").map { " to \(Excerpt.visible($0))" } ?? ""
      return NStackError(
        .redirect, delivery: .definite, request: call.label, status: response.status,
        message: "the server redirects\(shown); this redirect is not followed: \(reason)", host: call.host)
    }
    guard let location = response.header("Location") else { throw refusal("it does not say where to") }
    guard let source = HTTPURL(call.url), let url = source.resolve(location), let target = HTTPURL(url) else {
      throw refusal("that is not an http or https URL")
    }
    let addresses = HostAddress(target.origin.host) == nil ? await calls.transport.addresses(of: url) : []
    if let reason = RedirectRule.refusal(of: target, from: source, base: configuration.base, addresses: addresses) {
      throw refusal(reason)
    }
    return url
  }

  func log(_ unread: [UnreadItem]) { for item in unread { calls.logger?.warning("\(item.description)") } }
}

extension PreparedCall: PacedCall {
  typealias Failure = NStackError

  var isRead: Bool { method == "GET" }
  var isRepeated: Bool { client.retries == .standard }
  var waitsForTurn: Bool { client.pace == .standard }
  /// If a write is cut off, it is unknown whether it was carried out.
  var endsWithStop: Bool { isRead }
  var consume: (@Sendable (_ piece: [UInt8]) -> Bool)? { nil }

  func request() -> TransportRequest {
    let configuration = client.configuration
    var own = [
      (name: "Accept", value: "application/json"),
      (name: "User-Agent", value: "nstack-review/\(configuration.metadata.version)"),
    ]
    if carriesCredentials {
      own.append(("X-Application-Id", configuration.applicationID.reveal()))
      own.append(("X-Rest-Api-Key", configuration.restAPIKey.reveal()))
      own.append(("N-Meta", configuration.metadata.headerValue))
      if let acceptLanguage = configuration.acceptLanguage { own.append(("Accept-Language", acceptLanguage)) }
    }
    if let entityTag { own.append(("If-None-Match", entityTag)) }
    if let body { own.append(("Content-Type", body.contentType)) }
    let replaced = Set(headers.map { $0.name.lowercased() })
    own.removeAll { replaced.contains($0.name.lowercased()) }
    let limits = configuration.limits
    return TransportRequest(
      method: method, url: url, headers: own + headers, body: body?.bytes,
      maximumResponseSize: isRead ? limits.readResponseSize : limits.writeResponseSize, timeout: limits.requestTimeout)
  }

  func willSend() throws(NStackError) {
    guard !isRead, let isWanted = client.isWanted, !isWanted() else { return }
    throw .withdrawn(label)
  }

  func outcome(of result: Result<TransportResponse, TransportError>) -> CallOutcome<NStackError> {
    let error: NStackError
    switch result {
    case .failure(let failure): error = self.failure(failure)
    case .success(let response):
      guard let failure = failure(response) else { return .answer(response) }
      error = failure
    }
    let status = error.status ?? 0
    return .failure(
      error,
      CallRepetition(
        code: error.code.rawValue, isSafe: (isRead || error.delivery == .notSent) && Self.isPassing(error.code),
        isBusy: status == 429 || status == 503, retryAfter: status == 429 || status >= 500 ? error.retryAfter : nil))
  }

  func failure(_ error: TransportError) -> NStackError {
    NStackError(
      error.code, delivery: error.delivery, request: label, message: error.message, retryAfter: error.retryAfter,
      host: host, hint: error.hint, cause: error.cause)
  }

  /// The error that an answer means for any call; nil if the caller can read the answer.
  private func failure(_ response: TransportResponse) -> NStackError? {
    if isAnswer(response.status) { return nil }
    if let error = response.error(of: label, host: host, now: client.clock.calendarNow()) { return error }
    // A web page comes from something between this machine and the server, and a retry may get through.
    guard isRead, response.webPage != nil else { return nil }
    return client.mismatch("", response, of: self)
  }

  private func isAnswer(_ status: Int) -> Bool {
    answeringStatuses.contains(status) || (status == 304 && entityTag != nil)
      || (followsRedirects && [301, 302, 303, 307, 308].contains(status))
  }

  /// Whether the same call may succeed a little later. `badBody` may be a proxy's or firewall's page.
  private static func isPassing(_ code: NStackError.Code) -> Bool {
    [.unreachable, .timeout, .connectionLost, .rateLimited, .server, .badBody].contains(code)
  }
}
