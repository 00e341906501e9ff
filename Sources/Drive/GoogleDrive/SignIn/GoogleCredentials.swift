import Basics
package import HTTPMessages
import SystemCrypto

/// What a file of credentials holds.
package enum GoogleCredentials: Sendable {
  /// The key of a service account.
  case serviceAccount(ServiceAccountKey)
  /// A person's login.
  case login(StoredLogin)

  /// Reads a file of credentials: a key of a service account, or a login of `gcloud auth application-default login`.
  ///
  /// - Throws: `drive.credentials`.
  package init(file text: String, hosts: GoogleHosts = .google) throws(DriveError) {
    guard let type = (try? JSONValue(parsing: text))?["type"]?.string else {
      throw DriveError(
        .credentials, "the file of credentials is not JSON with a \"type\".",
        hint: "Give the key file of a service account, or sign in: nstack-review drive login.")
    }
    switch type {
    case "service_account": self = .serviceAccount(try ServiceAccountKey(file: text, hosts: hosts))
    case "authorized_user": self = .login(try StoredLogin(text: text))
    default:
      throw DriveError(
        .credentials, "credentials of the type \"\(Excerpt.visible(type))\" are not supported.",
        hint: "Give the key file of a service account, or sign in: nstack-review drive login.")
    }
  }

  /// The tokens for these credentials.
  ///
  /// - Parameters:
  ///   - scopes: The rights that a service account asks for. A login has its own.
  ///   - transport: What sends requests.
  ///   - hosts: Where Google's services are.
  ///   - quotaProject: The project whose quota the calls use; nil for the project of the credentials.
  ///   - stop: Once a stop is requested, no call goes out. Nil for none.
  package func tokens(
    scopes: [DriveScope], transport: any HTTPTransport, hosts: GoogleHosts = .google, quotaProject: String? = nil,
    stop: StopSignal? = nil
  ) -> RenewedTokens {
    tokens(
      scopes: scopes, calls: GoogleCalls(hosts: hosts, transport: transport, stop: stop), quotaProject: quotaProject)
  }

  func tokens(scopes: [DriveScope], calls: GoogleCalls, quotaProject: String? = nil) -> RenewedTokens {
    let endpoint = TokenEndpoint(calls: calls)
    let now = calls.clock.now
    return switch self {
    case .serviceAccount(let key):
      RenewedTokens(key.account, quotaProject: quotaProject, now: now) { () async throws(DriveError) in
        try await endpoint.grant(for: key, scopes: scopes)
      }
    case .login(let login):
      RenewedTokens(login.account, quotaProject: quotaProject ?? login.quotaProject, now: now) {
        () async throws(DriveError) in try await endpoint.grant(for: login)
      }
    }
  }
}

extension StoredLogin {
  /// Ends the login at Google, so that its refresh token no longer works.
  package func revoke(transport: any HTTPTransport, hosts: GoogleHosts = .google) async throws(DriveError) {
    try await TokenEndpoint(calls: GoogleCalls(hosts: hosts, transport: transport)).revoke(self)
  }
}

/// The key of a service account, from the JSON file that Google's console offers.
package struct ServiceAccountKey: Sendable {
  /// The address of the account, with which files are shared.
  package let email: String
  /// The person in whose name it acts (delegation in a whole Google Workspace); nil for itself.
  package var subject: String?
  /// The account that makes the calls.
  package var account: DriveAccount { subject.map { .delegate($0, by: email) } ?? .serviceAccount(email) }
  let keyID: String?
  private let key: SigningKey

  /// Reads a key file.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - hosts: Where tokens are given. A file that names another place is refused, because that place would get a signed
  ///     assertion.
  /// - Throws: `drive.credentials`.
  package init(file text: String, hosts: GoogleHosts = .google) throws(DriveError) {
    guard let json = try? JSONValue(parsing: text), json["type"]?.string == "service_account" else {
      throw Self.refusal("it is not the JSON file of a service account")
    }
    guard let email = json["client_email"]?.string, email.contains("@"), let pem = json["private_key"]?.string else {
      throw Self.refusal("it has no client_email or no private_key")
    }
    let endpoint = json["token_uri"]?.string ?? GoogleHosts.google.token
    guard hosts.givesTokens(endpoint) else {
      throw Self.refusal("its token_uri \(Excerpt.visible(endpoint)) is not Google's")
    }
    guard let key = SigningKey(pem: pem) else { throw Self.refusal("its private_key is not an RSA key in PEM") }
    self.key = key
    self.email = email
    keyID = json["private_key_id"]?.string
  }

  /// The signed assertion with which the account asks for a token (RFC 7523; RS256 of RFC 7518).
  ///
  /// - Parameter now: Seconds since 1970.
  func assertion(scopes: [DriveScope], audience: String, now: Int) throws(DriveError) -> String {
    var header: JSONValue = ["alg": "RS256", "typ": "JWT"]
    if let keyID { header = header.with(["kid": keyID]) }
    var claims: JSONValue = [
      "iss": email, "scope": scopes.map(\.rawValue).joined(separator: " "), "aud": audience, "iat": now,
      "exp": now + 3600,
    ]
    if let subject { claims = claims.with(["sub": subject]) }
    let signed = [header, claims].map { Base64URL.text($0.compactUTF8) }.joined(separator: ".")
    guard let signature = key.signature(for: Array(signed.utf8)) else {
      throw Self.refusal("nothing can be signed with its private_key")
    }
    return signed + "." + Base64URL.text(signature)
  }

  private static func refusal(_ reason: String) -> DriveError {
    DriveError(
      .credentials, "the key of the service account cannot be used: \(reason).",
      hint: "Download it again from Google's console: IAM & Admin, Service Accounts, Keys.")
  }
}
