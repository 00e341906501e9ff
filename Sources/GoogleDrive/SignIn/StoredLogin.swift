import Basics
public import HTTPMessages

/// A login that is kept from run to run.
public struct StoredLogin: Sendable {
  /// The registration with which the person signed in.
  public let client: OAuthClient
  /// What gets new access tokens, until Google or the person ends it.
  public let refreshToken: Secret
  /// The rights that the person gave.
  public let scopes: [String]
  /// The person's address; nil if it is not known.
  public let email: String?
  /// The Google Cloud project whose quota the calls use; nil for that of the client.
  public let quotaProject: String?
  /// Whether ``text`` wrote it, and not gcloud.
  private let isKept: Bool

  /// Creates a login from its parts.
  ///
  /// - Parameters:
  ///   - client: The registration with which the person signed in.
  ///   - refreshToken: What gets new access tokens.
  ///   - scopes: The rights that the person gave.
  ///   - email: The person's address; nil if it is not known.
  public init(client: OAuthClient, refreshToken: Secret, scopes: [String], email: String?) {
    self.init(client, refreshToken, scopes, email, quotaProject: nil, isKept: true)
  }

  private init(
    _ client: OAuthClient, _ refreshToken: Secret, _ scopes: [String], _ email: String?, quotaProject: String?,
    isKept: Bool
  ) {
    self.client = client
    self.refreshToken = refreshToken
    self.scopes = scopes
    self.email = email
    self.quotaProject = quotaProject
    self.isKept = isKept
  }

  /// As whom it makes calls.
  public var account: DriveAccount {
    .person(email, login: DriveLogin(rights: rights, isKept: isKept))
  }

  /// The rights to files in Drive that the person gave; empty if they are not known.
  public var rights: Set<DriveScope> { Set(scopes.compactMap(DriveScope.init)) }

  /// Reads what ``text`` wrote; also a file of gcloud's, whose `type` is `authorized_user`.
  ///
  /// - Throws: `drive.credentials` if it is not a login.
  public init(text: String) throws(DriveError) {
    guard let json = try? JSONValue(parsing: text), let id = json["client_id"]?.string,
      let token = json["refresh_token"]?.string, !token.isEmpty
    else {
      throw DriveError(
        .credentials, "the kept login is not one that can be read.", hint: "Sign in again: nstack-review drive login.")
    }
    let scopes = json["scopes"]?.elements?.compactMap(\.string)
    try self.init(
      OAuthClient(id: id, secret: json["client_secret"]?.string.map { Secret($0) }), Secret(token), scopes ?? [],
      json["account"]?.string.flatMap { $0.isEmpty ? nil : $0 },
      quotaProject: json["quota_project_id"]?.string.flatMap { $0.isEmpty ? nil : $0 }, isKept: scopes != nil)
  }

  /// The login as JSON. It holds the refresh token: keep it where the user alone can read it.
  public var text: String {
    var members: [(String, JSONValue)] = [("type", .string("authorized_user")), ("client_id", .string(client.id))]
    if let secret = client.secret { members.append(("client_secret", .string(secret.reveal()))) }
    members.append(("refresh_token", .string(refreshToken.reveal())))
    members.append(("scopes", .array(scopes.map { .string($0) })))
    if let email { members.append(("account", .string(email))) }
    return JSONValue.object(members).text + "\n"
  }
}
