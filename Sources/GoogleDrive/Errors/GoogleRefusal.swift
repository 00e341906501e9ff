import Basics
import HTTPMessages

/// What Google says in an answer that is not a success.
///
/// Drive answers `{"error": {"code", "message", "errors": [{"reason"}], "status", "details"}}`. The token endpoint answers
/// `{"error": "…", "error_description": "…"}`. A proxy answers a page of its own.
struct GoogleRefusal: Sendable {
  let status: Int
  /// Google's word for the reason; nil if there is none.
  let reason: String?
  /// Google's sentence, made safe for messages.
  let words: String
  /// How long Google asks to wait; nil if it does not.
  let retryAfter: Duration?
  /// The server's time in seconds since 1970; nil if it does not tell.
  let serverTime: Double?

  init(_ response: TransportResponse, now: Double) {
    status = response.status
    serverTime = response.header("Date").flatMap(HTTPDate.secondsSince1970)
    retryAfter = response.header("Retry-After").flatMap { Self.wait($0, now: response.header("Date"), or: now) }
    let json = try? JSONValue(parsing: String(decoding: response.body, as: UTF8.self))
    let error = json?["error"]
    if let word = error?.string {
      reason = word
      words = Self.shown(json?["error_description"]?.string ?? word)
      return
    }
    let details = error?["details"]?.elements?.compactMap { $0["reason"]?.string } ?? []
    let challenge = response.header("WWW-Authenticate") ?? ""
    if let detail = details.first {
      reason = detail
    } else if challenge.contains("insufficient_scope") {
      reason = "insufficientPermissions"
    } else {
      reason = error?["errors"]?.elements?.first?["reason"]?.string ?? error?["status"]?.string
    }
    let text = error?["message"]?.string ?? String(decoding: response.body.prefix(500), as: UTF8.self)
    words = text.isEmpty ? "the answer is empty" : Self.shown(text)
  }

  /// Whether the same call may succeed a little later.
  ///
  /// Source: Google's Python client, which repeats 5xx, 429, and 403 with one of the two reasons.
  var isPassing: Bool {
    switch status {
    case 408, 429, 500...599: true
    case 403: isRateLimit
    default: false
    }
  }

  /// Whether Google takes no more calls for now.
  var isRateLimit: Bool {
    status == 429 || ["userRateLimitExceeded", "rateLimitExceeded"].contains(reason ?? "")
  }

  private static func shown(_ text: String) -> String { Excerpt.visible(TokenScrub.scrubbed(text), length: 500) }

  private static func wait(_ text: String, now header: String?, or now: Double) -> Duration? {
    if let seconds = Digits.integer(text.utf8) { return .seconds(clamping: Double(seconds)) }
    let time = header.flatMap(HTTPDate.secondsSince1970) ?? now
    return HTTPDate.secondsSince1970(text).map { .seconds(clamping: $0 - time) }
  }
}
