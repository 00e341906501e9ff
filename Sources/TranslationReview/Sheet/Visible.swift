internal import Spreadsheet

/// Texts from outside, made fit for a message.
package enum Visible {
  /// A text with control, bidi and invisible characters spelled out, and cut to a length.
  ///
  /// - Parameter limit: The most characters that are kept.
  package static func text(_ text: String, limit: Int = 80) -> String {
    VisibleText.of(text, limit: limit)
  }
}
