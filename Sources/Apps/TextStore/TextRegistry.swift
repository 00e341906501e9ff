import Basics
public import NStackAPI
import Observation

/// The components that show texts. It does not keep them alive, and forgets them when they are deallocated.
///
/// What it answers can be observed: `withObservationTracking` and SwiftUI notice when a component comes, goes or shows another
/// text, and when texts or proposals change.
@MainActor public final class TextRegistry {
  /// A component and what it shows.
  private final class Holder {
    weak var component: (any TextComponent)?
    var uses: [Use] = []
    var wasShown = true
    var isHighlighted = false

    init(_ component: any TextComponent) { self.component = component }
  }

  /// One text that a component shows, or one key with its values.
  private struct Use {
    var number: Int
    let key: TextKey
    /// The locale; nil for that of the session at any time.
    let locale: String?
    /// Whether the default language's value is shown if there is none.
    let fallsBack: Bool
    /// The value that the component has now.
    var value: String?

    func texts(_ current: String) -> [TextIdentity] { key.texts(in: locale ?? current) }

    func value(_ texts: LocalizedTexts, _ current: String) -> String? {
      let locale = locale ?? current
      return key.value { texts.value(section: $0, key: $1, locale: locale, fallsBack: fallsBack) }
    }
  }

  /// Counts what happened. It is an object of its own so that it can be observed and the dictionaries cannot.
  @MainActor @Observable fileprivate final class Revision { var number = 0 }

  private let revision = Revision()
  private var holders: [ObjectIdentifier: Holder] = [:]
  /// The number of the next use.
  private var next = 0
  /// When the number of components reaches this, those that were deallocated are removed.
  private var sweepCount = 64
  private var texts = LocalizedTexts()
  private var locale = ""
  /// Whether components are highlighted while they are shown.
  var isHighlighting = false { didSet { refreshShown() } }

  init() {}

  /// Makes a component show a text, in place of what it showed before or beside it. What is added twice is shown once.
  ///
  /// A component that is registered while others are told of a change is not told of it, because it already has the new value.
  ///
  /// - Parameter locale: The locale; nil for that of the session at any time.
  /// - Returns: The value to show.
  func show(_ key: TextKey, locale: String?, fallsBack: Bool, in component: any TextComponent, isAdded: Bool) -> String?
  {
    let id = ObjectIdentifier(component)
    // A deallocated component may have had the same address.
    if let holder = holders[id], holder.component == nil { holders[id] = nil }
    if holders[id] == nil, holders.count >= sweepCount { sweep() }
    let holder = holders[id] ?? Holder(component)
    holders[id] = holder
    // A text in the session's language changes with it.
    let own = locale.flatMap { LocaleName.normalized($0) == LocaleName.normalized(self.locale) ? nil : $0 }
    var use = Use(number: next, key: key, locale: own, fallsBack: fallsBack)
    use.value = use.value(texts, self.locale)
    next += 1
    let names = names(of: use)
    if !isAdded {
      holder.uses = [use]
    } else if let index = holder.uses.firstIndex(where: { self.names(of: $0) == names }) {
      use.number = holder.uses[index].number
      holder.uses[index] = use
    } else {
      holder.uses.append(use)
    }
    updateShown(holder)
    revision.number += 1
    return use.value
  }

  /// Ends a component's registrations. A component that is deallocated needs no call.
  public func unregister(_ component: any TextComponent) {
    guard let holder = holders.removeValue(forKey: ObjectIdentifier(component)) else { return }
    if holder.isHighlighted { holder.component?.highlight(false) }
    revision.number += 1
  }

  /// The number of components that are registered and alive, shown or not.
  public var count: Int { living.count }

  /// The components that are shown, in the order in which they were registered.
  public var shown: [any TextComponent] { shownHolders.compactMap(\.component) }

  /// The texts that are shown, each once, in the order in which they were registered.
  package var shownTexts: [TextIdentity] { unique(shownHolders.flatMap(\.uses).sorted { $0.number < $1.number }) }

  /// The texts of a component, in the order in which it was registered for them; none if it is not registered. A plural
  /// has several.
  public func texts(of component: any TextComponent) -> [TextIdentity] {
    // A deallocated component may have had the same address.
    guard let holder = holders[ObjectIdentifier(component)], holder.component != nil else { return [] }
    return unique(holder.uses)
  }

  /// Reads ``TextComponent/isShown`` of each component again. Call it when a component is hidden or comes back.
  public func refreshShown() {
    let before = holders.count
    sweep()
    let changed = holders.values.filter(updateShown)
    if !changed.isEmpty || holders.count != before { revision.number += 1 }
  }

  /// Tells each component which of its texts have other values now, in the order of registration. A component that is
  /// deallocated or unregistered before its turn is not told.
  func update(to texts: LocalizedTexts, locale: String) {
    (self.texts, self.locale) = (texts, locale)
    var calls: [(id: ObjectIdentifier, number: Int)] = []
    for (id, holder) in holders {
      for index in holder.uses.indices {
        let value = holder.uses[index].value(texts, locale)
        guard value.map(ExactText.init) != holder.uses[index].value.map(ExactText.init) else { continue }
        holder.uses[index].value = value
        calls.append((id, holder.uses[index].number))
      }
    }
    revision.number += 1
    for call in calls.sorted(by: { $0.number < $1.number }) {
      guard let holder = holders[call.id], let use = holder.uses.first(where: { $0.number == call.number }),
        let text = use.texts(self.locale).first
      else { continue }
      holder.component?.textDidChange(text, to: use.value)
    }
  }

  /// Makes whoever observes an answer that is made now learn of the next change.
  func observe() { _ = revision.number }

  private func names(of use: Use) -> [TextIdentity] { use.texts(locale).map(\.normalized) }

  private func unique(_ uses: [Use]) -> [TextIdentity] {
    var seen: Set<TextIdentity> = []
    return uses.flatMap { $0.texts(locale) }.filter { seen.insert($0.normalized).inserted }
  }

  private var living: [Holder] { holders.values.filter { $0.component != nil } }

  private var shownHolders: [Holder] {
    observe()
    let found = living.filter { $0.component?.isShown ?? false }
    return found.sorted { ($0.uses.first?.number ?? 0) < ($1.uses.first?.number ?? 0) }
  }

  /// Notes whether a component is shown, and highlights it if so. Returns whether that is new.
  @discardableResult private func updateShown(_ holder: Holder) -> Bool {
    let isShown = holder.component?.isShown ?? false
    if holder.isHighlighted != (isShown && isHighlighting) {
      holder.isHighlighted.toggle()
      holder.component?.highlight(holder.isHighlighted)
    }
    defer { holder.wasShown = isShown }
    return holder.wasShown != isShown
  }

  /// Removes components that were deallocated. It runs each time the number of components has doubled, so that
  /// registering takes constant time on average.
  private func sweep() {
    holders = holders.filter { $0.value.component != nil }
    sweepCount = max(64, holders.count * 2)
  }
}

/// Something that shows texts: a label, a view model, a line in a log. A ``TextSession`` tells it when a text changes.
@MainActor public protocol TextComponent: AnyObject {
  /// A text that this component shows has another value now.
  ///
  /// The component may register and unregister itself and others here.
  ///
  /// - Parameters:
  ///   - text: The text that changed; of a plural, its first form.
  ///   - value: The value to show; nil if the text has none any more.
  func textDidChange(_ text: TextIdentity, to value: String?)

  /// Whether people can see the component; true unless it says otherwise. Only what is shown can be edited in place.
  var isShown: Bool { get }

  /// Points the component out as one that can be edited, or stops doing so.
  func highlight(_ isOn: Bool)
}

extension TextComponent {
  /// A component is shown while it is registered.
  public var isShown: Bool { true }

  /// Does nothing.
  public func highlight(_ isOn: Bool) {}
}
