public import NStackAPI

/// Something that shows texts: a label, a view model, a line in a log. ``TextRegistry`` tells it when a text changes.
@MainActor
public protocol TextComponent: AnyObject {
  /// A text that this component is registered for has another value now.
  ///
  /// The component may register and unregister itself and others here.
  ///
  /// - Parameters:
  ///   - text: The text that changed.
  ///   - value: The value to show; nil if the text has none any more.
  func textDidChange(_ text: TextIdentity, to value: String?)
}
