import HTTPCurl
import NStackAPI
import NStackSandbox
import Testing
import TextStore

@MainActor struct TextSessionSandboxTests {
  @Test func `A session reads a server's texts once, and a released app never asks for the list of proposals`()
    async throws
  {
    let server = try await SandboxServer(Scenario())
    let transport = try CurlTransport(options: .init(connectTimeout: .seconds(600), idleTimeout: .seconds(600)))
    let client = NStackClient(configuration: try server.clientConfiguration(), transport: transport)
    for choice in ProposalChoice.allCases {
      server.requests.removeAll()
      let session = TextSession(client, choice: choice)
      try await session.refresh()
      try await session.refresh()
      let entries = server.requests.entries
      #expect(entries.count { $0.target.contains("/localize/proposals") } == (choice == .none ? 0 : 2))
      #expect(entries.count { $0.target.contains("/localize/resources/3") } == 10)
      #expect(entries.count { $0.status == 304 } == 5)
      let value = session.texts.value(section: "default", key: "retry", locale: "de-DE")
      #expect(value == (choice == .none ? "Erneut versuchen" : "Noch einmal versuchen"))
    }
    await transport.shutdown()
    await server.stop()
  }
}
