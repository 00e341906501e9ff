import HTTPMessages

/// Where Google's services are.
///
/// They are Google's own hosts or, for tests, a single server on this machine. Nothing else can be configured: tokens go to
/// Google's hosts alone.
package struct GoogleHosts: Hashable, Sendable {
  /// The origin on this machine that replaces Google's; nil for Google's own.
  private let loopback: String?

  var consent: String { (loopback ?? "https://accounts.google.com") + "/o/oauth2/v2/auth" }
  var token: String { (loopback ?? "https://oauth2.googleapis.com") + "/token" }
  var revocation: String { (loopback ?? "https://oauth2.googleapis.com") + "/revoke" }
  /// The base of the Drive API, without a trailing slash.
  var api: String { loopback ?? "https://www.googleapis.com" }

  /// Google's own.
  package static let google = GoogleHosts()

  private init() { loopback = nil }

  /// A server on this machine that replaces all of Google's.
  ///
  /// - Parameter url: Its URL, such as `http://127.0.0.1:8080`. It may come from the environment, and never from a project's
  ///   file.
  /// - Throws: `drive.credentials` if it is not a URL of this machine.
  package init(loopback url: String) throws(DriveError) {
    // A name may resolve to another machine; only numeric addresses are certain.
    guard let base = HTTPURL(url), base.isLoopback, base.origin.host != "localhost", base.query == nil,
      base.path.isEmpty
    else {
      throw DriveError(
        .credentials,
        "\"\(Excerpt.visible(url))\" cannot take the place of Google's servers: it is not a numeric address of this machine.",
        hint: "Leave it out, or name a server such as http://127.0.0.1:8080.")
    }
    loopback = base.authority
  }

  /// Whether these are Google's own.
  package var isGoogle: Bool { loopback == nil }

  /// Google's token endpoints, as key files name them.
  private static let tokenPlaces = [
    google.token, "https://accounts.google.com/o/oauth2/token", "https://www.googleapis.com/oauth2/v4/token",
  ]

  /// Whether an access token may go to a URL. Most of Google's domains also serve customers' programs, which must not get a
  /// token.
  func acceptsTokens(_ url: HTTPURL) -> Bool {
    accepts(url) { ["www.googleapis.com", "docs.google.com"].contains($0) }
  }

  /// Whether the bytes of an upload may go to a URL.
  func acceptsUploads(_ url: HTTPURL) -> Bool { accepts(url) { $0 == "www.googleapis.com" } }

  /// Whether a file with a separate download address may be fetched from a URL, without a token.
  func servesFiles(_ url: HTTPURL) -> Bool {
    accepts(url) { host in
      ["google.com", "googleapis.com", "googleusercontent.com"].contains { host.hasSuffix(".\($0)") }
    }
  }

  /// Whether a key file may name a URL as its token endpoint.
  func givesTokens(_ url: String) -> Bool { Self.tokenPlaces.contains(url) || url == token }

  private func accepts(_ url: HTTPURL, _ isRight: (_ host: String) -> Bool) -> Bool {
    if let loopback { return url.authority == loopback }
    return url.origin.scheme == "https" && url.origin.port == 443 && isRight(url.origin.host)
  }
}
