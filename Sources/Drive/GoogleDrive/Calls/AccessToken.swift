package import HTTPMessages

/// A token that opens the Drive API for about an hour.
package struct AccessToken: Sendable {
  /// The token, which is sent in a header.
  package let secret: Secret
  /// The time after which it is no longer used, by the clock of the calls; nil if that is not known.
  let end: Duration?
  /// The rights that it has, if the server names them.
  let scopes: [String]

  init(_ secret: Secret, end: Duration?, scopes: [String] = []) {
    (self.secret, self.end, self.scopes) = (secret, end, scopes)
  }
}

/// A source of access tokens for one account.
package protocol TokenSource: Sendable {
  var account: DriveAccount { get }
  /// The Google Cloud project whose quota the calls use; nil for the project of the credentials.
  var quotaProject: String? { get }
  /// A token that is valid for a while.
  func token() async throws(DriveError) -> AccessToken
  /// Records that Google refused a token. Returns whether ``token()`` may get another one.
  func refuse(_ token: AccessToken) async -> Bool
}

extension TokenSource {
  /// The project of the credentials.
  package var quotaProject: String? { nil }
}

/// One access token that was given, such as by `gcloud auth print-access-token`.
package struct GivenToken: TokenSource {
  private let value: AccessToken

  /// The owner of the token, whose name is not known.
  package var account: DriveAccount { .token }
  /// The Google Cloud project whose quota the calls use; nil for the project of the token.
  package let quotaProject: String?

  package init(_ token: Secret, quotaProject: String? = nil) {
    value = AccessToken(token, end: nil)
    self.quotaProject = quotaProject
  }

  package func token() async throws(DriveError) -> AccessToken { value }

  /// Says that there is no other token.
  package func refuse(_ token: AccessToken) async -> Bool { false }
}
