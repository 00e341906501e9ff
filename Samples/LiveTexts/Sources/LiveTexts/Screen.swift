import NStackAPI
import TextStore

/// A part of a screen that shows one text: a label, a button, a field.
@MainActor final class Part: TextComponent {
  private(set) var value: String?
  var isHighlighted = false

  private let text: TextIdentity

  init(showing text: TextIdentity) { self.text = text }

  func appear(in session: TextSession) { value = session.show(text, in: self) }

  func disappear(from session: TextSession) { session.components.unregister(self) }

  func textDidChange(_ text: TextIdentity, to value: String?) { self.value = value }
}

/// A screen of an app. Its parts are registered while it can be seen; they may live longer.
@MainActor final class Screen {
  let parts: [Part]

  init(section: String, keys: [String], locale: String) {
    parts = keys.map { Part(showing: TextIdentity(section: section, key: $0, locale: locale)) }
  }

  func appear(in session: TextSession) { for part in parts { part.appear(in: session) } }

  func disappear(from session: TextSession) { for part in parts { part.disappear(from: session) } }
}
