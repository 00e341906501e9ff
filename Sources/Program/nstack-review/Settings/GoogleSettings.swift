import Basics
import GoogleDrive
import NStackAPI
import ReviewJournal

/// The settings for Google. They come from the environment and the user's own files, never from a project's file.
struct GoogleSettings {
  enum Source {
    case credentials(GoogleCredentials, from: String)
    /// An access token in a variable.
    case token(Secret)

    var description: String {
      switch self {
      case .credentials(_, let source): source
      case .token: "an access token in GOOGLE_OAUTH_ACCESS_TOKEN"
      }
    }

    /// Where the credentials are, whose they are, and the permissions that they have, as far as that is known.
    var account: String {
      guard case .credentials(let credentials, _) = self else { return description }
      switch credentials {
      case .serviceAccount(let key): return "\(description): \(key.subject.map { "\($0), by " } ?? "")\(key.email)"
      case .login(let login):
        let rights = login.rights.map(\.rawValue).sorted().joined(separator: " ")
        return
          "\(description): \(login.email ?? "a person who is not named"), \(rights.isEmpty ? "permissions not known" : rights)"
      }
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

  /// The credentials to use: of `NSTACK_GOOGLE_CREDENTIALS`, an access token, of `GOOGLE_APPLICATION_CREDENTIALS`, of the
  /// user's settings, the kept login, or that of gcloud.
  func source(_ output: OutputOptions) throws -> Source {
    if let file = try CredentialFile(variable: Self.variable) { return try credentials(file, output) }
    if let token = EnvironmentVariables.value("GOOGLE_OAUTH_ACCESS_TOKEN") {
      return .token(Secret(try Self.plain(token, "GOOGLE_OAUTH_ACCESS_TOKEN", "a token")))
    }
    if let file = try CredentialFile(variable: "GOOGLE_APPLICATION_CREDENTIALS") {
      return try credentials(file, output)
    }
    if let setting = try SettingLayers.ofMachine()["google-credentials"] {
      return try credentials(CredentialFile(flag: setting.source, path: setting.text, variable: Self.variable), output)
    }
    if let login = try keptLogin() { return .credentials(.login(login), from: "the kept login") }
    if hosts.isGoogle, let file = try CredentialFile(found: Self.gcloudFile, variable: Self.variable) {
      return try credentials(file, output)
    }
    throw DriveError(
      .signedOut, "there are no credentials for Google.",
      hint: "Sign in with `nstack-review drive login`, or set \(Self.variable) to the key file of a service account.")
  }

  /// The registration with which people sign in. Google does not treat its client secret as confidential, so others may
  /// read the file.
  func client(_ path: String?) throws -> OAuthClient {
    let variable = Self.clientVariable
    if let file = try path.map({ try CredentialFile(flag: "drive login", path: $0, variable: variable) })
      ?? CredentialFile(variable: variable)
    {
      return try OAuthClient(file: file.text)
    }
    if let id = EnvironmentVariables.value("NSTACK_GOOGLE_CLIENT_ID") {
      let secret = EnvironmentVariables.value("NSTACK_GOOGLE_CLIENT_SECRET")
      return try OAuthClient(id: id, secret: secret.map { Secret($0) })
    }
    let standard = EnvironmentVariables.configurationFolder.map { "\($0)/google-client.json" }
    if let file = try CredentialFile(found: standard, variable: variable) { return try OAuthClient(file: file.text) }
    throw DriveError(
      .credentials, "there is no client id to sign in with.",
      hint:
        "Create one of the type \"Desktop app\" in Google's console, download its file, and name it: nstack-review drive login FILE."
    )
  }

  /// Warns if calls go to a server on this machine.
  func warnOfLoopback(_ output: OutputOptions) {
    if !hosts.isGoogle { output.note("warning: NSTACK_GOOGLE_HOST is set, so calls do not go to Google") }
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
    } catch { throw DriveError(error.code, "\(file.source): \(error.message)", hint: error.hint) }
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
  /// The path of the file. A login at a server on this machine is a separate file, because Google's must not be sent
  /// there.
  func loginPath() throws -> String {
    guard let folder = StateFolder.standard else { throw Failure.noStateFolder(for: "the login") }
    return "\(folder)/\(hosts.isGoogle ? "google-login.json" : "google-login-loopback.json")"
  }

  private func keptLogin() throws -> StoredLogin? {
    guard StateFolder.standard != nil else { return nil }
    let path = try loginPath()
    guard let text = try PlainFile.text(at: path) else { return nil }
    guard !PlainFile.isOpenToOthers(path) else {
      throw Failure.usage(
        .openToOthers, "\(path) contains secrets and can be read by others.",
        hint: "Revoke that login with `nstack-review drive logout`, and sign in again. If only you could read it, run: "
          + "chmod 600 \(path)")
    }
    return try StoredLogin(text: text)
  }
}

/// A JSON file with credentials that a flag or a variable names, or its content in a variable.
///
/// A wrong value may be a secret, such as a key instead of its path, so no message shows the value of a variable.
struct CredentialFile {
  let text: String
  /// The file or variable, for people.
  let source: String
  let path: String?

  /// - Parameter variable: The variable that takes the content instead.
  init(flag: String, path: String, variable: String) throws {
    guard !Self.isJSON(path.trimmed) else {
      throw DriveError(
        .credentials, "\(flag) takes the path of a file, and not its content.",
        hint: "Other users can see the arguments of a program. Put the JSON into the variable \(variable).")
    }
    // Anything longer than a path is something else, such as a key in base64.
    let shown = path.utf8.count <= 255 ? path : "that \(flag) names"
    try self.init(path: path, shown: "the file \(shown)", source: "\(shown) (\(flag))", variable: variable)
  }

  /// Reads the file that a variable names or holds; nil if it is not set.
  init?(variable: String) throws {
    guard let value = EnvironmentVariables.value(variable)?.trimmed else { return nil }
    if Self.isJSON(value) {
      self.init(text: value, source: variable, path: nil)
    } else {
      try self.init(path: value, shown: "the file that \(variable) names", source: variable, variable: variable)
    }
  }

  /// Reads the file of a standard location; nil if there is none.
  init?(found path: String?, variable: String) throws {
    guard let path, PlainFile.exists(path) else { return nil }
    try self.init(path: path, shown: "the file \(path)", source: path, variable: variable)
  }

  /// - Parameter shown: The file as messages name it.
  private init(path: String, shown: String, source: String, variable: String) throws {
    let hint = "Give the path of the JSON file, or put its JSON into the variable \(variable)."
    func unusable(_ predicate: String) -> DriveError { DriveError(.credentials, "\(shown) \(predicate)", hint: hint) }
    let bytes: [UInt8]?
    do throws(FileBytes.Failure) { bytes = try FileBytes.bytes(at: path, most: 1 << 20) } catch {
      throw unusable(error.predicate(most: 1 << 20))
    }
    guard let bytes else { throw unusable("does not exist.") }
    guard let content = String(validating: bytes, as: UTF8.self) else { throw unusable("is not UTF-8.") }
    self.init(text: content.trimmed, source: source, path: path)
  }

  private init(text: String, source: String, path: String?) {
    (self.text, self.source, self.path) = (text, source, path)
  }

  private static func isJSON(_ text: String) -> Bool { text.first == "{" }
}

extension GoogleSettings {
  /// Opens a transport to Google, calls `body` with it, and always closes it. A signal ends the program at once. This
  /// does no harm, because fetched and uploaded files appear complete or not at all.
  static func withTransport<Result>(_ body: (any HTTPTransport) async throws -> Result) async throws -> Result {
    // While Google exports, copies or converts a sheet, no byte comes.
    try await SettingLayers.ofMachine().withTransport(idleTimeout: .seconds(300), body)
  }

  static func withClient<Result>(
    _ output: OutputOptions, scopes: [DriveScope], policy: RetryPolicy = .drive,
    _ body: (DriveClient) async throws -> Result
  ) async throws -> Result {
    let settings = try GoogleSettings()
    let source = try settings.source(output)
    return try await withTransport { transport in
      try await body(settings.client(source, transport, output, scopes: scopes, policy: policy))
    }
  }
}

extension GoogleSettings {
  func client(
    _ source: Source, _ transport: any HTTPTransport, _ output: OutputOptions, scopes: [DriveScope],
    policy: RetryPolicy = .drive
  ) -> DriveClient {
    let tokens: any TokenSource =
      switch source {
      case .token(let token): GivenToken(token, quotaProject: quotaProject)
      case .credentials(let credentials, _):
        credentials.tokens(scopes: scopes, transport: transport, hosts: hosts, quotaProject: quotaProject)
      }
    return DriveClient(tokens: tokens, transport: transport, hosts: hosts, policy: policy, logger: output.logger)
  }
}
