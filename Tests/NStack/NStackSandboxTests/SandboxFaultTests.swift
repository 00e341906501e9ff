import Foundation
import NStackAPI
import NStackSandbox
import Testing

struct SandboxFaultTests {
  @Test func `A fault hits the requests that it counts, and no other`() async throws {
    let fault = Scenario.Fault("POST", path: "proposals") { ($0.status, $0.every) = (429, 3) }
    try await withSandbox(Scenario { $0.faults = [fault] }) { sandbox async throws in
      var statuses: [Int] = []
      for number in 1...6 {
        _ = try await sandbox.send("POST", "/api/v2/open", body: "platform=web&guid=g")
        statuses.append(try await sandbox.post("value=\(number)" + SandboxFormTests.rest).status)
      }
      #expect(statuses == [201, 201, 429, 201, 201, 429])
    }
  }

  private static let answers: [(fault: String, statuses: [Int], body: String?, location: String?)] = [
    (#"{"path": "resources/302", "status": 503, "body": "<h1>not here</h1>"}"#, [200, 503], "<h1>not here</h1>", nil),
    (
      #"{"method": "GET", "to": 1, "status": 302, "headers": {"Location": "/elsewhere"}}"#, [302, 200], nil,
      "/elsewhere"
    ), (#"{"method": "GET", "path": "localize", "from": 2, "status": 500}"#, [200, 500], "", nil),
    (#"{"method": "GET", "path": "resources", "from": 2, "to": 2, "status": 500}"#, [200, 500], "", nil),
    (#"{"method": "GET", "path": "proposals", "status": 500}"#, [200, 200], nil, nil),
    (#"{"method": "GET", "path": "resource", "status": 500}"#, [200, 200], nil, nil),
    (#"{"method": "POST", "status": 500}"#, [200, 200], nil, nil),
  ]

  @Test(arguments: answers) func `The fields of a fault say which requests, and what they are answered with`(
    fault: String, statuses: [Int], body: String?, location: String?
  ) async throws {
    try await withSandbox(scenario("{\"faults\": [\(fault)]}")) { sandbox async throws in
      let first = try await sandbox.send("GET", "/api/v2/content/localize/resources/301")
      let second = try await sandbox.send("GET", "/api/v2/localize/resources/302")
      #expect([first.status, second.status] == statuses)
      if let body { #expect(second.text == body) }
      if let location { #expect(first.header("Location") == location) }
    }
  }

  @Test(arguments: [
    #"{"status": 500, "applied": true, "to": 1}"#: 500, #"{"break": true, "applied": true, "to": 1}"#: nil,
    #"{"late": 0.1}"#: 201,
  ]) func `A request may be carried out all the same`(fault: String, status: Int?) async throws {
    try await withSandbox(scenario("{\"faults\": [\(fault)]}")) { sandbox async throws in
      let answer = try? await sandbox.post("value=v" + SandboxFormTests.rest)
      #expect(answer?.status == status)
      #expect(try await sandbox.pending.count == 13)
    }
  }

  @Test func `A write may be applied after its caller gave up`() async throws {
    let text = SandboxProposalTests.text
    let fault = Scenario.Fault("POST") { ($0.applyLate, $0.to) = (3, 1) }
    try await withSandbox(Scenario { $0.faults = [fault] }) { sandbox async throws in
      var configuration = try sandbox.server.clientConfiguration()
      configuration.limits.requestTimeout = .milliseconds(1_500)
      let client = NStackClient(configuration: configuration, transport: sandbox.transport)
      let error = await failure { try await client.propose("Udsolgt", for: text) }
      #expect(error?.code == .timeout)
      #expect(error?.delivery == .unconfirmed)
      let isProposed = { try await sandbox.pending.contains { $0.text == text } }
      for _ in 0..<200 where try await !isProposed() { try await Task.sleep(for: .milliseconds(50)) }
      #expect(try await isProposed())
    }
  }

  @Test func `A connection may break before anything is carried out`() async throws {
    let fault = Scenario.Fault("POST") { $0.breaks = true }
    try await withSandbox(Scenario { $0.faults = [fault] }) { sandbox async throws in
      await #expect(throws: (any Error).self) { try await sandbox.post("value=v" + SandboxFormTests.rest) }
      #expect(try await sandbox.pending.count == 12)
    }
  }

  @Test(arguments: [
    #"{"page-sise": 5}"#: #""page-sise" is not known"#,
    #"{"variants": ["nonsense"]}"#: #""variants" has an invalid value"#,
    #"{"page-form": "none"}"#: #""page-form" has an invalid value"#,
    #"{"page-size": "many"}"#: #""page-size" has an invalid value"#,
    #"{"faults": "POST"}"#: #""faults" has an invalid value"#,
    #"{"faults": [{"late": 1}, {"status": 429, "only": 3}]}"#: #"faults 2: "only" is not known"#,
    #"{"faults": [{"status": 199}]}"#: "faults 1: every must be",
    #"{"faults": [{"status": 600}]}"#: "faults 1: every must be",
    #"{"faults": [{"status": 429, "every": 0}]}"#: "faults 1: every must be",
    #"{"faults": [{"late": -1}]}"#: "faults 1: every must be",
    #"{"faults": [{"apply-late": 3601}]}"#: "faults 1: every must be",
    #"{"faults": [{"path": "proposals"}]}"#: "faults 1: a fault needs a status",
  ]) func `A scenario that is written otherwise is refused with what was found`(text: String, words: String) {
    let error = #expect(throws: SandboxError.self) { try scenario(text) }
    #expect(error?.code == .scenario)
    #expect(error?.message.hasPrefix(words) == true, "\(error?.message ?? "")")
  }

  private func scenario(_ text: String) throws -> Scenario {
    try JSONDecoder().decode(Scenario.self, from: Data(text.utf8))
  }
}
