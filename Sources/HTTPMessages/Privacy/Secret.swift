/// A text that must not be printed, such as a key.
///
/// Every way in which Swift prints a value shows `***`; only ``reveal()`` gives the text.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  /// Creates a secret from a text.
  public init(_ text: String) {
    self.text = text
  }

  /// The text itself, for the header in which it travels.
  public func reveal() -> String { text }

  /// Whether there is no text.
  package var isEmpty: Bool { text.isEmpty }

  /// `***`.
  public var description: String { "***" }

  /// `***`.
  public var debugDescription: String { "***" }

  /// A mirror without children, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
