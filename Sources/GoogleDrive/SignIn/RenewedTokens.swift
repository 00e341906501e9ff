import HTTPMessages

/// Access tokens that are renewed before they end, with a key or a login. Calls that need a token at the same time wait for one
/// renewal.
public actor RenewedTokens: TokenSource {
  /// How long before its end a token is renewed.
  ///
  /// Source: google-auth.
  static let margin = Duration.seconds(225)

  /// As whom the tokens are.
  public nonisolated let account: DriveAccount
  /// The Google Cloud project whose quota the calls use; nil for that of the credentials.
  public nonisolated let quotaProject: String?
  private let now: @Sendable () -> Duration
  private let renew: @Sendable () async throws(DriveError) -> AccessToken
  private var current: AccessToken?
  private var renewal: Task<Result<AccessToken, DriveError>, Never>?

  /// - Parameters:
  ///   - account: As whom the tokens are.
  ///   - quotaProject: The Google Cloud project whose quota the calls use; nil for that of the credentials.
  ///   - now: The monotonic time.
  ///   - renew: Gets a new token.
  init(
    _ account: DriveAccount, quotaProject: String? = nil, now: @escaping @Sendable () -> Duration,
    renew: @escaping @Sendable () async throws(DriveError) -> AccessToken
  ) {
    self.account = account
    self.quotaProject = quotaProject
    self.now = now
    self.renew = renew
  }

  /// A token that is good for some minutes.
  public func token() async throws(DriveError) -> AccessToken {
    if let current, current.end.map({ now() < $0 - Self.margin }) ?? true { return current }
    let renewal = self.renewal ?? begin()
    return try await renewal.value.get()
  }

  /// Notes that Google refused a token. Another call may have renewed it meanwhile.
  ///
  /// - Parameter token: The token that was refused.
  /// - Returns: True: there may be another one.
  public func refuse(_ token: AccessToken) -> Bool {
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
