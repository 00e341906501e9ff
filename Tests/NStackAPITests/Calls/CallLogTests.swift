import Logging
import Synchronization
import Testing

@testable import NStackAPI

/// What a client tells its logger.
@Suite struct CallLogTests {
  /// Keeps what it is told.
  private final class KeepingHandler: LogHandler {
    let lines = Mutex<[String]>([])

    var metadata: Logger.Metadata {
      get { [:] }
      set {}
    }
    var metadataProvider: Logger.MetadataProvider? {
      get { nil }
      set {}
    }
    var logLevel: Logger.Level {
      get { .info }
      set {}
    }

    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
      get { nil }
      set {}
    }

    func log(event: LogEvent) {
      lines.withLock { $0.append(event.message.description) }
    }
  }

  @Test func `Each call, repetition and pause is one line, without query, guid, key or value`() async throws {
    let handler = KeepingHandler()
    let transport = ScriptedTransport([
      .json(#"{"data":[]}"#), .failure(.connectionLost, .inDoubt),
      .status(503, headers: [(name: "retry-after", value: "3")]), .json(#"{"data":[]}"#), .status(401),
    ])
    let configuration = try NStackClient.scripted(transport).configuration
    let client = NStackClient(
      configuration: configuration, transport: transport, clock: transport.clock,
      logger: Logger(label: "test") { _ in handler })
    _ = try await client.languages()
    _ = try await client.proposals(state: .unaccepted)
    _ = await failure { () async throws(NStackError) in
      try await client.propose("a new text", for: ProposalTests.text)
    }
    let lines = handler.lines.withLock(\.self)
    #expect(
      lines == [
        "GET /api/v2/content/localize/mobile/languages: 200 in 0 ms",
        "GET /api/v2/content/localize/proposals: failed with net.connection-lost after 0 ms",
        "GET /api/v2/content/localize/proposals: again in 375 ms after net.connection-lost, attempt 2",
        "GET /api/v2/content/localize/proposals: 503 in 0 ms",
        "GET /api/v2/content/localize/proposals: again in 3750 ms after api.server, attempt 3",
        "GET /api/v2/content/localize/proposals: 200 in 0 ms",
        "POST /api/v2/content/localize/proposals: 401 in 0 ms",
      ], "\(lines.joined(separator: "\n"))")
    let told = lines.joined()
    for secret in [configuration.guid, configuration.restAPIKey.reveal(), "a new text", "?"] {
      #expect(!told.contains(secret))
    }
  }
}
