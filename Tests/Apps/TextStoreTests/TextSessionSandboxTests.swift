import NStackAPI
import NStackSandbox
import Testing
import TextStore

/// The session against a server, in the ways in which NStack might treat an overridden proposal.
@MainActor @Suite struct TextSessionSandboxTests {
  @Test(
    arguments: [
      [.sameValueConflict], [.sameValueUnprocessable], [.renewedIdentifiers, .sameValueConflict],
      [.renewedIdentifiers, .sameValueUnprocessable],
    ] as [Set<Scenario.Variant>]) func `Texts follow what the server takes, refuses and deletes`(
      variants: Set<Scenario.Variant>
    ) async throws
  { try await withServer(variants) { client, _ in try await run(client) } }

  @Test func `A released app never asks for the list of proposals`() async throws {
    try await withServer { client, requests in
      for choice in ProposalChoice.allCases {
        requests.removeAll()
        let session = TextSession(client, choice: choice)
        try await session.refresh()
        try await session.refresh()
        #expect(requests.entries.count { $0.target.contains("/localize/proposals") } == (choice == .none ? 0 : 2))
        #expect(requests.entries.count { $0.target.contains("/localize/resources/") } >= 5)
        let value = session.texts.value(section: "default", key: "retry", locale: "de-DE")
        #expect(value == (choice == .none ? "Erneut versuchen" : "Noch einmal versuchen"))
      }
    }
  }

  private func withServer(
    _ variants: Set<Scenario.Variant> = [], _ body: (NStackClient, SandboxRequestLog) async throws -> Void
  ) async throws {
    let server = try await SandboxServer(Scenario { $0.variants = variants })
    let transport = try CurlTransport(options: .init(connectTimeout: .seconds(600), idleTimeout: .seconds(600)))
    let result: Result<Void, any Error>
    do {
      let client = NStackClient(configuration: try server.clientConfiguration(), transport: transport)
      result = .success(try await body(client, server.requests))
    } catch { result = .failure(error) }
    await transport.shutdown()
    await server.stop()
    try result.get()
  }

  private func run(_ client: NStackClient) async throws {
    let session = TextSession(client)
    try await session.refresh()
    let (retry, title) = (
      TextIdentity(section: "default", key: "retry", locale: "de-DE"),
      TextIdentity(section: "basket", key: "title", locale: "da-DK")
    )
    #expect(session.texts.languages.map(\.locale) == ["en-GB", "da-DK", "de-DE", "ar-SA", "ja-JP"])
    // 104 is another's, and 105 is an own one.
    #expect(session.texts.value(of: retry) == "Noch einmal versuchen")
    #expect(session.texts.proposals.map(\.id) == Array(101...112))

    let component = NotingComponent()
    session.show(title, in: component)
    try await session.propose("Kurven", for: title)
    let last = try await session.propose("Indkøbskurv", for: title)
    let refusal = await #expect(throws: NStackError.self) { try await session.propose("Indkøbskurv", for: title) }
    #expect(refusal?.code == .rejected)
    #expect(session.texts.proposals(of: title).map(\.id) == [last.id])
    let foreign = await #expect(throws: NStackError.self) { try await session.deleteProposal(id: 104) }
    #expect(foreign?.code == .notOwner)
    try await session.refresh()
    #expect(session.texts.proposals(of: title).map(\.value) == ["Indkøbskurv"])
    try await session.deleteProposal(id: last.id)
    try await session.deleteProposal(id: 105)
    #expect(session.texts.value(of: retry) == "Nochmal versuchen")
    #expect(component.told == ["title Kurven", "title Indkøbskurv", "title Din kurv"])
  }
}
