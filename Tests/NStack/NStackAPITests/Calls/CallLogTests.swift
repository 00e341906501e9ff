import Testing

@testable import NStackAPI

struct CallLogTests {
  @Test func `Each call, repetition and pause is one line, without query, guid, key or value`() async throws {
    let log = KeptLog()
    let transport = ScriptedTransport([
      .json(#"{"data":[]}"#), .failure(.connectionLost, .unconfirmed),
      .status(503, headers: [(name: "retry-after", value: "3")]), .json(#"{"data":[]}"#), .status(401),
    ])
    let client = try NStackClient.scripted(transport, log: log)
    _ = try await client.languages()
    _ = try await client.proposals(state: .unaccepted)
    _ = await failure { try await client.propose("a new text", for: ProposalTests.text) }
    let lines = log.lines
    #expect(
      lines == [
        "GET /api/v2/content/localize/mobile/languages: 200 in 0 ms",
        "GET /api/v2/content/localize/proposals: failed with net.connection-lost after 0 ms",
        "GET /api/v2/content/localize/proposals: again in 375 ms after net.connection-lost, attempt 2",
        "GET /api/v2/content/localize/proposals: 503 in 0 ms",
        "GET /api/v2/content/localize/proposals: again in 3750 ms after api.server, attempt 3",
        "GET /api/v2/content/localize/proposals: 200 in 0 ms", "POST /api/v2/content/localize/proposals: 401 in 0 ms",
      ], "\(lines.joined(separator: "\n"))")
    let told = lines.joined()
    for secret in [client.configuration.guid, client.configuration.restAPIKey.reveal(), "a new text", "?"] {
      #expect(!told.contains(secret))
    }
  }
}
