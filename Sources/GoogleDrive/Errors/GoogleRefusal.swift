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

  private static let rateLimits = [
    "userRateLimitExceeded", "rateLimitExceeded", "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED",
  ]

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
    let isTooNarrow = response.header("WWW-Authenticate")?.contains("insufficient_scope") == true
    reason = Self.reason(error, isTooNarrow ? "insufficientPermissions" : nil)
    let text = error?["message"]?.string ?? String(decoding: response.body.prefix(500), as: UTF8.self)
    words = text.isEmpty ? "the answer is empty" : Self.shown(text)
  }

  /// The word that says most. Drive's own words come first: newer answers repeat them in the form of other APIs.
  private static func reason(_ error: JSONValue?, _ challenge: String?) -> String? {
    let own = error?["errors"]?.elements?.first?["reason"]?.string
    let other = error?["details"]?.elements?.compactMap { $0["reason"]?.string }.first ?? challenge
    return own == "forbidden" ? other ?? own : own ?? other ?? error?["status"]?.string
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
  var isRateLimit: Bool { status == 429 || reason.map(Self.rateLimits.contains) == true }

  private static func shown(_ text: String) -> String { Excerpt.visible(TokenScrub.scrubbed(text), length: 500) }

  private static func wait(_ text: String, now header: String?, or now: Double) -> Duration? {
    if let seconds = Digits.integer(text.utf8) { return .seconds(clamping: Double(seconds)) }
    let time = header.flatMap(HTTPDate.secondsSince1970) ?? now
    return HTTPDate.secondsSince1970(text).map { .seconds(clamping: $0 - time) }
  }
}
