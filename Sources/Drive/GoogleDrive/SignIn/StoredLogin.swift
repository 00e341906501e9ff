import Basics
package import HTTPMessages

/// A login that is kept from run to run.
package struct StoredLogin: Sendable {
  /// The registration with which the person signed in.
  package let client: OAuthClient
  /// The token that gets new access tokens until Google or the person revokes it.
  package let refreshToken: Secret
  /// The rights that the person gave.
  package let scopes: [String]
  /// The person's address; nil if it is not known.
  package let email: String?
  /// The Google Cloud project whose quota the calls use; nil for the project of the client.
  package private(set) var quotaProject: String?
  /// Whether this program stored the login, and not gcloud.
  private var isKept = true

  package init(client: OAuthClient, refreshToken: Secret, scopes: [String], email: String?) {
    (self.client, self.refreshToken, self.scopes, self.email) = (client, refreshToken, scopes, email)
  }

  /// The account that makes the calls.
  package var account: DriveAccount { .person(email, login: DriveLogin(rights: rights, isKept: isKept)) }

  /// The rights to files in Drive that the person gave; empty if they are not known.
  package var rights: Set<DriveScope> { Set(scopes.compactMap(DriveScope.init)) }

  /// Reads a login that this program stored, or a file of gcloud's, whose `type` is `authorized_user`.
  ///
  /// - Throws: `drive.credentials` if it is not a login.
  package init(text: String) throws(DriveError) {
    guard let json = try? JSONValue(parsing: text), let id = json["client_id"]?.string,
      let token = json["refresh_token"]?.string, !token.isEmpty
    else {
      throw DriveError(
        .credentials, "the kept login cannot be read.", hint: "Sign in again: nstack-review drive login.")
    }
    let scopes = json["scopes"]?.elements?.compactMap(\.string)
    func member(_ name: String) -> String? { json[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    self.init(
      client: try OAuthClient(id: id, secret: json["client_secret"]?.string.map { Secret($0) }),
      refreshToken: Secret(token), scopes: scopes ?? [], email: member("account"))
    quotaProject = member("quota_project_id")
    isKept = scopes != nil
  }

  /// The login as JSON. It holds the refresh token: keep it where the user alone can read it.
  package var text: String {
    var json: JSONValue = ["type": "authorized_user", "client_id": client.id]
    if let secret = client.secret { json = json.with(["client_secret": secret.reveal()]) }
    json = json.with(["refresh_token": refreshToken.reveal(), "scopes": scopes])
    if let email { json = json.with(["account": email]) }
    return json.text + "\n"
  }
}

/// The registration of a program in a Google Cloud project, with which people sign in.
///
/// None comes with this package: it is the user's own, from the file that Google's console offers, or from the environment.
package struct OAuthClient: Sendable {
  /// The client id.
  package let id: String
  /// The secret of a desktop client, which Google requires but does not treat as secret; nil if there is none.
  package let secret: Secret?

  /// Creates a registration from its parts.
  ///
  /// - Throws: `drive.credentials` if the id is empty.
  package init(id: String, secret: Secret?) throws(DriveError) {
    guard !id.isEmpty, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw DriveError(.credentials, "the client id is empty, or not plain ASCII.", hint: Self.hint)
    }
    self.id = id
    self.secret = secret
  }

  /// Reads the file that Google's console offers for a desktop client: `{"installed": {"client_id", "client_secret"}}`.
  ///
  /// - Throws: `drive.credentials`.
  package init(file text: String) throws(DriveError) {
    guard let json = try? JSONValue(parsing: text) else {
      throw DriveError(.credentials, "the file of the client id is not JSON.", hint: Self.hint)
    }
    if json["web"] != nil {
      throw DriveError(
        .credentials, "the client id is of the type \"Web application\", which cannot sign in from a terminal.",
        hint: "Create one of the type \"Desktop app\".")
    }
    guard let id = json["installed"]?["client_id"]?.string else {
      throw DriveError(.credentials, "the file of the client id has no \"installed\" client.", hint: Self.hint)
    }
    try self.init(id: id, secret: json["installed"]?["client_secret"]?.string.map { Secret($0) })
  }

  private static let hint =
    "Download it from Google's console: APIs & Services, Credentials, a client of the type Desktop app."
}
