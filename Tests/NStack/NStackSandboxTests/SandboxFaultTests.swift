import NStackAPI
import NStackSandbox
import Testing

@Suite struct SandboxFaultTests {
  @Test func `A fault meets the requests that it counts, and no other`() async throws {
    let fault = try SandboxFault("POST proposals: 429 retry-after=2 every=3")
    try await withSandbox(SandboxConfiguration(faults: [fault])) { sandbox async throws in
      var statuses: [Int] = []
      for number in 1...6 {
        _ = try await sandbox.send("POST", "/api/v2/open", body: "platform=web&guid=g")
        statuses.append(try await sandbox.post("value=\(number)" + SandboxFormTests.rest).status)
      }
      #expect(statuses == [201, 201, 429, 201, 201, 429])
    }
  }

  @Test(arguments: [
    ("* resources/302: 503 body=<h1>not here</h1>", [200, 503], "<h1>not here</h1>", nil, nil),
    ("GET: 302 location=/elsewhere type=text/html first=1", [302, 200], nil, "/elsewhere", "text/html"),
    ("GET localize: 500 from=2", [200, 500], "", nil, nil), ("GET resources: 500 only=2", [200, 500], "", nil, nil),
    ("GET proposals: 500", [200, 200], nil, nil, nil), ("GET resource: 500", [200, 200], nil, nil, nil),
  ]) func `The words of a fault say which requests, and what they are answered with`(
    text: String, statuses: [Int], body: String?, location: String?, type: String?
  ) async throws {
    try await withSandbox(SandboxConfiguration(faults: [try SandboxFault(text)])) { sandbox async throws in
      let first = try await sandbox.send("GET", "/api/v2/content/localize/resources/301")
      let second = try await sandbox.send("GET", "/api/v2/localize/resources/302")
      #expect([first.status, second.status] == statuses)
      if let body { #expect(second.text == body) }
      if let location { #expect(first.header("Location") == location) }
      if let type { #expect(first.header("Content-Type") == type) }
    }
  }

  @Test(arguments: [("POST: 500 applied first=1", 500), ("POST: break-answer first=1", nil), ("POST: late=0.1", 201)])
  func `A request may be carried out all the same`(text: String, status: Int?) async throws {
    try await withSandbox(SandboxConfiguration(faults: [try SandboxFault(text)])) { sandbox async throws in
      let answer = try? await sandbox.post("value=v" + SandboxFormTests.rest)
      #expect(answer?.status == status)
      #expect(try await sandbox.client.proposals(state: .unaccepted).count == 13)
    }
  }

  @Test func `A write may be applied after its caller gave up`() async throws {
    let text = SandboxProposalTests.text
    let fault = SandboxFault("POST", { $0 == 1 }, .applyLate(.seconds(3)))
    try await withSandbox(SandboxConfiguration(faults: [fault])) { sandbox async throws in
      var configuration = try sandbox.server.clientConfiguration()
      configuration.limits.requestTimeout = .milliseconds(1_500)
      let client = NStackClient(configuration: configuration, transport: sandbox.transport)
      let error = await failure { try await client.propose("Udsolgt", for: text) }
      #expect(error?.code == .timeout)
      #expect(error?.delivery == .inDoubt)
      let isProposed = { try await sandbox.client.proposals(state: .unaccepted).contains { $0.text == text } }
      for _ in 0..<200 where try await !isProposed() { try await Task.sleep(for: .milliseconds(50)) }
      #expect(try await isProposed())
    }
  }

  @Test func `A connection may break before anything is carried out`() async throws {
    try await withSandbox(SandboxConfiguration(faults: [try SandboxFault("POST: break")])) { sandbox async throws in
      await #expect(throws: (any Error).self) { try await sandbox.post("value=v" + SandboxFormTests.rest) }
      #expect(try await sandbox.client.proposals(state: .unaccepted).count == 12)
    }
  }

  @Test(arguments: [
    ("", "has no colon"), ("429", "has no colon"), (": 429", "must start with a method"),
    ("post: 429", "must start with a method"), ("POST a b: 429", "must start with a method"),
    ("POST:", "does not say what happens"), ("POST: 99", "names no action"), ("POST: 600", "names no action"),
    ("POST: explode", "names no action"), ("POST: break=1", "names no action"), ("POST: late", "names no action"),
    ("POST: late=-1", "waits for \"-1\""), ("POST: late=nan", "waits for \"nan\""),
    ("POST: 429 each=3", "has an unknown word \"each=3\""), ("POST: 429 every=0", "has an unknown word \"every=0\""),
    ("POST: 429 every", "has an unknown word \"every\""), ("POST: break body=x", "describes an answer"),
    ("POST: late=1 applied", "describes an answer"),
  ]) func `A fault that is written otherwise is refused with what was found`(text: String, words: String) {
    let error = #expect(throws: SandboxError.self) { try SandboxFault(text) }
    #expect(error?.code == .fault)
    #expect(error?.message.hasPrefix("the fault \"\(text)\" \(words)") == true, "\(error?.message ?? "")")
  }
}
