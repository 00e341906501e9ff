import Basics
import HTTPMessages

/// Google's token endpoint: gives tokens for keys, codes and logins.
struct TokenEndpoint: Sendable {
  struct Grant: Sendable {
    let access: AccessToken
    let refresh: Secret?
  }

  let calls: GoogleCalls

  func grant(for key: ServiceAccountKey, scopes: [DriveScope]) async throws(DriveError) -> AccessToken {
    let now = Int(exactly: calls.clock.calendarNow().rounded(.down)) ?? 0
    let assertion = try key.assertion(scopes: scopes, audience: calls.hosts.token, now: now)
    return try await exchange(
      [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion)], for: key.account
    ).access
  }

  func grant(for login: StoredLogin) async throws(DriveError) -> AccessToken {
    try await exchange(
      [
        ("grant_type", "refresh_token"), ("refresh_token", login.refreshToken.reveal()), ("client_id", login.client.id),
        ("client_secret", login.client.secret?.reveal() ?? ""),
      ], for: login.account
    ).access
  }

  /// Gets tokens for the code that a browser brought.
  func grant(forCode code: String, _ client: OAuthClient, _ pkce: PKCE, redirect: String) async throws(DriveError)
    -> Grant
  {
    // A code can be used only once.
    try await exchange(
      [
        ("grant_type", "authorization_code"), ("code", code), ("code_verifier", pkce.verifier),
        ("client_id", client.id), ("client_secret", client.secret?.reveal() ?? ""), ("redirect_uri", redirect),
      ], for: nil, isRepeatable: false)
  }

  /// Ends a login at Google. A login that has already ended is not an error.
  func revoke(_ login: StoredLogin) async throws(DriveError) {
    var call = call(calls.hosts.revocation, "POST /revoke", [("token", login.refreshToken.reveal())])
    call.answers = [400]
    _ = try await calls.send(call)
  }

  private func exchange(
    _ fields: [(name: String, value: String)], for account: DriveAccount?, isRepeatable: Bool = true
  ) async throws(DriveError) -> Grant {
    var call = call(calls.hosts.token, "POST /token", fields.filter { !$0.value.isEmpty })
    call.isRepeatable = isRepeatable
    call.answers = [400, 401, 403]
    let sent = calls.clock.now()
    let response = try await calls.send(call)
    guard response.status == 200 else { throw failure(response, account) }
    guard let json = try? JSONValue(parsing: String(decoding: response.body, as: UTF8.self)),
      let token = json["access_token"]?.string, Self.fitsHeader(token)
    else {
      throw DriveError(
        .badAnswer, "the answer to the sign-in has no access token.", request: call.label, status: response.status)
    }
    return Grant(
      access: AccessToken(
        Secret(token), end: json["expires_in"]?.looseInteger.map { sent + .seconds(clamping: Double($0)) },
        scopes: (json["scope"]?.string ?? "").split(separator: " ").map(String.init)),
      refresh: json["refresh_token"]?.string.map { Secret($0) })
  }

  private func call(_ url: String, _ label: String, _ fields: [(name: String, value: String)]) -> GoogleCall {
    var call = GoogleCall(method: "POST", url: url, label: label, subject: "the login")
    call.headers = [("Content-Type", "application/x-www-form-urlencoded")]
    call.body = Array(FormEncoding.encode(fields).utf8)
    call.isRepeatable = true
    return call
  }

  /// What a refused sign-in means.
  private func failure(_ response: TransportResponse, _ account: DriveAccount?) -> DriveError {
    let now = calls.clock.calendarNow()
    let refusal = GoogleRefusal(response, now: now)
    func error(_ code: DriveError.Code, _ message: String, _ hint: String) -> DriveError {
      DriveError(
        code, message, hint: hint, request: "POST /token", status: response.status, reason: refusal.reason,
        cause: refusal.words)
    }
    if refusal.words.contains("reasonable timeframe") || refusal.words.contains("iat") && refusal.words.contains("exp")
    {
      let other = refusal.serverTime.map { " and Google's says \(UTCTime.text($0))" } ?? ""
      return error(
        .clock, "the clock of this machine says \(UTCTime.text(now))\(other), so Google refuses what is signed here.",
        "Set the clock.")
    }
    switch refusal.reason {
    case "invalid_grant":
      guard let account else {
        return error(.loginFailed, "Google did not accept the code from the browser.", "Try again.")
      }
      let what = if case .person = account { "this login" } else { "the key of the service account" }
      return error(.loginEnded, "Google no longer accepts \(what).", account.howToSignIn)
    case "unauthorized_client" where account?.delegated != nil:
      return error(
        .scope, "the service account may not act for \(account?.delegated ?? "").", account?.howToGet(.all) ?? "")
    case "invalid_client", "unauthorized_client", "deleted_client":
      return error(
        .credentials, "Google does not know the client id, or its secret is wrong.",
        "Check the file of the client id, or the key of the service account.")
    case "invalid_scope", "access_denied":
      return error(.scope, "Google does not grant these permissions to this account.", "Ask the administrator.")
    default: return error(.loginFailed, "Google refused to sign in.", "See Google's message.")
    }
  }

  private static func fitsHeader(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}

/// Access tokens that are renewed before they end, from a key or a login. Calls that need a token at the same time wait
/// for one renewal.
package actor RenewedTokens: TokenSource {
  /// How long before its end a token is renewed. Source: google-auth.
  static let margin = Duration.seconds(225)

  package nonisolated let account: DriveAccount
  /// The Google Cloud project whose quota the calls use; nil for the project of the credentials.
  package nonisolated let quotaProject: String?
  private let now: @Sendable () -> Duration
  private let renew: @Sendable () async throws(DriveError) -> AccessToken
  private var current: AccessToken?
  private var renewal: Task<Result<AccessToken, DriveError>, Never>?

  init(
    _ account: DriveAccount, quotaProject: String? = nil, now: @escaping @Sendable () -> Duration,
    renew: @escaping @Sendable () async throws(DriveError) -> AccessToken
  ) { (self.account, self.quotaProject, self.now, self.renew) = (account, quotaProject, now, renew) }

  /// A token that is valid for some more minutes.
  package func token() async throws(DriveError) -> AccessToken {
    if let current, current.end.map({ now() < $0 - Self.margin }) ?? true { return current }
    let renewal = self.renewal ?? begin()
    return try await renewal.value.get()
  }

  /// Records that Google refused a token. Another call may have renewed it meanwhile.
  package func refuse(_ token: AccessToken) -> Bool {
    if current?.secret.reveal() == token.secret.reveal() { current = nil }
    return true
  }

  private func begin() -> Task<Result<AccessToken, DriveError>, Never> {
    let task = Task { [renew] () -> Result<AccessToken, DriveError> in
      do throws(DriveError) {
        let token = try await renew()
        self.end(token)
        return .success(token)
      } catch {
        self.end(nil)
        return .failure(error)
      }
    }
    renewal = task
    return task
  }

  private func end(_ token: AccessToken?) {
    current = token
    renewal = nil
  }
}
