import Basics
public import NStackAPI

/// The components that show each text. It does not keep them alive, and forgets them when they are deallocated.
///
/// A registered component counts as shown: unregister a component that leaves the screen but stays alive, and register
/// it again when it comes back. Then the registry is all that an edit mode needs to know about the screen.
@MainActor public final class TextRegistry {
  /// A component and what it shows.
  private final class Holder {
    weak var component: (any TextComponent)?
    /// The number of its first registration.
    let number: Int
    var texts: Set<TextIdentity> = []

    init(_ component: any TextComponent, number: Int) { (self.component, self.number) = (component, number) }
  }

  /// A text, and the components that show it with the number of their registration.
  private struct Shown {
    let text: TextIdentity
    var components: [ObjectIdentifier: Int] = [:]
  }

  private var holders: [ObjectIdentifier: Holder] = [:]
  private var shown: [TextIdentity: Shown] = [:]
  /// The number of the next registration.
  private var next = 0
  /// When the number of components reaches this, those that were deallocated are removed.
  private var sweepCount = 64

  /// Creates a registry without components.
  public init() {}

  /// Registers a component for a text. A component may show several texts, and a text may have several components.
  ///
  /// A component that is registered during a notification is not notified of that change, because it already reads the
  /// new value.
  public func register(_ component: any TextComponent, for text: TextIdentity) {
    let id = ObjectIdentifier(component)
    // A deallocated component may have had the same address.
    if let holder = holders[id], holder.component == nil { forget(id) }
    if holders[id] == nil {
      if holders.count >= sweepCount { sweep() }
      holders[id] = Holder(component, number: next)
    }
    let name = text.normalized
    guard holders[id]?.texts.insert(name).inserted == true else { return }
    shown[name, default: Shown(text: text)].components[id] = next
    next += 1
  }

  /// Ends a component's registration for a text.
  public func unregister(_ component: any TextComponent, for text: TextIdentity) {
    let id = ObjectIdentifier(component)
    let name = text.normalized
    holders[id]?.texts.remove(name)
    if holders[id]?.texts.isEmpty ?? false { holders[id] = nil }
    hide(name, from: id)
  }

  /// Ends all registrations of a component. A component that is deallocated needs no call.
  public func unregister(_ component: any TextComponent) { forget(ObjectIdentifier(component)) }

  /// The number of components that are registered and alive.
  public var count: Int {
    sweep()
    return holders.count
  }

  /// The components that are registered and alive, in the order in which they were registered first.
  public var all: [any TextComponent] { holders.values.sorted { $0.number < $1.number }.compactMap(\.component) }

  /// The texts that components show, each once, in the order in which they were shown. If several components show a
  /// text, its place is that of the one registered first.
  public var shownTexts: [TextIdentity] {
    sweep()
    let places = shown.values.map { (text: $0.text, number: $0.components.values.min() ?? 0) }
    return places.sorted { $0.number < $1.number }.map(\.text)
  }

  /// The texts that a component shows, in the order in which it was registered for them; none if it is not registered.
  public func texts(shownBy component: any TextComponent) -> [TextIdentity] {
    let id = ObjectIdentifier(component)
    // A deallocated component may have had the same address.
    guard let holder = holders[id], holder.component != nil else { return [] }
    let found = holder.texts.compactMap { shown[$0] }
    return found.sorted { ($0.components[id] ?? 0) < ($1.components[id] ?? 0) }.map(\.text)
  }

  /// The components that show a text, in the order of their registration.
  public func components(showing text: TextIdentity) -> [any TextComponent] {
    registrations(of: text.normalized).compactMap { holders[$0.id]?.component }
  }

  /// Tells the components that show a text what its value is now.
  ///
  /// A component that is deallocated or unregistered before its turn is not notified.
  public func notify(_ text: TextIdentity, value: String?) { notify([Change(text: text, value: value)]) }

  /// Tells each component which of its texts have other values now, in the order of registration. A component whose texts are
  /// the same is not notified.
  public func notify(from old: LocalizedTexts, to new: LocalizedTexts) {
    notify(
      shown.values.map { Change(text: $0.text, value: new.value(of: $0.text)) }.filter { change in
        change.value.map(ExactText.init) != old.value(of: change.text).map(ExactText.init)
      })
  }

  private struct Change {
    let text: TextIdentity
    let value: String?
  }

  /// Notifies the components that are registered now and still registered when their turn comes.
  private func notify(_ changes: [Change]) {
    let calls = changes.flatMap { change in
      let name = change.text.normalized
      return registrations(of: name).map { (name: name, change: change, id: $0.id, number: $0.number) }
    }
    for call in calls.sorted(by: { $0.number < $1.number }) where shown[call.name]?.components[call.id] == call.number {
      if let component = holders[call.id]?.component {
        component.textDidChange(call.change.text, to: call.change.value)
      } else {
        forget(call.id)
      }
    }
  }

  /// The components that show a text, dead ones included, in the order of their registration.
  private func registrations(of name: TextIdentity) -> [(id: ObjectIdentifier, number: Int)] {
    (shown[name]?.components ?? [:]).map { (id: $0.key, number: $0.value) }.sorted { $0.number < $1.number }
  }

  private func hide(_ name: TextIdentity, from id: ObjectIdentifier) {
    shown[name]?.components[id] = nil
    if shown[name]?.components.isEmpty ?? false { shown[name] = nil }
  }

  private func forget(_ id: ObjectIdentifier) {
    for name in holders.removeValue(forKey: id)?.texts ?? [] { hide(name, from: id) }
  }

  /// Removes components that were deallocated. It runs each time the number of components has doubled, so that
  /// registering takes constant time on average.
  private func sweep() {
    for (id, holder) in holders where holder.component == nil { forget(id) }
    sweepCount = max(64, holders.count * 2)
  }
}

/// Something that shows texts: a label, a view model, a line in a log. ``TextRegistry`` notifies it when a text changes.
@MainActor public protocol TextComponent: AnyObject {
  /// A text that this component is registered for has another value now.
  ///
  /// The component may register and unregister itself and others here.
  ///
  /// - Parameters:
  ///   - text: The text that changed.
  ///   - value: The value to show; nil if the text has none any more.
  func textDidChange(_ text: TextIdentity, to value: String?)
}
