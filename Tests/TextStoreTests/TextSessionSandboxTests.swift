import NStackAPI
import NStackSandbox
import Testing
import TextStore

/// The session against a server, in the ways in which NStack might treat an overridden proposal.
@MainActor @Suite struct TextSessionSandboxTests {
  @Test(arguments: [
    [.sameValueConflict], [.sameValueUnprocessable], [.renewedIdentifiers, .sameValueConflict],
    [.renewedIdentifiers, .sameValueUnprocessable],
  ] as [Set<SandboxBehavior.Variant>])
  func `Texts follow what the server takes, refuses and deletes`(
    variants: Set<SandboxBehavior.Variant>
  ) async throws {
    let server = try await SandboxServer(SandboxConfiguration(behavior: SandboxBehavior(variants)))
    let transport = try AsyncHTTPClientTransport(
      options: .init(connectTimeout: .seconds(600), idleTimeout: .seconds(600)))
    let result: Result<Void, any Error>
    do {
      result = .success(
        try await run(NStackClient(configuration: try server.clientConfiguration(), transport: transport)))
    } catch {
      result = .failure(error)
    }
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
    await #expect(throws: NStackError.self) { try await session.propose("Indkøbskurv", for: title) }
    #expect(session.texts.proposals(of: title).map(\.id) == [last.id])
    await #expect(throws: NStackError.self) { try await session.deleteProposal(id: 104) }
    try await session.refresh()
    #expect(session.texts.proposals(of: title).map(\.value) == ["Indkøbskurv"])
    try await session.deleteProposal(id: last.id)
    try await session.deleteProposal(id: 105)
    #expect(session.texts.value(of: retry) == "Nochmal versuchen")
    #expect(component.told == ["title Kurven", "title Indkøbskurv", "title Din kurv"])
  }
}
