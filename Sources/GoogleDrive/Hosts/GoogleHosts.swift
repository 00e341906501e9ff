import HTTPMessages

/// Where Google's services are.
///
/// They are Google's own, or all of them are one server on this machine, for tests. Nothing else can be configured: tokens go
/// to Google's hosts alone.
public struct GoogleHosts: Hashable, Sendable {
  /// Where a person consents.
  let consent: String
  /// Where tokens are given.
  let token: String
  /// Where logins are revoked.
  let revocation: String
  /// The base of the Drive API, without a trailing slash.
  let api: String
  /// The origin on this machine that takes the place of Google's; nil for Google's own.
  private let loopback: String?

  /// Google's own.
  public static let google = GoogleHosts(
    consent: "https://accounts.google.com/o/oauth2/v2/auth", token: "https://oauth2.googleapis.com/token",
    revocation: "https://oauth2.googleapis.com/revoke", api: "https://www.googleapis.com", loopback: nil)

  /// A server on this machine that takes the place of all of Google's.
  ///
  /// - Parameter url: Its URL, such as `http://127.0.0.1:8080`. It may come from the environment, and never from a project's
  ///   file.
  /// - Throws: `drive.credentials` if it is not a URL of this machine.
  public init(loopback url: String) throws(DriveError) {
    guard let base = HTTPURL(url), base.isLoopback, base.query == nil, base.path.isEmpty else {
      throw DriveError(
        .credentials,
        "\"\(Excerpt.visible(url))\" cannot take the place of Google's servers: it is not on this machine.",
        hint: "Leave it out, or name a server such as http://127.0.0.1:8080.")
    }
    self.init(
      consent: base.authority + "/o/oauth2/v2/auth", token: base.authority + "/token",
      revocation: base.authority + "/revoke", api: base.authority, loopback: base.authority)
  }

  private init(consent: String, token: String, revocation: String, api: String, loopback: String?) {
    self.consent = consent
    self.token = token
    self.revocation = revocation
    self.api = api
    self.loopback = loopback
  }

  /// Whether these are Google's own.
  public var isGoogle: Bool { loopback == nil }

  /// Whether a token may go to a URL.
  func takesTokens(_ url: HTTPURL) -> Bool {
    if let loopback { return url.authority == loopback }
    guard url.origin.scheme == "https", url.origin.port == 443 else { return false }
    let host = url.origin.host
    return ["google.com", "googleapis.com", "googleusercontent.com"].contains { host == $0 || host.hasSuffix(".\($0)") }
  }
}
