import GoogleDrive
import NStackAPI
import ReviewJournal

/// The settings for Google. They come from flags, the environment and the user's own files, never from a project's file.
struct GoogleSettings {
  /// The credentials, and where they were found.
  enum Source {
    case credentials(GoogleCredentials, from: String)
    /// An access token in a variable.
    case token(Secret)

    /// Where they were found, for people.
    var description: String {
      switch self {
      case .credentials(_, let source): source
      case .token: "an access token in GOOGLE_OAUTH_ACCESS_TOKEN"
      }
    }

    /// The rights that a person gave; nil if they are not known.
    var rights: Set<DriveScope>? {
      guard case .credentials(.login(let login), _) = self, !login.rights.isEmpty else { return nil }
      return login.rights
    }
  }

  private static let variable = "NSTACK_GOOGLE_CREDENTIALS"
  private static let clientVariable = "NSTACK_GOOGLE_CLIENT"

  let hosts: GoogleHosts
  /// The Google Cloud project whose quota the calls use; nil for that of the credentials.
  let quotaProject: String?

  init() throws {
    hosts = try EnvironmentVariables.value("NSTACK_GOOGLE_HOST").map { try GoogleHosts(loopback: $0) } ?? .google
    quotaProject = try EnvironmentVariables.value("GOOGLE_CLOUD_QUOTA_PROJECT").map {
      try Self.plain($0, "GOOGLE_CLOUD_QUOTA_PROJECT", "a project")
    }
  }

  /// The credentials to use: of the flag, of `NSTACK_GOOGLE_CREDENTIALS`, an access token, of
  /// `GOOGLE_APPLICATION_CREDENTIALS`, the kept login, or that of gcloud.
  ///
  /// - Throws: `DriveError` `drive.signed-out` if there are none.
  func source(_ options: DriveOptions, _ output: OutputOptions) throws -> Source {
    let environment = EnvironmentVariables.value
    if let path = options.credentials {
      return try credentials(CredentialFile(flag: "--google-credentials", path: path, variable: Self.variable), output)
    }
    if let value = environment(Self.variable) {
      return try credentials(CredentialFile(variable: Self.variable, value: value), output)
    }
    if let token = environment("GOOGLE_OAUTH_ACCESS_TOKEN") {
      return .token(Secret(try Self.plain(token, "GOOGLE_OAUTH_ACCESS_TOKEN", "a token")))
    }
    if let value = environment("GOOGLE_APPLICATION_CREDENTIALS") {
      return try credentials(CredentialFile(variable: "GOOGLE_APPLICATION_CREDENTIALS", value: value), output)
    }
    if let login = try keptLogin() { return .credentials(.login(login), from: "the kept login") }
    if hosts.isGoogle, let path = Self.gcloudFile, PlainFile.exists(path) {
      return try credentials(CredentialFile(found: path, variable: Self.variable), output)
    }
    throw DriveError(
      .signedOut, "there are no credentials for Google.",
      hint:
        "Sign in with `nstack-review drive login`, or name the key file of a service account with --google-credentials."
    )
  }

  /// The registration with which people sign in. Google does not treat its secret as one, so others may read the file.
  func client(_ path: String?) throws -> OAuthClient {
    let environment = EnvironmentVariables.value
    if let path {
      return try OAuthClient(file: CredentialFile(flag: "--client", path: path, variable: Self.clientVariable).text)
    }
    if let value = environment(Self.clientVariable) {
      return try OAuthClient(file: CredentialFile(variable: Self.clientVariable, value: value).text)
    }
    if let id = environment("NSTACK_GOOGLE_CLIENT_ID") {
      return try OAuthClient(id: id, secret: environment("NSTACK_GOOGLE_CLIENT_SECRET").map { Secret($0) })
    }
    if let path = EnvironmentVariables.configurationFolder.map({ "\($0)/google-client.json" }), PlainFile.exists(path) {
      return try OAuthClient(file: CredentialFile(found: path, variable: Self.clientVariable).text)
    }
    throw DriveError(
      .credentials, "there is no client id to sign in with.",
      hint: "Create one of the type \"Desktop app\" in Google's console, download its file, and name it with --client.")
  }

  /// Says that calls go to a server on this machine, if they do.
  func warnOfLoopback(_ output: OutputOptions) {
    if !hosts.isGoogle { output.note("warning: NSTACK_GOOGLE_HOST is set, so this does not talk to Google") }
  }

  private func credentials(_ file: CredentialFile, _ output: OutputOptions) throws -> Source {
    if let path = file.path, PlainFile.isOpenToOthers(path) {
      output.note("warning: other users can read the key in \(file.source)")
    }
    do throws(DriveError) {
      var credentials = try GoogleCredentials(file: file.text, hosts: hosts)
      if let person = EnvironmentVariables.value("NSTACK_GOOGLE_SUBJECT"), case .serviceAccount(var key) = credentials {
        key.subject = person
        credentials = .serviceAccount(key)
      }
      return .credentials(credentials, from: file.source)
    } catch {
      throw DriveError(error.code, "\(file.source): \(error.message)", hint: error.hint)
    }
  }

  /// The login of `gcloud auth application-default login`; nil if the system names no folder.
  private static var gcloudFile: String? {
    let folder =
      EnvironmentVariables.value("CLOUDSDK_CONFIG") ?? EnvironmentVariables.value("HOME").map { "\($0)/.config/gcloud" }
    return folder.map { "\($0)/application_default_credentials.json" }
  }

  /// A value that goes into a header.
  private static func plain(_ value: String, _ variable: String, _ what: String) throws -> String {
    guard !value.isEmpty, value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw DriveError(
        .credentials, "\(variable) has characters that no name of \(what) has.",
        hint: "Set it to \(what) alone, without spaces and line breaks.")
    }
    return value
  }
}

/// The login of a person at Google, kept in a file that the user alone can read.
extension GoogleSettings {
  /// The path of the file. A login at a server on this machine is kept apart: Google's must not go there.
  ///
  /// - Throws: ``Failure`` `config.state-folder` if the system names no folder.
  func loginPath() throws -> String {
    guard let folder = StateFolder.standard else {
      throw Failure.usage(.stateFolder, "there is no folder for the login.", hint: "Set HOME or XDG_STATE_HOME.")
    }
    return "\(folder)/\(hosts.isGoogle ? "google-login.json" : "google-login-loopback.json")"
  }

  /// The kept login; nil if there is none.
  ///
  /// - Throws: ``Failure`` `config.open-to-others` if others can read it.
  private func keptLogin() throws -> StoredLogin? {
    guard StateFolder.standard != nil else { return nil }
    let path = try loginPath()
    guard let text = try PlainFile.text(at: path) else { return nil }
    guard !PlainFile.isOpenToOthers(path) else {
      throw Failure.usage(
        .openToOthers, "\(path) contains secrets and can be read by others.",
        hint: "End that login with `nstack-review drive logout`, and sign in again. If only you could read it, run: "
          + "chmod 600 \(path)")
    }
    return try StoredLogin(text: text)
  }
}
