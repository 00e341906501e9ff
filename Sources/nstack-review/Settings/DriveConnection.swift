import GoogleDrive
import NStackAPI

enum DriveConnection {
  /// Opens a transport, calls `body` with it, and always closes it. A signal ends the program at once: what is fetched or
  /// uploaded appears whole or not at all.
  static func withTransport<Result>(
    _ network: NetworkOptions, _ body: (any HTTPTransport) async throws -> Result
  ) async throws -> Result {
    // While Google exports, copies or converts a sheet, no byte comes.
    let transport = try Connection.transport(network, idleTimeout: .seconds(300))
    return try await Connection.closing(transport, by: { await $0.shutdown() }, body)
  }

  /// Calls `body` with a client for the account that is signed in.
  static func withClient<Result>(
    _ options: DriveOptions, _ network: NetworkOptions, _ output: OutputOptions, scopes: [DriveScope],
    policy: RetryPolicy = .drive, _ body: (DriveClient) async throws -> Result
  ) async throws -> Result {
    let settings = try GoogleSettings()
    let source = try settings.source(options, output)
    return try await withTransport(network) { transport in
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
