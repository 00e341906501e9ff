import HTTPMessages

/// The errors that the statuses of answers mean.
enum StatusErrors {
  /// The error that an answer's status means; nil for a success.
  ///
  /// - Parameter now: Seconds since 1970, to understand `Retry-After` dates of a server that does not say what time it is.
  static func error(
    for response: TransportResponse, request: String, host: String? = nil, now: Double
  ) -> NStackError? {
    let status = response.status
    // The client never requests a part (206).
    if (200...299).contains(status), status != 206 { return nil }
    // The server's own clock if it tells the time: ours may be wrong.
    let time = response.header("Date").flatMap(HTTPDate.secondsSince1970) ?? now
    let retryAfter = response.header("Retry-After").flatMap { wait(retryAfter: $0, now: time) }
    let (code, delivery) = meaning(of: status, hasRetryAfter: retryAfter != nil)
    return NStackError(
      code, delivery: delivery, request: request, status: status, message: message(for: response, code: code),
      retryAfter: retryAfter, host: host)
  }

  /// The time that a `Retry-After` header asks to wait, at most 100 years; nil if it is neither a number nor a date.
  static func wait(retryAfter text: String, now: Double) -> Duration? {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Double(text).map { .seconds(clamping: $0) }
    }
    return HTTPDate.secondsSince1970(text).map { .seconds(clamping: $0 - now) }
  }

  private static func meaning(of status: Int, hasRetryAfter: Bool) -> (NStackError.Code, NStackError.Delivery) {
    switch status {
    // A server also answers 302 or 303 after it has carried out what a form asked for.
    case 302, 303: (.redirect, .inDoubt)
    case 301, 307, 308: (.redirect, .definite)
    case 400, 409, 412, 422: (.rejected, .definite)
    case 401: (.unauthorized, .definite)
    case 403: (.forbidden, .definite)
    case 404, 445: (.notFound, .definite)
    case 407: (.unexpectedStatus, .notSent)
    case 429: (.rateLimited, .notSent)
    // With Retry-After it is a refusal. Without it, a gateway may have lost the answer of a server that carried out the call.
    case 503 where hasRetryAfter: (.server, .notSent)
    case 500...599: (.server, .inDoubt)
    case 400...499: (.unexpectedStatus, .definite)
    default: (.unexpectedStatus, .inDoubt)
    }
  }

  private static func message(for response: TransportResponse, code: NStackError.Code) -> String {
    let words = WebPage.sentence(for: response) ?? ServerWords.find(in: response.body, status: response.status)
    if response.status == 407 { return "the proxy requires credentials; put them into its URL: \(words)" }
    guard code == .redirect else { return words }
    let target = response.header("Location").map { " to \(Excerpt.visible($0))" } ?? ""
    return "the server redirects\(target); redirects are not followed"
  }
}
