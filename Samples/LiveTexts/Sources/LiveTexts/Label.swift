import NStackAPI
import TextStore

/// A label of an app that prints what it shows. A view in any UI does the same.
@MainActor final class Label: TextComponent {
  /// What the label has shown, one after the other.
  private(set) var history: [String] = []

  private let name: String

  init(_ name: String, showing text: TextIdentity, of session: TextSession) {
    self.name = name
    display(session.show(text, in: self))
  }

  func textDidChange(_ text: TextIdentity, to value: String?) { display(value) }

  private func display(_ value: String?) {
    history.append(value ?? "")
    print("\(name): \(value ?? "(not translated)")")
  }
}
