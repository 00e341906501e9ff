import NStackAPI
import Testing
import TextStore

@MainActor final class NotingComponent: TextComponent {
  private(set) var told: [String] = []
  /// Runs after each note.
  var reaction: (() -> Void)?

  func textDidChange(_ text: TextIdentity, to value: String?) {
    told.append("\(text.key) \(value ?? "nil")")
    reaction?()
  }
}

@MainActor @Suite struct TextRegistryTests {
  private let title = TextSamples.title
  private let note = TextSamples.note

  @Test func `The components that show a text are told, in the order of their registration, and no others`() {
    let registry = TextRegistry()
    var order: [Int] = []
    let components = (0..<20).map { _ in NotingComponent() }
    let other = NotingComponent()
    registry.register(other, for: note)
    for (place, component) in components.enumerated() {
      component.reaction = { order.append(place) }
      registry.register(component, for: title)
      registry.register(component, for: title)
    }
    registry.notify(title, value: "Kurven")
    #expect(order == Array(0..<20))
    #expect(components.allSatisfy { $0.told == ["title Kurven"] })
    #expect(other.told == [])
    #expect(registry.all.map(ObjectIdentifier.init) == ([other] + components).map(ObjectIdentifier.init))
  }

  @Test func `A component is told of those of its texts that have another value`() {
    let registry = TextRegistry()
    let component = NotingComponent()
    registry.register(component, for: title)
    registry.register(component, for: note)
    let old = LocalizedTexts(resources: TextSamples.resources)
    var new = old
    registry.notify(from: old, to: new)
    #expect(component.told == [])
    new.insert(TextSamples.proposal(1, "Besked", for: note))
    registry.notify(from: old, to: new)
    #expect(component.told == ["note Besked"])
    registry.notify(from: new, to: old)
    #expect(component.told == ["note Besked", "note nil"])
  }

  @Test func `It tells the texts of a component, what is shown and who is alive, in the order of registration`() {
    let registry = TextRegistry()
    let (first, other) = (NotingComponent(), NotingComponent())
    let texts = (0..<20).map { TextIdentity(section: "s", key: "\($0)", locale: "da") }
    var second: NotingComponent? = NotingComponent()
    if let second { registry.register(second, for: note) }
    for text in texts.reversed() { registry.register(first, for: text) }
    if let second { registry.register(second, for: title) }
    registry.register(first, for: TextIdentity(section: "basket", key: "note", locale: "DA_dk"))
    #expect(registry.texts(shownBy: first) == texts.reversed() + [note])
    #expect(second.map { registry.texts(shownBy: $0) } == [note, title])
    #expect(registry.texts(shownBy: other) == [])
    #expect(registry.shownTexts == [note] + texts.reversed() + [title])
    #expect(registry.all.map(ObjectIdentifier.init) == [second, first].compactMap { $0 }.map(ObjectIdentifier.init))
    // Another component still shows the note, since later.
    second = nil
    #expect(registry.shownTexts == texts.reversed() + [note])
    for text in texts { registry.unregister(first, for: text) }
    registry.register(first, for: texts[0])
    #expect(registry.texts(shownBy: first) == [note, texts[0]])
    #expect(registry.all.map(ObjectIdentifier.init) == [ObjectIdentifier(first)])
    registry.unregister(first)
    #expect(registry.all.isEmpty && registry.shownTexts.isEmpty && registry.texts(shownBy: first).isEmpty)
  }

  @Test func `A component at the address of one that is gone shows nothing yet`() {
    let registry = TextRegistry()
    for _ in 0..<1000 {
      let component = NotingComponent()
      #expect(registry.texts(shownBy: component) == [])
      registry.register(component, for: title)
      #expect(registry.all.count == 1)
    }
  }

  @Test func `A component is not kept alive, and is forgotten when it goes`() {
    let registry = TextRegistry()
    weak var gone: NotingComponent?
    do {
      let component = NotingComponent()
      gone = component
      registry.register(component, for: title)
      #expect(registry.count == 1)
    }
    #expect(gone == nil)
    #expect(registry.count == 0)
    #expect(registry.components(showing: title).isEmpty)
    registry.notify(title, value: "Kurven")
  }

  @Test func `A registry goes although components are registered`() {
    weak var gone: TextRegistry?
    let component = NotingComponent()
    do {
      let registry = TextRegistry()
      gone = registry
      registry.register(component, for: title)
    }
    #expect(gone == nil)
  }

  @Test func `A component that goes while others are told is not told`() {
    let registry = TextRegistry()
    let first = NotingComponent()
    weak var gone: NotingComponent?
    var second: NotingComponent? = NotingComponent()
    var toldSecond = false
    second?.reaction = { toldSecond = true }
    gone = second
    registry.register(first, for: title)
    if let second { registry.register(second, for: title) }
    let third = NotingComponent()
    registry.register(third, for: title)
    first.reaction = { second = nil }
    registry.notify(title, value: "x")
    #expect(gone == nil)
    #expect(!toldSecond)
    #expect(third.told == ["title x"])
    #expect(registry.count == 2)
  }

  @Test func `A component may register others, and unregister others and itself, while it is told`() {
    let registry = TextRegistry()
    let (first, second, added) = (NotingComponent(), NotingComponent(), NotingComponent())
    registry.register(first, for: title)
    registry.register(second, for: title)
    first.reaction = {
      registry.unregister(first)
      registry.unregister(second, for: self.title)
      registry.register(added, for: self.title)
    }
    registry.notify(title, value: "x")
    #expect(second.told == [])
    #expect(added.told == [])
    first.reaction = nil
    registry.notify(title, value: "y")
    #expect(added.told == ["title y"])
    #expect(first.told == ["title x"] && second.told == [])
  }

  @Test(arguments: [false, true])
  func `A component that is registered while several texts are told is not told of them`(isNoteFirst: Bool) {
    let registry = TextRegistry()
    let (first, second, added) = (NotingComponent(), NotingComponent(), NotingComponent())
    registry.register(first, for: isNoteFirst ? note : title)
    registry.register(second, for: isNoteFirst ? title : note)
    var order: [String] = []
    first.reaction = {
      order.append("first")
      registry.register(added, for: self.title)
      registry.register(added, for: self.note)
    }
    second.reaction = { order.append("second") }
    let old = LocalizedTexts(resources: TextSamples.resources)
    var new = old
    new.insert(TextSamples.proposal(1, "x"))
    new.insert(TextSamples.proposal(2, "y", for: note))
    registry.notify(from: old, to: new)
    #expect(order == ["first", "second"])
    #expect(added.told == [])
    registry.notify(from: new, to: old)
    #expect(added.told.sorted() == ["note nil", "title Din kurv"])
  }
}
