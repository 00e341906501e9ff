internal import Spreadsheet

/// Texts from outside, made fit for a message.
package enum Visible {
  /// A text with control, bidi and invisible characters spelled out, and cut to a length.
  ///
  /// - Parameter limit: The most characters that are given, those of what is spelled out counted one by one.
  package static func text(_ text: String, limit: Int = 80) -> String {
    VisibleText.of(text, limit: limit)
  }

  /// A path with control, bidi and invisible characters spelled out; of a long one the end, where the file's name is.
  package static func path(_ path: String) -> String {
    VisibleText.path(path)
  }
}
