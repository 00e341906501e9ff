import GoogleDrive
import NStackAPI

/// The connection to Google Drive.
enum DriveConnection {
  /// Opens a transport, calls `body` with it, and always closes it. A signal ends the program at once: what is fetched or
  /// uploaded appears whole or not at all.
  static func withTransport<Result>(
    proxy: String?, caFile: String?, _ body: (any HTTPTransport) async throws -> Result
  ) async throws -> Result {
    // While Google exports, copies or converts a sheet, no byte comes.
    let transport = try Connection.transport(proxy: proxy, caFile: caFile, idleTimeout: .seconds(300))
    do {
      let result = try await body(transport)
      await transport.shutdown()
      return result
    } catch {
      await transport.shutdown()
      throw error
    }
  }

  /// Calls `body` with a client as who is signed in.
  ///
  /// - Parameters:
  ///   - scopes: The rights that a service account asks for.
  ///   - proxy: The proxy's URL; nil for that of the environment.
  ///   - caFile: A file of certificate authorities; nil for that of the environment.
  ///   - policy: When a call goes out again.
  static func withClient<Result>(
    _ options: DriveOptions, _ output: OutputOptions, scopes: [DriveScope], proxy: String? = nil, caFile: String? = nil,
    policy: RetryPolicy = .drive, _ body: (DriveClient) async throws -> Result
  ) async throws -> Result {
    let settings = try GoogleSettings()
    return try await withClient(
      try settings.source(options, output), settings, output, scopes: scopes, proxy: proxy, caFile: caFile,
      policy: policy, body)
  }

  /// Calls `body` with a client that has these credentials.
  static func withClient<Result>(
    _ source: GoogleSettings.Source, _ settings: GoogleSettings, _ output: OutputOptions, scopes: [DriveScope],
    proxy: String?, caFile: String?, policy: RetryPolicy = .drive,
    _ body: (DriveClient) async throws -> Result
  ) async throws -> Result {
    try await withTransport(proxy: proxy, caFile: caFile) { transport in
      let tokens: any TokenSource =
        switch source {
        case .token(let token): GivenToken(token, quotaProject: settings.quotaProject)
        case .credentials(let credentials, _):
          credentials.tokens(
            scopes: scopes, transport: transport, hosts: settings.hosts, quotaProject: settings.quotaProject)
        }
      return try await body(
        DriveClient(
          tokens: tokens, transport: transport, hosts: settings.hosts, policy: policy, logger: output.logger))
    }
  }
}
