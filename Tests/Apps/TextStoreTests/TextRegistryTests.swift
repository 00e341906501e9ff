import NStackAPI
import Observation
import Synchronization
import Testing
import TextStore

@MainActor final class NotingComponent: TextComponent {
  private(set) var told: [String] = []
  private(set) var highlights: [Bool] = []
  var isShown = true
  /// Runs after each note.
  var reaction: (() -> Void)?

  func textDidChange(_ text: TextIdentity, to value: String?) {
    told.append("\(text.key) \(value ?? "nil")")
    reaction?()
  }

  func highlight(_ isOn: Bool) { highlights.append(isOn) }
}

@MainActor @Suite struct TextRegistryTests {
  private let title = TextSamples.title
  private let note = TextSamples.note

  /// A session in Danish that has read the server.
  private func session() async throws -> TextSession {
    let session = TextSession(FakeServer())
    try await session.refresh()
    session.locale = "da-DK"
    return session
  }

  @Test func `The components that show a text are told, in the order of their registration, and no others`()
    async throws
  {
    let session = try await session()
    var order: [Int] = []
    let components = (0..<20).map { _ in NotingComponent() }
    let other = NotingComponent()
    session.show(note, in: other)
    for (place, component) in components.enumerated() {
      component.reaction = { order.append(place) }
      session.show(title, in: component)
      session.add(title, in: component)
    }
    try await session.propose("Kurven", for: title)
    #expect(order == Array(0..<20))
    #expect(components.allSatisfy { $0.told == ["title Kurven"] })
    #expect(other.told == [])
    #expect(session.components.shown.map(ObjectIdentifier.init) == ([other] + components).map(ObjectIdentifier.init))
  }

  @Test func `What a component shows takes the place of what it showed, unless it is added`() async throws {
    let session = try await session()
    let (cell, both) = (NotingComponent(), NotingComponent())
    session.show(title, in: cell)
    session.show(note, in: cell)
    session.show(title, in: both)
    session.add(note, in: both)
    #expect(session.components.texts(of: cell) == [note])
    #expect(session.components.texts(of: both) == [title, note])
    try await session.propose("Kurven", for: title)
    try await session.propose("Besked", for: note)
    #expect(cell.told == ["note Besked"])
    #expect(both.told == ["title Kurven", "note Besked"])
  }

  @Test func `In another language components are told its values, and texts in a language of their own stay`()
    async throws
  {
    let session = try await session()
    let (text, key, english) = (NotingComponent(), NotingComponent(), NotingComponent())
    #expect(session.show(title, in: text) == "Din kurv")
    #expect(session.show(TextKey(section: "basket", key: "note"), in: key) == "Note for the bakery")
    session.show(TextIdentity(section: "basket", key: "title", locale: "en-GB"), in: english)
    let find = session.lookUp()
    #expect(find.value(section: "basket", key: "title") == "Din kurv")
    try await session.propose("Besked", for: note)
    session.locale = "EN_gb"
    #expect(text.told == ["title Your basket"])
    #expect(key.told == ["note Besked", "note Note for the bakery"])
    #expect(english.told == [])
    #expect(find.value(section: "basket", key: "title") == "Your basket")
    #expect(session.components.texts(of: text) == [TextIdentity(section: "basket", key: "title", locale: "EN_gb")])
    session.locale = "da-DK"
    #expect(text.told.last == "title Din kurv" && key.told.last == "note Besked")
    #expect(
      session.components.shownTexts == [title, note, TextIdentity(section: "basket", key: "title", locale: "en-GB")])
  }

  @Test func `Before it is set, the locale is the default language's`() async throws {
    let session = TextSession(FakeServer())
    let component = NotingComponent()
    #expect(session.locale == "")
    #expect(session.show(TextKey(section: "basket", key: "title"), in: component) == nil)
    try await session.refresh()
    #expect(session.locale == "en-GB")
    #expect(component.told == ["title Your basket"])
  }

  @Test func `Only components that are shown are listed, and who observes is told of changes`() async throws {
    let server = FakeServer()
    server.held = [TextSamples.proposal(2, "b")]
    let session = TextSession(server)
    try await session.refresh()
    let component = NotingComponent()
    let changes = Mutex(0)
    /// Whether a step changes what is listed.
    func isTold(_ step: () async throws -> Void) async rethrows -> Bool {
      let before = changes.withLock { $0 }
      withObservationTracking {
        _ = session.shownProposals
      } onChange: {
        changes.withLock { $0 += 1 }
      }
      try await step()
      return changes.withLock { $0 } > before
    }
    #expect(await isTold { session.show(title, in: component) })
    #expect(session.shownProposals.map(\.id) == [2])
    component.isShown = false
    #expect(session.shownProposals == [] && session.components.shown.isEmpty && session.components.count == 1)
    #expect(await isTold { session.components.refreshShown() })
    component.isShown = true
    #expect(await isTold { session.components.refreshShown() })
    #expect(await isTold { session.components.refreshShown() } == false)
    #expect(try await isTold { try await session.propose("Kurven", for: title) })
    #expect(session.shownProposals.map(\.value) == ["Kurven", "b"])
    #expect(await isTold { session.components.unregister(component) })
    #expect(session.shownProposals == [])
  }

  @Test func `It tells the texts of a component, what is shown and who is alive, in the order of registration`()
    async throws
  {
    let session = try await session()
    let registry = session.components
    let (first, other) = (NotingComponent(), NotingComponent())
    let texts = (0..<20).map { TextIdentity(section: "s", key: "\($0)", locale: "de") }
    var second: NotingComponent? = NotingComponent()
    if let second { session.show(note, in: second) }
    for text in texts.reversed() { session.add(text, in: first) }
    if let second { session.add(title, in: second) }
    session.add(TextIdentity(section: "basket", key: "note", locale: "DA_dk"), in: first)
    #expect(registry.texts(of: first) == texts.reversed() + [note])
    #expect(second.map { registry.texts(of: $0) } == [note, title])
    #expect(registry.texts(of: other) == [])
    #expect(registry.shownTexts == [note] + texts.reversed() + [title])
    #expect(registry.shown.map(ObjectIdentifier.init) == [second, first].compactMap { $0 }.map(ObjectIdentifier.init))
    // Another component still shows the note, since later.
    second = nil
    #expect(registry.shownTexts == texts.reversed() + [note])
    session.show(texts[0], in: first)
    #expect(registry.texts(of: first) == [texts[0]])
    registry.unregister(first)
    #expect(registry.shown.isEmpty && registry.shownTexts.isEmpty && registry.texts(of: first).isEmpty)
  }

  @Test func `A component at the address of one that is gone shows nothing yet`() async throws {
    let session = try await session()
    for _ in 0..<1000 {
      let component = NotingComponent()
      #expect(session.components.texts(of: component) == [])
      session.add(title, in: component)
      #expect(session.components.count == 1)
    }
  }

  @Test func `A component is not kept alive, and is forgotten when it goes`() async throws {
    let session = try await session()
    weak var gone: NotingComponent?
    do {
      let component = NotingComponent()
      gone = component
      session.show(title, in: component)
      #expect(session.components.count == 1)
    }
    #expect(gone == nil)
    #expect(session.components.count == 0 && session.components.shownTexts.isEmpty)
    session.locale = "en-GB"
  }

  @Test func `A component that goes while others are told is not told`() async throws {
    let session = try await session()
    let first = NotingComponent()
    weak var gone: NotingComponent?
    var second: NotingComponent? = NotingComponent()
    var toldSecond = false
    second?.reaction = { toldSecond = true }
    gone = second
    session.show(title, in: first)
    if let second { session.show(title, in: second) }
    let third = NotingComponent()
    session.show(title, in: third)
    first.reaction = { second = nil }
    session.locale = "en-GB"
    #expect(gone == nil)
    #expect(!toldSecond)
    #expect(third.told == ["title Your basket"])
    #expect(session.components.count == 2)
  }

  @Test func `A component may register others, and unregister others and itself, while it is told`() async throws {
    let session = try await session()
    let (first, second, added) = (NotingComponent(), NotingComponent(), NotingComponent())
    session.show(title, in: first)
    session.show(title, in: second)
    first.reaction = {
      session.components.unregister(first)
      session.components.unregister(second)
      #expect(session.show(self.title, in: added) == "x")
    }
    try await session.propose("x", for: title)
    #expect(second.told == [] && added.told == [])
    try await session.propose("y", for: title)
    #expect(added.told == ["title y"] && first.told == ["title x"] && second.told == [])
  }

  @Test(arguments: [false, true])
  func `A component that is registered while several texts are told is not told of them`(isNoteFirst: Bool) async throws
  {
    let session = try await session()
    try await session.propose("Besked", for: note)
    let (first, second, added) = (NotingComponent(), NotingComponent(), NotingComponent())
    session.show(isNoteFirst ? note : title, in: first)
    session.show(isNoteFirst ? title : note, in: second)
    var order: [String] = []
    first.reaction = {
      order.append("first")
      session.show(TextKey(section: "basket", key: "title"), in: added)
      session.add(TextKey(section: "basket", key: "note"), in: added)
    }
    second.reaction = { order.append("second") }
    session.locale = "en-GB"
    #expect(order == ["first", "second"])
    #expect(added.told == [])
    first.reaction = nil
    session.locale = "da-DK"
    #expect(added.told.sorted() == ["note Besked", "title Din kurv"])
  }
}
