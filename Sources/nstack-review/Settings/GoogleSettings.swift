import GoogleDrive
import NStackAPI
import ReviewJournal

/// The settings for Google. They come from flags, the environment and the user's own files, never from a project's file.
struct GoogleSettings {
  /// Where credentials were found.
  enum Source {
    /// In a file, or in a variable that holds its JSON.
    case credentials(GoogleCredentials, place: String)
    /// An access token in a variable.
    case token(Secret)
  }

  let hosts: GoogleHosts

  init() throws {
    hosts = try EnvironmentVariables.value("NSTACK_GOOGLE_HOST").map { try GoogleHosts(loopback: $0) } ?? .google
  }

  /// The credentials to use: of the flag, of `NSTACK_GOOGLE_CREDENTIALS`, an access token, of
  /// `GOOGLE_APPLICATION_CREDENTIALS`, or the kept login.
  ///
  /// - Throws: `DriveError` `drive.signed-out` if there are none.
  func source(_ options: DriveOptions) throws -> Source {
    let environment = EnvironmentVariables.value
    if let path = options.credentials { return try file(path, "--google-credentials") }
    if let value = environment("NSTACK_GOOGLE_CREDENTIALS") {
      guard value.first == "{" else { return try file(value, "NSTACK_GOOGLE_CREDENTIALS") }
      return .credentials(try GoogleCredentials(file: value, hosts: hosts), place: "NSTACK_GOOGLE_CREDENTIALS")
    }
    if let token = environment("GOOGLE_OAUTH_ACCESS_TOKEN") {
      guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw DriveError(
          .credentials, "GOOGLE_OAUTH_ACCESS_TOKEN has characters that no token has.",
          hint: "Set it to the token alone, without spaces and line breaks.")
      }
      return .token(Secret(token))
    }
    if let path = environment("GOOGLE_APPLICATION_CREDENTIALS") {
      return try file(path, "GOOGLE_APPLICATION_CREDENTIALS")
    }
    if let login = try GoogleLoginFile.read() { return .credentials(.login(login), place: "the kept login") }
    throw DriveError(
      .signedOut, "there are no credentials for Google.",
      hint:
        "Sign in with `nstack-review drive login`, or name the key file of a service account with --google-credentials."
    )
  }

  /// The registration with which people sign in.
  func client(_ path: String?) throws -> OAuthClient {
    let environment = EnvironmentVariables.value
    if let path = path ?? environment("NSTACK_GOOGLE_CLIENT") { return try OAuthClient(file: try text(path)) }
    if let id = environment("NSTACK_GOOGLE_CLIENT_ID") {
      return try OAuthClient(id: id, secret: environment("NSTACK_GOOGLE_CLIENT_SECRET").map { Secret($0) })
    }
    if let path = EnvironmentVariables.configurationFolder.map({ "\($0)/google-client.json" }), PlainFile.exists(path) {
      return try OAuthClient(file: try text(path))
    }
    throw DriveError(
      .credentials, "there is no client id to sign in with.",
      hint: "Create one of the type \"Desktop app\" in Google's console, download its file, and name it with --client.")
  }

  private func file(_ path: String, _ name: String) throws -> Source {
    .credentials(try GoogleCredentials(file: try text(path), hosts: hosts), place: "\(path) (\(name))")
  }

  private func text(_ path: String) throws -> String {
    guard let text = try PlainFile.text(at: path) else {
      throw DriveError(.credentials, "the file \(path) does not exist.", hint: "Check its name.")
    }
    try GoogleLoginFile.requirePrivacy(path)
    return text
  }
}
