import NStackAPI
import Observation
import Synchronization
import Testing
import TextStore

@MainActor @Suite struct TextEditModeTests {
  private let server = FakeServer()
  private let title = TextSamples.title
  private let note = TextSamples.note

  private func mode(_ choice: ProposalChoice = .all) async throws -> (TextEditMode, TextSession) {
    let session = TextSession(server, choice: choice)
    try await session.refresh()
    session.locale = "da-DK"
    return (TextEditMode(session), session)
  }

  @Test func `What is shown is highlighted while edit mode is on, also what comes later, and nothing that is hidden`()
    async throws
  {
    let (mode, session) = try await mode()
    let (first, hidden, later) = (NotingComponent(), NotingComponent(), NotingComponent())
    hidden.isShown = false
    for component in [first, hidden] { session.show(title, in: component) }
    mode.shake()
    #expect(mode.state == .highlighting)
    session.show(note, in: later)
    #expect([first, hidden, later].map(\.highlights) == [[true], [], [true]])
    session.show(title, in: later)
    session.components.unregister(first)
    hidden.isShown = true
    session.components.refreshShown()
    later.isShown = false
    session.components.refreshShown()
    #expect([first, hidden, later].map(\.highlights) == [[true, false], [true], [true, false]])
    mode.leave()
    #expect([first, hidden, later].map(\.highlights) == [[true, false], [true, false], [true, false]])
  }

  @Test func `A tap edits the texts of a component, with their values and proposals, and no hidden or unknown one`()
    async throws
  {
    server.held = [TextSamples.proposal(2, "Kurven")]
    let (mode, session) = try await mode()
    let (plural, hidden) = (NotingComponent(), NotingComponent())
    hidden.isShown = false
    session.show(title, in: hidden)
    session.show(title, in: plural)
    session.add(note, in: plural)
    mode.tap(plural)
    #expect(mode.state == .off && mode.groups.isEmpty)
    mode.shake()
    mode.tap(hidden)
    mode.tap(NotingComponent())
    #expect(mode.state == .highlighting)
    mode.tap(plural)
    #expect(mode.state == .editing([title, note]))
    #expect(mode.groups.map(\.id) == [title, note])
    #expect(mode.groups.map(\.value) == ["Kurven", nil])
    try await mode.propose("Besked", for: note)
    #expect(mode.groups.map(\.value) == ["Kurven", "Besked"])
    #expect(mode.groups.map { $0.proposals.map(\.value) } == [["Kurven"], ["Besked"]])
    #expect(plural.told == ["note Besked"])
    mode.close()
    #expect(mode.state == .highlighting && mode.groups.isEmpty)
  }

  @Test func `The menu has the counts, both lists their groups, and leaving says what was done`() async throws {
    let retry = TextIdentity(section: "basket", key: "retry", locale: "da-DK")
    server.held = [
      TextSamples.proposal(2, "a", for: retry), TextSamples.proposal(3, "b"), TextSamples.proposal(4, "c", for: note),
      TextSamples.proposal(11, "own", for: note, own: true),
    ]
    let (mode, session) = try await mode()
    let components = [NotingComponent(), NotingComponent()]
    session.show(title, in: components[0])
    session.show(note, in: components[1])
    mode.list(all: true)
    #expect(mode.state == .off)
    mode.shake()
    mode.shake()
    #expect(mode.state == .menu)
    #expect([mode.counts.shown, mode.counts.all] == [3, 4])
    mode.list(all: false)
    #expect(mode.groups.map(\.id) == [note, title])
    #expect(mode.groups.map { $0.proposals.map(\.id) } == [[11, 4], [3]])
    mode.list(all: true)
    #expect(mode.groups.map(\.id) == [note, retry, title])
    try await mode.delete(mode.groups[0].proposals[0])
    await #expect(throws: NStackError.self) { try await mode.delete(mode.groups[0].proposals[0]) }
    #expect(mode.groups.map { $0.proposals.map(\.id) } == [[4], [2], [3]])
    try await mode.propose("d", for: title)
    try await mode.propose("e", for: title)
    let counts = mode.leave()
    #expect([counts.shown, counts.all, counts.proposed, counts.deleted] == [3, 4, 2, 1])
    mode.shake()
    #expect([mode.counts.proposed, mode.counts.deleted] == [0, 0])
  }

  @Test func `Whoever observes a list is told when it changes`() async throws {
    let (mode, session) = try await mode()
    let component = NotingComponent()
    session.show(title, in: component)
    mode.shake()
    mode.list(all: true)
    let changes = Mutex(0)
    withObservationTracking {
      _ = mode.groups
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    try await mode.propose("d", for: title)
    #expect(changes.withLock { $0 } == 1)
    withObservationTracking {
      _ = mode.groups
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    mode.close()
    #expect(changes.withLock { $0 } == 2)
  }

  @Test func `A released app has no edit mode`() async throws {
    let (mode, session) = try await mode(.none)
    let component = NotingComponent()
    session.show(title, in: component)
    mode.shake()
    #expect(mode.state == .off && component.highlights.isEmpty)
  }
}
