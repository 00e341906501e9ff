import Basics
import HTTPMessages

/// What Google says in an answer that is not a success. Drive answers `{"error": {"code", "message", "errors": [{"reason"}],
/// "status", "details"}}`. The token endpoint answers `{"error": "…", "error_description": "…"}`. A proxy answers with a page
/// of its own.
struct GoogleRefusal: Sendable {
  let status: Int
  /// Google's word for the reason; nil if there is none.
  let reason: String?
  /// Google's sentence, made safe for messages.
  let words: String
  /// How long Google asks to wait; nil if it does not.
  let retryAfter: Duration?
  /// The server's time in seconds since 1970; nil if the answer does not say.
  let serverTime: Double?

  private static let rateLimits = [
    "userRateLimitExceeded", "rateLimitExceeded", "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED",
  ]

  init(_ response: TransportResponse, now: Double) {
    status = response.status
    serverTime = response.header("Date").flatMap(HTTPDate.secondsSince1970)
    retryAfter = response.retryAfter(now: now)
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

  /// The most specific reason. Drive's own reasons come first; newer answers repeat them in the form of other APIs.
  private static func reason(_ error: JSONValue?, _ challenge: String?) -> String? {
    let own = error?["errors"]?.elements?.first?["reason"]?.string
    let other = error?["details"]?.elements?.compactMap { $0["reason"]?.string }.first ?? challenge
    return own == "forbidden" ? other ?? own : own ?? other ?? error?["status"]?.string
  }

  /// Whether the same call may succeed a little later. Source: Google's Python client, which repeats 5xx, 429, and 403
  /// with one of the two reasons.
  var isPassing: Bool {
    switch status {
    case 408, 429, 500...599: true
    case 403: isRateLimit
    default: false
    }
  }

  /// Whether Google limits the rate of calls.
  var isRateLimit: Bool { status == 429 || reason.map(Self.rateLimits.contains) == true }

  private static func shown(_ text: String) -> String { Excerpt.visible(TokenScrub.scrubbed(text), length: 500) }
}

extension DriveError {
  /// What a refusal means, in plain words with what to do.
  init(_ refusal: GoogleRefusal, request: String, account: DriveAccount?, subject: String) {
    let scope: DriveScope = request.hasPrefix("GET ") ? .readAll : .all
    let (code, message, hint) = Self.meaning(of: refusal, account, subject, scope)
    self.init(
      code, message, hint: hint, request: request, status: refusal.status, reason: refusal.reason, cause: refusal.words)
  }

  private typealias Meaning = (code: Code, message: String, hint: String?)

  private static func meaning(
    of refusal: GoogleRefusal, _ account: DriveAccount?, _ subject: String, _ scope: DriveScope
  ) -> Meaning {
    switch refusal.reason {
    case "storageQuotaExceeded", "teamDriveFileLimitExceeded":
      return storage(account, ofServiceAccount: refusal.words.contains("Service Accounts do not have storage quota"))
    case "exportSizeLimitExceeded":
      return (
        .tooLarge, "\(subject) is larger than the 10 MB that Google exports.",
        "Split the sheet, or upload it as an XLSX file."
      )
    case "accessNotConfigured", "SERVICE_DISABLED":
      return (
        .apiDisabled, "the Drive API is not enabled in the Google Cloud project of these credentials.",
        "Enable it with the link in Google's message, wait a few minutes, and try again."
      )
    case "insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "insufficientScopes":
      return (.scope, "the login lacks a permission that this needs: \(scope.rawValue).", account?.howToGet(scope))
    case "fileNotExportable", "fileNotDownloadable":
      return (.wrongType, "\(subject) is not a Google Sheet or an XLSX file.", "Name a spreadsheet.")
    case "appNotAuthorizedToFile":
      return (
        .notAllowed, "this login may only change files that nstack-review created, and \(subject) is not one.",
        account?.howToGet(.all)
      )
    case "insufficientFilePermissions", "forbidden", "cannotAddParent":
      return (
        .notAllowed, "\(account?.who ?? "this account") is not allowed to do this to \(subject).",
        "Ask its owner to share it with permission to edit."
      )
    case "domainPolicy":
      return (
        .notAllowed, "the administrator of the Google Workspace forbids this for \(subject).", "Ask the administrator."
      )
    case "sharingRateLimitExceeded", "dailyLimitExceeded", "quotaExceeded":
      return (.rateLimited, "Google's limit for today is reached.", "Try again tomorrow.")
    default: break
    }
    if refusal.isRateLimit {
      return (.rateLimited, "Google accepts no more calls for now.", "Try again in a few minutes.")
    }
    return meaning(ofStatus: refusal.status, account, subject)
  }

  private static func meaning(ofStatus status: Int, _ account: DriveAccount?, _ subject: String) -> Meaning {
    switch status {
    case 401: (.loginEnded, "Google does not accept the login.", account?.howToSignIn)
    case 403: (.notAllowed, "Google forbids this for \(subject).", "Ask its owner to share it with permission to edit.")
    case 404 where account?.seesOnlyOwnFiles == true:
      (
        .notFound, "\(subject) does not exist, or nstack-review did not create it: this login sees no other files.",
        account?.howToShare
      )
    case 404: (.notFound, "\(subject) does not exist, or is not shared with this account.", account?.howToShare)
    case 408, 500...599: (.server, "Google failed.", "Try again later.")
    case 400...499: (.rejected, "Google refused the call about \(subject).", nil)
    default: (.badAnswer, "Google's answer about \(subject) is not understood.", nil)
    }
  }

  static func noRoom(_ account: DriveAccount) -> DriveError {
    let (code, message, hint) = storage(account)
    return DriveError(code, message, hint: hint)
  }

  /// - Parameter isServiceAccount: Whether Google says that the account is a service account; a bare token does not show
  ///   that.
  private static func storage(_ account: DriveAccount?, ofServiceAccount isServiceAccount: Bool = false) -> Meaning {
    let email: String? = if case .serviceAccount(let email)? = account { email } else { nil }
    guard email != nil || isServiceAccount else {
      return (.storageFull, "the Drive is full.", "Free some space, or name a folder of a shared drive.")
    }
    let owner = email.map { "the service account \($0)" } ?? "a service account"
    return (
      .noStorage, "\(owner) owns no storage, so it cannot create files in a person's Drive.",
      "Name a folder of a shared drive; or create the file yourself, share it with "
        + "\(email ?? "the service account"), and write to its id with --overwrite."
    )
  }
}

/// Removes what looks like one of Google's tokens from text that is shown: access tokens (`ya29.…`), refresh tokens (`1//…`),
/// client secrets (`GOCSPX-…`), and signed assertions (`eyJ…`).
enum TokenScrub {
  private static let starts = ["ya29.", "1//", "GOCSPX-", "eyJ"]

  /// The text with each token replaced by `…`.
  static func scrubbed(_ text: String) -> String {
    guard starts.contains(where: text.contains) else { return text }
    var result = ""
    var rest = text[...]
    while let (start, range) = first(in: rest) {
      result += rest[..<range.lowerBound]
      let end = rest[range.upperBound...].firstIndex { !isPart($0) } ?? rest.endIndex
      // A short word is not a token.
      let isToken = rest.distance(from: range.upperBound, to: end) >= 8
      result += isToken ? "…" : start + rest[range.upperBound..<end]
      rest = rest[end...]
    }
    return result + rest
  }

  private static func first(in text: Substring) -> (String, Range<Substring.Index>)? {
    starts.compactMap { start in text.firstRange(of: start).map { (start, $0) } }.min {
      $0.1.lowerBound < $1.1.lowerBound
    }
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_./~+".contains(character))
  }
}
