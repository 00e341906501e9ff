import Basics

/// A text that must not be printed, such as a key.
///
/// Every way in which Swift prints a value shows `***`; only ``reveal()`` gives the text.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  /// Creates a secret from a text.
  public init(_ text: String) { self.text = text }

  /// The text itself, for a request's header.
  public func reveal() -> String { text }

  /// `***`.
  public var description: String { "***" }

  /// `***`.
  public var debugDescription: String { "***" }

  /// A mirror without children, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Texts from outside, made safe for messages: visible, on one line, cut to a length, and without guids.
package enum Excerpt {
  /// The most characters of a body that a message shows.
  package static let length = 200

  /// The text as ``Visible`` spells it, without guids.
  package static func visible(_ text: String, length: Int = length) -> String {
    Visible.text(GuidScrub.scrubbed(text), limit: length)
  }

  /// The start of a body; bytes that are not UTF-8 become U+FFFD.
  package static func visible(_ bytes: [UInt8], length: Int = length) -> String {
    // A scalar has at most four bytes. A few more bytes are read, so that a guid across the cut is recognised: with a
    // person's guid, anyone can delete what that person proposed.
    visible(String(decoding: bytes.prefix(4 * (length + 2) + 256), as: UTF8.self), length: length)
  }
}
