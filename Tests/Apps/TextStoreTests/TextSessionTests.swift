import NStackAPI
import Synchronization
import Testing
import TextStore

@MainActor @Suite struct TextSessionTests {
  private let server = FakeServer()
  private let title = TextSamples.title
  private let note = TextSamples.note

  /// A session that has read the server, with a component that shows the title.
  private func session() async throws -> (TextSession, NotingComponent) {
    let session = TextSession(server)
    try await session.refresh()
    let component = NotingComponent()
    #expect(session.show(title, in: component) == session.texts.value(of: title))
    return (session, component)
  }

  private func failure(_ body: () async throws -> Void) async -> NStackError? {
    do {
      try await body()
      return nil
    } catch { return error as? NStackError }
  }

  @Test func `A proposal is shown once the server took it, and not before`() async throws {
    let (session, component) = try await session()
    let gate = Gate()
    server.beforeProposal.withLock { $0 = { _ in await gate.pass() } }
    let call = Task { try await session.propose("Kurven", for: title) }
    await gate.arrival()
    #expect(session.texts.value(of: title) == "Din kurv")
    #expect(component.told == [])
    await gate.open()
    let proposal = try await call.value
    #expect(session.texts.shownProposal(of: title) == proposal)
    #expect(component.told == ["title Kurven"])
  }

  @Test(arguments: ["en_EN", "en-EN", "en-en", "EN_en"])
  func `A locale that NStack spells in its own way is found in any spelling, and sent in NStack's`(spelling: String)
    async throws
  {
    let language = Language(
      id: 3, name: "English", locale: "en_EN", direction: .leftToRight, isDefault: true, isBestFit: true)
    server.resources = [TextSamples.resource(language, ["title": "Your basket"])]
    let text = TextIdentity(section: "basket", key: "title", locale: spelling)
    let session = TextSession(server, locales: [spelling])
    try await session.refresh()
    #expect(session.texts.value(of: text) == "Your basket")
    #expect(try await session.propose("Basket", for: text).text.locale == "en_EN")
    #expect(session.texts.value(section: "basket", key: "title", locale: "en_EN") == "Basket")
    try await session.refresh()
    #expect(session.texts.value(of: text) == "Basket")
    #expect(session.texts.bestFit(acceptLanguage: "en-EN")?.locale == "en_EN")
  }

  @Test func `The proposals for what is on screen follow what is shown and proposed, own ones first`() async throws {
    let retry = TextIdentity(section: "basket", key: "retry", locale: "da-DK")
    server.held = [
      TextSamples.proposal(2, "b"), TextSamples.proposal(3, "c"), TextSamples.proposal(4, "d", for: note),
      TextSamples.proposal(11, "own", for: note, own: true), TextSamples.proposal(5, "off screen", for: retry),
    ]
    let (session, component) = try await session()
    #expect(session.shownProposals.map(\.id) == [3, 2])
    var other: NotingComponent? = NotingComponent()
    if let other { session.show(note, in: other) }
    #expect(session.shownProposals.map(\.id) == [11, 3, 2, 4])
    let own = try await session.propose("Kurven", for: title)
    #expect(session.shownProposals.map(\.id) == [own.id, 11, 3, 2, 4])
    session.components.unregister(component)
    #expect(session.shownProposals.map(\.id) == [11, 4])
    try await session.deleteProposal(id: 11)
    #expect(session.shownProposals.map(\.id) == [4])
    other = nil
    #expect(session.shownProposals == [])
  }

  @Test func `Without proposals no list of them is read, not even after a lost answer`() async throws {
    server.held = [TextSamples.proposal(2, "a stranger's")]
    let session = TextSession(server, choice: .none)
    try await session.refresh()
    let component = NotingComponent()
    #expect(session.show(title, in: component) == "Din kurv")
    let proposal = try await session.propose("Kurven", for: title)
    try await session.refresh()
    for isDone in [true, false] {
      server.failures = [(FakeServer.error(.connectionLost, .unconfirmed), isDone)]
      let failure = await failure {
        guard isDone else { return try await session.deleteProposal(id: proposal.id) }
        try await session.propose("x", for: title)
      }
      #expect(failure?.code == .connectionLost)
    }
    #expect(session.texts.value(of: title) == "Din kurv")
    #expect(session.texts.proposals.isEmpty && session.shownProposals.isEmpty)
    #expect(component.told == [])
    #expect(server.listings == 0)
  }

  @Test(arguments: [true, false]) func `After a lost answer the list decides`(isDone: Bool) async throws {
    let (session, component) = try await session()
    let lost = FakeServer.error(.connectionLost, .unconfirmed)
    server.failures = [(lost, isDone)]
    #expect(await failure { try await session.propose("Kurven", for: title) }?.code == (isDone ? nil : .connectionLost))
    #expect(component.told == (isDone ? ["title Kurven"] : []))

    let proposal = try await session.propose("Indkøb", for: title)
    server.failures = [(lost, isDone)]
    #expect(
      await failure { try await session.deleteProposal(id: proposal.id) }?.code == (isDone ? nil : .connectionLost))
    #expect(session.texts.value(of: title) == (isDone ? "Din kurv" : "Indkøb"))
  }

  @Test func `A write is sent once and at once only if it is asked for`() async throws {
    let (session, _) = try await session()
    let first = try await session.propose("Kurven", for: title, retries: .none, pace: .none)
    try await session.deleteProposal(id: first.id, retries: .none, pace: .none)
    let second = try await session.propose("Kurven", for: title)
    try await session.deleteProposal(id: second.id)
    #expect(server.sentOnce == [true, true, false, false])
  }

  @Test func `A refresh shows what changed on the server, and reads unchanged texts once`() async throws {
    let (session, component) = try await session()
    server.held = [TextSamples.proposal(2, "new")]
    try await session.refresh()
    #expect(component.told == ["title new"])
    try await session.refresh()
    #expect(component.told == ["title new"])
    #expect(server.resourceReadings == 2)
    #expect(server.tags == [nil, nil, "tag", "tag", "tag", "tag"])
  }

  @Test func `A server that calls texts unchanged that were never read is not believed`() async throws {
    server.isUnchanged = true
    let session = TextSession(server)
    #expect(await failure { try await session.refresh() }?.code == .badBody)
    #expect(session.texts.languages.isEmpty)
  }

  @Test(arguments: [
    "no answer": NStackError.Code.unreachable, "a language whose texts cannot be read": .badBody,
    "no language": .noTexts, "a language without texts": .noTexts, "a language whose entry cannot be read": .badBody,
  ]) func `A refresh that fails, or would leave the app without texts, changes nothing`(
    what: String, code: NStackError.Code
  ) async throws {
    let (session, component) = try await session()
    switch what {
    case "no answer": server.readingFailure = FakeServer.error(.unreachable, .notSent)
    case "a language whose texts cannot be read": server.resourceFailure = FakeServer.error(.badBody)
    case "no language": server.resources = []
    case "a language without texts": server.resources[1] = TextSamples.resource(TextSamples.danish, [:])
    default:
      server.resources.removeLast()
      server.unreadEntries = [UnreadItem(kind: "resource", id: 6, text: nil, locale: "da-DK", message: "no url")]
    }
    // What was read before is not kept for another language's address.
    server.isTagged = false
    #expect(await failure { try await session.refresh() }?.code == code)
    #expect(session.texts.value(of: title) == "Din kurv")
    #expect(component.told == [])
  }

  @Test func `An application without texts is accepted if it is asked for`() async throws {
    server.resources = []
    let session = TextSession(server, allowsEmpty: true)
    try await session.refresh()
    #expect(session.texts.languages.isEmpty)
  }

  @Test func `Locales that the application does not have are an error`() async throws {
    let session = TextSession(server, locales: ["dk"])
    let refusal = await failure { try await session.refresh() }
    #expect(refusal?.code == .noTexts)
    #expect(refusal?.message.contains("dk") == true)
  }

  @Test func `An entry of the list of languages that cannot be read costs no other language`() async throws {
    let item = UnreadItem(kind: "resource", id: 7, text: nil, locale: "fr-FR", message: "no url")
    server.unreadEntries = [item]
    let (session, _) = try await session()
    try await session.refresh()
    #expect(session.texts.value(of: title) == "Din kurv")
  }

  @Test(arguments: ["paged", "unread"]) func `After a lost deletion, a list that may be incomplete proves nothing`(
    what: String
  ) async throws {
    let (session, component) = try await session()
    let proposal = try await session.propose("Kurven", for: title)
    server.failures = [(FakeServer.error(.connectionLost, .unconfirmed), true)]
    server.isPaged = what == "paged"
    server.unreadProposals =
      what == "unread" ? [UnreadItem(kind: "proposal", id: nil, text: nil, locale: nil, message: "no id")] : []
    #expect(await failure { try await session.deleteProposal(id: proposal.id) }?.code == .connectionLost)
    #expect(session.texts.value(of: title) == "Kurven")
    #expect(component.told == ["title Kurven"])
  }

  @Test func `Only the chosen locales are read`() async throws {
    let session = TextSession(server, locales: ["da_DK"])
    try await session.refresh()
    #expect(session.texts.languages.map(\.locale) == ["da-DK"])
  }

  @Test func `What the server took while a refresh read is kept`() async throws {
    server.held = [TextSamples.proposal(11, "old", for: note, own: true)]
    let (session, component) = try await session()
    let gate = Gate()
    server.afterListing.withLock { $0 = { await gate.pass() } }
    let refresh = Task { try await session.refresh() }
    await gate.arrival()
    try await session.propose("Kurven", for: title)
    try await session.deleteProposal(id: 11)
    await gate.open()
    try await refresh.value
    #expect(session.texts.value(of: title) == "Kurven")
    #expect(session.texts.value(of: note) == nil)
    #expect(component.told == ["title Kurven"])
  }

  @Test func `A refresh that ends after a later one changes nothing`() async throws {
    let (session, component) = try await session()
    let gate = Gate()
    server.afterListing.withLock { $0 = { await gate.pass() } }
    let early = Task { try await session.refresh() }
    await gate.arrival()
    server.afterListing.withLock { $0 = nil }
    server.held = [TextSamples.proposal(2, "new")]
    try await session.refresh()
    await gate.open()
    try await early.value
    #expect(session.texts.value(of: title) == "new")
    #expect(component.told == ["title new"])
  }

  @Test func `Values for one text go out one after the other`() async throws {
    let (session, component) = try await session()
    let gate = Gate()
    server.beforeProposal.withLock { $0 = { if $0 == "first" { await gate.pass() } } }
    let first = Task { try await session.propose("first", for: title) }
    await gate.arrival()
    let second = Task { try await session.propose("second", for: title) }
    // Another text does not wait for them.
    try await session.propose("Besked", for: note)
    #expect(server.held.map(\.value) == ["Besked"])
    await gate.open()
    _ = try await first.value
    _ = try await second.value
    #expect(session.texts.value(of: title) == "second")
    #expect(component.told == ["title first", "title second"])
  }

  @Test func `A hundred tasks leave the session as the server is`() async throws {
    let (session, component) = try await session()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let text = TextIdentity(section: "basket", key: number % 3 == 0 ? "title" : "note", locale: "da-DK")
          if number % 10 == 9 {
            try? await session.refresh()
          } else if let proposal = try? await session.propose("value \(number)", for: text), number % 5 == 0 {
            try? await session.deleteProposal(id: proposal.id)
          }
        }
      }
    }
    let proposals = server.held
    #expect(session.texts.proposals == proposals.sorted { $0.id < $1.id })
    #expect(component.told.last == session.texts.value(of: title).map { "title \($0)" })
    let shown = session.texts
    try await session.refresh()
    #expect(session.texts.value(of: title) == shown.value(of: title))
    #expect(session.texts.value(of: note) == shown.value(of: note))
  }

  @Test func `A session goes with its registry, and keeps no component`() async throws {
    weak var gone: TextSession?
    weak var goneComponent: NotingComponent?
    do {
      let (session, component) = try await session()
      (gone, goneComponent) = (session, component)
      try await session.propose("Kurven", for: title)
    }
    #expect(gone == nil)
    #expect(goneComponent == nil)
  }
}
