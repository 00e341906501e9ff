import Basics

/// A refusal in the form of Google's API errors.
package struct DriveRefusal: Error, Hashable, Sendable {
  package let status: Int
  /// `errors[0].reason`.
  package let reason: String
  package let message: String
  package var domain = "global"
  /// The parameter or header that is wrong.
  package var location: String?
  package var locationType = "parameter"
  /// The word of google.rpc.Code; nil where Drive's own errors have none.
  package var word: String?
  /// The reason in `details`; nil for none.
  package var detail: String?
  package var headers: [String: String] = [:]

  package init(_ status: Int, _ reason: String, _ message: String, domain: String = "global", location: String? = nil) {
    self.status = status
    self.reason = reason
    self.message = message
    self.domain = domain
    self.location = location
  }

  var json: JSONValue {
    var error: [(String, JSONValue)] = [("message", .string(message)), ("domain", .string(domain))]
    error.append(("reason", .string(reason)))
    if let location {
      error += [("location", .string(location)), ("locationType", .string(locationType))]
    }
    var members: [(String, JSONValue)] = [
      ("code", .integer(status)), ("message", .string(message)), ("errors", .array([.object(error)])),
    ]
    if let word { members.append(("status", .string(word))) }
    if let detail {
      let info: [(String, JSONValue)] = [
        ("@type", .string("type.googleapis.com/google.rpc.ErrorInfo")), ("reason", .string(detail)),
        ("domain", .string("googleapis.com")),
        ("metadata", .object([("service", .string("drive.googleapis.com"))])),
      ]
      members.append(("details", .array([.object(info)])))
    }
    return .object([("error", .object(members))])
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

  static let invalidCredentials: DriveRefusal = {
    var refusal = DriveRefusal(
      401, "authError",
      "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid"
        + " authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
      location: "Authorization")
    refusal.locationType = "header"
    refusal.word = "UNAUTHENTICATED"
    refusal.headers = ["WWW-Authenticate": #"Bearer realm="https://accounts.google.com/", error="invalid_token""#]
    return refusal
  }()

  static let missingCredentials: DriveRefusal = {
    var refusal = DriveRefusal(401, "required", "Login Required.", location: "Authorization")
    refusal.locationType = "header"
    refusal.word = "UNAUTHENTICATED"
    refusal.headers = ["WWW-Authenticate": #"Bearer realm="https://accounts.google.com/""#]
    return refusal
  }()

  static let missingScope: DriveRefusal = {
    var refusal = DriveRefusal(403, "insufficientPermissions", "Request had insufficient authentication scopes.")
    refusal.word = "PERMISSION_DENIED"
    refusal.detail = "ACCESS_TOKEN_SCOPE_INSUFFICIENT"
    refusal.headers = [
      "WWW-Authenticate": #"Bearer realm="https://accounts.google.com/", error="insufficient_scope""#
    ]
    return refusal
  }()
}

/// A refusal in the form of OAuth's errors.
///
/// Source: RFC 6749, section 5.2.
package struct TokenRefusal: Error, Hashable, Sendable {
  package let status: Int
  package let error: String
  package let description: String

  package init(_ status: Int, _ error: String, _ description: String) {
    self.status = status
    self.error = error
    self.description = description
  }

  static func invalidGrant(_ description: String) -> TokenRefusal { TokenRefusal(400, "invalid_grant", description) }

  var json: JSONValue {
    .object([("error", .string(error)), ("error_description", .string(description))])
  }
}
