import Basics
public import HTTPMessages

/// The registration of a program in a Google Cloud project, with which people sign in.
///
/// None comes with this package: it is the user's own, from the file that Google's console offers, or from the environment.
public struct OAuthClient: Sendable {
  /// The id.
  public let id: String
  /// The secret of a desktop client, which Google asks for and does not treat as one; nil if there is none.
  public let secret: Secret?

  /// Creates a registration from its parts.
  ///
  /// - Throws: `drive.credentials` if the id is empty.
  public init(id: String, secret: Secret?) throws(DriveError) {
    guard !id.isEmpty, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw DriveError(.credentials, "the client id is empty, or not plain ASCII.", hint: Self.hint)
    }
    self.id = id
    self.secret = secret
  }

  /// Reads the file that Google's console offers for a desktop client: `{"installed": {"client_id", "client_secret"}}`.
  ///
  /// - Throws: `drive.credentials`.
  public init(file text: String) throws(DriveError) {
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
