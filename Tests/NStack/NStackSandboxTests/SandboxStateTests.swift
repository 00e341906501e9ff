import Foundation
import HTTPCurl
import NStackAPI
import NStackSandbox
import Testing

struct SandboxStateTests {
  @Test func `A second start on the same database keeps credentials and proposals`() async throws {
    let folder = try SampleFolder()
    var scenario = Scenario { ($0.database, $0.data) = (folder.path + "/sandbox.sqlite", folder.path) }
    let text = TextIdentity(section: "s", key: "k", locale: "en")
    var first: NStackConfiguration?
    try await withSandbox(scenario) { sandbox async throws in
      first = try sandbox.server.clientConfiguration()
      #expect(sandbox.server.platform == "web")
      _ = try await sandbox.client.propose("mine", for: text)
    }
    #expect(try folder.names == ["languages.json", "resource-en.json", "sandbox.sqlite"])
    try folder.write(#"{"data":{"s":{"k":"changed"}}}"#, to: "resource-en.json")
    scenario.data = nil
    try await withSandbox(scenario) { sandbox async throws in
      let second = try sandbox.server.clientConfiguration()
      #expect(second.applicationID == first?.applicationID)
      #expect(second.restAPIKey == first?.restAPIKey)
      #expect(second.guid == first?.guid)
      let proposals = try await sandbox.pending
      #expect(proposals.map(\.value) == ["mine"])
      #expect(proposals.map(\.canDelete) == [true])
      #expect(try await sandbox.resource("en").value("s", "k") == "text")
    }
    (scenario.data, scenario.reload) = (folder.path, true)
    try await withSandbox(scenario) { sandbox async throws in
      #expect(sandbox.server.guid == first?.guid)
      #expect(try await sandbox.pending == [])
      #expect(try await sandbox.resource("en").value("s", "k") == "changed")
    }
  }

  @Test func `A start that only reads leaves the database as it is`() async throws {
    let folder = try SampleFolder()
    let path = folder.path + "/sandbox.sqlite"
    let scenario = Scenario { ($0.database, $0.data) = (path, folder.path) }
    let read = { (sandbox: SandboxFixture) async throws -> Void in _ = try await sandbox.pending }
    try await withSandbox(scenario, read)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(before.count > 1_000)
    try await withSandbox(scenario, read)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `Texts that a database was not filled from are refused`() async throws {
    let folder = try SampleFolder()
    var scenario = Scenario { ($0.database, $0.data) = (folder.path + "/sandbox.sqlite", folder.path) }
    let text = TextIdentity(section: "s", key: "k", locale: "en")
    try await withSandbox(scenario) { sandbox async throws in _ = try await sandbox.client.propose("mine", for: text) }
    try await withSandbox(scenario) { _ async throws in }
    let changes = [
      ("resource-en.json", #"{"data":{"s":{"k":"changed","l":"other"}}}"#), ("proposals.json", #"{"data":[]}"#),
    ]
    for (name, changed) in changes {
      let other = try SampleFolder()
      try other.write(changed, to: name)
      scenario.data = other.path
      let error = await #expect(throws: SandboxError.self) { try await SandboxServer(scenario) }
      #expect(error?.code == .otherTexts, "\(name)")
      // Asked last: the folder is gone with its last use.
      #expect(error?.description.contains(other.path) == true)
    }
    (scenario.data, scenario.reload) = (nil, true)
    try await withSandbox(scenario) { sandbox async throws in
      #expect(try await !sandbox.pending.map(\.value).contains("mine"))
    }
    // The database is in it.
    withExtendedLifetime(folder) {}
  }

  @Test func `Proposals for texts that no longer exist are loaded as they are`() async throws {
    let folder = try SampleFolder()
    let proposals = (1...3).map {
      #"{"id":\#($0),"application_id":4711,"key":"gone","section":"s","locale":"xx","value":"v","can_delete":\#($0 == 2)}"#
    }
    try folder.write(#"{"data":[\#(proposals.joined(separator: ","))]}"#, to: "proposals.json")
    try await withSandbox(Scenario { $0.data = folder.path }) { sandbox async throws in
      #expect(try await sandbox.pending.map(\.canDelete) == [false, true, false])
      let answer = try await sandbox.send("GET", "/api/v2/content/localize/proposals", headers: nil)
      #expect(answer.text.contains(#""application_id":4711"#))
    }
  }

  @Test(arguments: [
    ("languages.json", nil, "languages.json is missing"), ("languages.json", #"{"data":[]}"#, "lists no language"),
    ("languages.json", "{", "languages.json: it is not JSON"), ("resource-en.json", nil, "resource-en.json is missing"),
    ("resource-en.json", "[]", "resource-en.json is not a resource"),
    ("resource-en.json", #"{"data":{"s":"x"}}"#, "resource-en.json is not a resource"),
    (
      "resource-en.json", #"{"data":{},"meta":{"language":{"name":"English","locale":"en","direction":"LRM"}}}"#,
      "resource-en.json cannot be served to a client: meta.language has no \"id\""
    ), ("proposals.json", #"{"data":[{"id":1}]}"#, "proposals.json does not have the form of NStack's answers"),
  ]) func `A folder that is not NStack-shaped is refused with the file's name`(
    name: String, text: String?, words: String
  ) async throws {
    let folder = try SampleFolder()
    if let text { try folder.write(text, to: name) } else { try folder.remove(name) }
    let error = await #expect(throws: SandboxError.self) { try await SandboxServer(Scenario { $0.data = folder.path }) }
    #expect(error?.code == .texts)
    #expect(error?.description.contains(words) == true)
  }

  @Test func `A port that is taken is refused`() async throws {
    try await withSandbox { sandbox async throws in
      let port = try #require(Int(sandbox.server.baseURL.split(separator: ":").last ?? ""))
      let error = await #expect(throws: SandboxError.self) { try await SandboxServer(Scenario { $0.port = port }) }
      #expect(error?.code == .port)
    }
  }

  @Test func `A server that is stopped while connections come in stops in order`() async throws {
    let transport = try CurlTransport(options: .init(connectTimeout: .seconds(600), idleTimeout: .seconds(600)))
    for _ in 0..<60 {
      let server = try await SandboxServer()
      let request = TransportRequest(
        method: "GET", url: server.baseURL, maximumResponseSize: 1 << 20, timeout: .seconds(600))
      await withTaskGroup { group in
        for _ in 0..<8 {
          // Whether a request is answered or cut off is chance; that the process survives either way is the test.
          group.addTask { _ = try? await transport.send(request) }
        }
        group.addTask { await server.stop() }
      }
    }
    await transport.shutdown()
  }

  @Test func `A database that cannot be opened is refused`() async throws {
    let error = await #expect(throws: SandboxError.self) {
      try await SandboxServer(Scenario { $0.database = "/nowhere/at/all.sqlite" })
    }
    #expect(error?.code == .database)
  }

  @Test func `A database with other tables is refused, and stays as it is`() async throws {
    let folder = try SampleFolder()
    let path = folder.path + "/sandbox.sqlite"
    let scenario = Scenario { ($0.database, $0.data) = (path, folder.path) }
    try await withSandbox(scenario) { _ async throws in }
    // SQLite keeps the tables as the statements that created them.
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.replace(Data("is_default".utf8), with: Data("is_primary".utf8))
    try bytes.write(to: URL(filePath: path))
    let error = await #expect(throws: SandboxError.self) { try await SandboxServer(scenario) }
    #expect(error?.code == .database)
    #expect(
      error?.description == "\(path) is not a sandbox database of this version (its tables are different). "
        + "Move the file away to begin a new one.")
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    withExtendedLifetime(folder) {}
  }
}
