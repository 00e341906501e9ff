internal import Spreadsheet

/// Texts from outside, made safe for messages.
package enum Visible {
  /// Returns a text with control, bidi and invisible characters spelled out, and cut to a length.
  ///
  /// - Parameter limit: The most characters to return, counted after invisible ones are spelled out.
  package static func text(_ text: String, limit: Int = 80) -> String {
    VisibleText.of(text, limit: limit)
  }

  /// Returns a path with control, bidi and invisible characters spelled out. A long path is cut at its start, so that
  /// the file's name remains.
  package static func path(_ path: String) -> String {
    VisibleText.path(path)
  }
}
