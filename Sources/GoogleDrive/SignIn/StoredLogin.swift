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

  /// Creates a login from its parts.
  public init(client: OAuthClient, refreshToken: Secret, scopes: [String], email: String?) {
    self.client = client
    self.refreshToken = refreshToken
    self.scopes = scopes
    self.email = email
  }

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
    try self.init(
      client: OAuthClient(id: id, secret: json["client_secret"]?.string.map { Secret($0) }),
      refreshToken: Secret(token), scopes: json["scopes"]?.elements?.compactMap(\.string) ?? [],
      email: json["account"]?.string.flatMap { $0.isEmpty ? nil : $0 })
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
