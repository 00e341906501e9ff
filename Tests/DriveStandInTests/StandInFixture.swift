import Basics
import DriveStandIn
import HTTPMessages

/// One answer of the stand-in.
struct StandInAnswer: Sendable {
  let status: Int
  let headers: [String: String]
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// Whether the body is that of the fixture's files. Comparing in an expectation would list every byte.
  var holdsBytes: Bool { body == StandInFixture.bytes }

  var json: JSONValue {
    get throws { try JSONValue(parsing: text) }
  }

  /// `errors[0].reason` of a refusal.
  var reason: String? {
    try? json["error"]?["errors"]?.elements?.first?["reason"]?.string
  }
}

/// A stand-in with people, and a token for one of them.
struct StandInFixture: Sendable {
  static let drive = "https://www.googleapis.com/auth/drive"
  static let xlsx = MIMEType.xlsx
  static let sheet = MIMEType.sheet
  /// Some bytes that begin as XLSX does.
  static let bytes: [UInt8] = Array("PK".utf8) + (0..<700_000).map { UInt8($0 * 7 % 251) }

  let server: StandInServer
  let transport: AsyncHTTPClientTransport

  func token(_ email: String = "anna@example.com", _ scopes: String...) -> String {
    let scopes = scopes.isEmpty ? ["drive"] : scopes
    return server.with { $0.signIn(email, clientID: DriveWorld.sampleClient.id, scopes: scopes) }
  }

  /// Sends a request as it is; redirects are not followed.
  func send(
    _ method: String, _ target: String, token: String? = nil, headers: [String: String] = [:], body: [UInt8]? = nil
  ) async throws -> StandInAnswer {
    let address = target.hasPrefix("http") ? target : server.baseURL + target
    var fields = headers.map { (name: $0.key, value: $0.value) }
    if let token { fields.append((name: "Authorization", value: "Bearer \(token)")) }
    let response = try await transport.send(
      TransportRequest(
        method: method, url: address, headers: fields, body: body, maximumResponseSize: 10 << 20,
        timeout: .seconds(600)))
    return StandInAnswer(
      status: response.status,
      headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { one, _ in one },
      body: response.body)
  }

  /// A query with its values encoded.
  static func query(_ items: KeyValuePairs<String, String>) -> String {
    "?" + FormEncoding.encode(items.map { (name: $0.key, value: $0.value) })
  }

  func form(_ path: String, _ items: KeyValuePairs<String, String>) async throws -> StandInAnswer {
    try await send(
      "POST", path, headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array(Self.query(items).dropFirst().utf8))
  }

  /// Adds a Google Sheet of Anna's.
  func addSheet(_ name: String, change: @Sendable (inout StandInFile) -> Void = { _ in }) -> String {
    server.with { world in
      world.addFile(name, mimeType: Self.sheet, owner: "anna@example.com") { file in
        file.content = Self.bytes
        change(&file)
      }
    }
  }
}

/// Runs a test against a stand-in of its own.
func withStandIn(
  key: StandInKey? = nil, _ body: (StandInFixture) async throws -> Void
) async throws {
  let server = try await StandInServer(.sample(key: key))
  let transport = try AsyncHTTPClientTransport(
    options: .init(connectTimeout: .seconds(600), idleTimeout: .seconds(600)))
  let result: Result<Void, any Error>
  do {
    result = .success(try await body(StandInFixture(server: server, transport: transport)))
  } catch {
    result = .failure(error)
  }
  await transport.shutdown()
  await server.stop()
  try result.get()
}
