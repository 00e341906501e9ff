import Basics
public import HTTPMessages

/// What a file of credentials holds.
public enum GoogleCredentials: Sendable {
  /// The key of a service account.
  case serviceAccount(ServiceAccountKey)
  /// A person's login.
  case login(StoredLogin)

  /// Reads a file of credentials: a key of a service account, or a login of `gcloud auth application-default login`.
  ///
  /// - Throws: `drive.credentials`.
  public init(file text: String, hosts: GoogleHosts = .google) throws(DriveError) {
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
  ///   - quotaProject: The Google Cloud project whose quota the calls use; nil for that of the credentials.
  ///   - stop: Ends the calls; nil if nothing does.
  public func tokens(
    scopes: [DriveScope], transport: any HTTPTransport, hosts: GoogleHosts = .google, quotaProject: String? = nil,
    stop: StopSignal? = nil
  ) -> RenewedTokens {
    tokens(
      scopes: scopes, calls: GoogleCalls(hosts: hosts, transport: transport, stop: stop), quotaProject: quotaProject)
  }

  func tokens(scopes: [DriveScope], calls: GoogleCalls, quotaProject: String? = nil) -> RenewedTokens {
    let endpoint = TokenEndpoint(calls: calls)
    switch self {
    case .serviceAccount(let key):
      return RenewedTokens(
        key.account, quotaProject: quotaProject, now: calls.clock.now
      ) { () async throws(DriveError) in
        try await endpoint.grant(for: key, scopes: scopes)
      }
    case .login(let login):
      return RenewedTokens(
        login.account, quotaProject: quotaProject ?? login.quotaProject, now: calls.clock.now
      ) { () async throws(DriveError) in
        try await endpoint.grant(for: login)
      }
    }
  }
}

extension StoredLogin {
  /// Ends the login at Google, so that its refresh token opens nothing any more.
  public func revoke(
    transport: any HTTPTransport, hosts: GoogleHosts = .google
  ) async throws(DriveError) {
    try await TokenEndpoint(calls: GoogleCalls(hosts: hosts, transport: transport)).revoke(self)
  }
}
