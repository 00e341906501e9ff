import HTTPCurl
import NStackAPI
import NStackSandbox
import Testing

/// A sandbox and a client that talks to it over HTTP.
struct SandboxFixture {
  let server: SandboxServer
  let transport: CurlTransport
  let client: NStackClient

  @TaskLocal fileprivate static var local: SandboxFixture?

  /// The sandbox of the test that runs.
  static var current: SandboxFixture {
    guard let local else { preconditionFailure("the suite lacks the trait .sandbox") }
    return local
  }

  /// A client of another person, with the same credentials.
  func client(guid: String) throws -> NStackClient {
    NStackClient(configuration: try server.clientConfiguration(guid: guid), transport: transport)
  }

  /// The pending proposals, as the fixture's client reads them.
  var pending: [Proposal] { get async throws { try await client.proposals(state: .unaccepted) } }

  /// The texts of one language, read by the fixture's client or another one.
  func resource(_ locale: String, _ client: NStackClient? = nil) async throws -> LocalizationResource {
    let client = client ?? self.client
    let index = try await client.resourceIndex()
    return try await client.resource(#require(index.first { $0.language.locale == locale }))
  }

  /// The sandbox's credentials as headers.
  var credentials: [(name: String, value: String)] {
    [
      (name: "X-Application-Id", value: server.applicationID.reveal()),
      (name: "X-Rest-Api-Key", value: server.restAPIKey.reveal()),
    ]
  }

  /// A request as any program could send it, with the sandbox's credentials unless told otherwise.
  func send(
    _ method: String, _ path: String, headers: [(name: String, value: String)]? = nil,
    adding more: KeyValuePairs<String, String> = [:], body: String? = nil
  ) async throws -> TransportResponse {
    let url = path.hasPrefix("http") ? path : server.baseURL + path
    return try await transport.send(
      TransportRequest(
        method: method, url: url, headers: (headers ?? credentials) + more.map { (name: $0.key, value: $0.value) },
        body: body.map { Array($0.utf8) }, maximumResponseSize: 2 << 20, timeout: .seconds(600)))
  }
}

/// Gives each test of a suite a sandbox of its own, in memory and on a free port, with the sample texts.
struct SandboxTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void)
    async throws
  { try await withSandbox { sandbox in try await SandboxFixture.$local.withValue(sandbox, operation: body) } }
}

extension Trait where Self == SandboxTrait { static var sandbox: Self { Self() } }

/// Runs a test against a sandbox of its own, in memory and on a free port unless the scenario says otherwise.
func withSandbox(_ scenario: Scenario = Scenario(), _ body: (SandboxFixture) async throws -> Void) async throws {
  let server = try await SandboxServer(scenario)
  let transport = try CurlTransport(options: .init(connectTimeout: .seconds(600), idleTimeout: .seconds(600)))
  let client = NStackClient(configuration: try server.clientConfiguration(), transport: transport)
  let result: Result<Void, any Error>
  do { result = .success(try await body(SandboxFixture(server: server, transport: transport, client: client))) } catch {
    result = .failure(error)
  }
  await transport.shutdown()
  await server.stop()
  try result.get()
}

func withSandbox(_ variants: Set<Scenario.Variant>, _ body: (SandboxFixture) async throws -> Void) async throws {
  try await withSandbox(Scenario { $0.variants = variants }, body)
}

/// The error that a call throws; nil where it throws none.
func failure<Value>(_ body: () async throws -> Value) async -> NStackError? {
  do {
    _ = try await body()
    return nil
  } catch { return error as? NStackError }
}

extension LocalizationResource {
  /// The value of a text; nil where it is missing or marked as not translated.
  func value(_ section: String, _ key: String) -> String? {
    sections.first { $0.name == section }?.texts.first { $0.key == key }?.value
  }
}
