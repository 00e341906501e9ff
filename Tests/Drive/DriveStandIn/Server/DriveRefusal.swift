import Basics

/// A refusal in the form of Google's API errors.
struct DriveRefusal: Error, Hashable, Sendable {
  let status: Int
  /// `errors[0].reason`.
  let reason: String
  let message: String
  var domain = "global"
  /// The parameter or header that is wrong.
  var location: String?
  /// The word of google.rpc.Code; nil where Drive's own errors have none.
  var word: String?
  /// The reason in `details`; nil for none.
  var detail: String?
  var headers: [String: String] = [:]

  init(_ status: Int, _ reason: String, _ message: String, domain: String = "global", location: String? = nil) {
    (self.status, self.reason, self.message, self.domain) = (status, reason, message, domain)
    self.location = location
  }

  var json: JSONValue {
    var first = JSONValue.members(["message": message, "domain": domain, "reason": reason])
    if let location { first = first.with(["location": location]) }
    var error = JSONValue.members(["code": status, "message": message, "errors": [first]])
    if let word { error = error.with(["status": word]) }
    if let detail {
      let info = JSONValue.members(["@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": detail])
      error = error.with(["details": [info]])
    }
    return .members(["error": error])
  }
}

extension DriveRefusal {
  static func notFound(_ id: String, location: String = "fileId") -> DriveRefusal {
    DriveRefusal(404, "notFound", "File not found: \(id).", location: location)
  }

  static func invalid(_ location: String, _ message: String = "Invalid Value") -> DriveRefusal {
    DriveRefusal(400, "invalid", message, location: location)
  }

  static func badRequest(_ message: String) -> DriveRefusal { DriveRefusal(400, "badRequest", message) }

  static let insufficientFilePermissions = DriveRefusal(
    403, "insufficientFilePermissions", "The user does not have sufficient permissions for this file.")

  static let invalidCredentials = credentials(
    401, "authError",
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid"
      + " authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
    "UNAUTHENTICATED", challenge: "invalid_token")

  static let missingCredentials = credentials(401, "required", "Login Required.", "UNAUTHENTICATED")

  static let missingScope = credentials(
    403, "insufficientPermissions", "Request had insufficient authentication scopes.", "PERMISSION_DENIED",
    detail: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", challenge: "insufficient_scope")

  private static func credentials(
    _ status: Int, _ reason: String, _ message: String, _ word: String, detail: String? = nil, challenge: String? = nil
  ) -> DriveRefusal {
    var refusal = DriveRefusal(status, reason, message, location: "Authorization")
    (refusal.word, refusal.detail) = (word, detail)
    let error = challenge.map { #", error="\#($0)""# } ?? ""
    refusal.headers = ["WWW-Authenticate": #"Bearer realm="https://accounts.google.com/"\#(error)"#]
    return refusal
  }
}

/// A refusal in the form of OAuth's errors.
///
/// Source: RFC 6749, section 5.2.
struct TokenRefusal: Error, Hashable, Sendable {
  let status: Int
  let error: String
  let description: String

  init(_ error: String, _ description: String, status: Int = 400) {
    (self.status, self.error, self.description) = (status, error, description)
  }

  static func invalidGrant(_ description: String) -> TokenRefusal { TokenRefusal("invalid_grant", description) }

  var json: JSONValue { .members(["error": error, "error_description": description]) }
}
