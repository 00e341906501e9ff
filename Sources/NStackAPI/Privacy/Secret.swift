/// A text that must not be printed: a key, an identifier that opens something.
///
/// Every way in which Swift prints a value shows `***`; only ``reveal()`` gives the text.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  /// Makes a secret of a text.
  public init(_ text: String) {
    self.text = text
  }

  /// The text itself, for the header in which it travels.
  public func reveal() -> String { text }

  /// Whether there is no text.
  public var isEmpty: Bool { text.isEmpty }

  /// `***`.
  public var description: String { "***" }

  /// `***`.
  public var debugDescription: String { "***" }

  /// A mirror without children, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
