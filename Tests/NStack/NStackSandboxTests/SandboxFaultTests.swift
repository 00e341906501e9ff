import NStackAPI
import NStackSandbox
import Testing

@Suite struct SandboxFaultTests {
  static let text = SandboxProposalTests.text

  @Test(arguments: [
    (SandboxFault.Action.refuse(status: 500), NStackError.Code.server, false), (.answer(status: 500), .server, true),
    (.answer(status: 504, body: "<html>"), .server, true),
    (.answer(status: 200, body: "<html>Sign in</html>"), .badBody, true), (.answer(status: 204), .badBody, true),
    (.breakAnswer, .connectionLost, true), (.breakConnection, .connectionLost, false),
    (.answerLate(.seconds(60)), .timeout, true),
  ]) func `A write whose answer is lost is in doubt, and reading tells what became of it`(
    action: SandboxFault.Action, code: NStackError.Code, isApplied: Bool
  ) async throws {
    let fault = SandboxFault("POST", { $0 == 1 }, action)
    try await withSandbox(SandboxConfiguration(faults: [fault])) { sandbox async throws in
      var configuration = try sandbox.server.clientConfiguration()
      configuration.limits.requestTimeout = code == .timeout ? .seconds(10) : .seconds(60)
      let client = NStackClient(configuration: configuration, transport: sandbox.transport)
      let error = await failure { try await client.propose("Udsolgt", for: Self.text) }
      #expect(error?.code == code)
      #expect(error?.delivery == .inDoubt)
      #expect(sandbox.server.requests.count("POST") == 1)
      let standing = try await sandbox.client.proposals(state: .unaccepted).filter { $0.text == Self.text }
      #expect(standing.map(\.value) == (isApplied ? ["Udsolgt"] : []))
    }
  }

  @Test func `A write may be applied after its caller gave up`() async throws {
    let fault = SandboxFault("POST", { $0 == 1 }, .applyLate(.seconds(3)))
    try await withSandbox(SandboxConfiguration(faults: [fault])) { sandbox async throws in
      var configuration = try sandbox.server.clientConfiguration()
      configuration.limits.requestTimeout = .milliseconds(1_500)
      let client = NStackClient(configuration: configuration, transport: sandbox.transport)
      let error = await failure { try await client.propose("Udsolgt", for: Self.text) }
      #expect(error?.code == .timeout)
      #expect(error?.delivery == .inDoubt)
      for _ in 0..<200 where try await !isProposed(sandbox) { try await Task.sleep(for: .milliseconds(50)) }
      #expect(try await isProposed(sandbox))
    }
  }

  @Test func `A busy server is asked again when it says so`() async throws {
    let busy = SandboxFault("POST", { $0 <= 2 }, .refuse(status: 429, headers: [(name: "Retry-After", value: "0")]))
    let down = SandboxFault("GET", { $0 == 1 }, .refuse(status: 503, headers: [(name: "Retry-After", value: "0")]))
    try await withSandbox(SandboxConfiguration(faults: [busy, down])) { sandbox async throws in
      #expect(try await sandbox.client.propose("Udsolgt", for: Self.text).value == "Udsolgt")
      #expect(sandbox.server.requests.count("POST") == 3)
      #expect(try await isProposed(sandbox))
      #expect(sandbox.server.requests.count("GET") == 2)
      #expect(sandbox.server.requests.entries.map(\.status) == [429, 429, 201, 503, 200])
    }
  }

  private func isProposed(_ sandbox: SandboxFixture) async throws -> Bool {
    try await sandbox.client.proposals(state: .unaccepted).contains { $0.text == Self.text }
  }
}
