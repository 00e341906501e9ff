/// Texts from outside, made safe for messages.
package enum Visible {
  /// The most bytes of a path that a message shows.
  private static let longestPath = 500

  /// A path with control, bidi and invisible characters spelled out. A long path is cut at the start, because its end
  /// is the file's name.
  package static func path(_ path: String) -> String {
    let whole = text(path, limit: .max)
    return whole.utf8.count <= longestPath ? whole : "…" + whole.suffix(longestPath)
  }

  /// A text with control, bidi and invisible characters spelled out, cut to a length.
  ///
  /// - Parameter limit: The most characters to return, with the spelled-out ones at full length.
  package static func text(_ text: String, limit: Int = 80) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count >= limit {
        result += "…"
        break
      }
      count += 1
      let isFirst = count == 1
      switch scalar.value {
      case 0x0A: result += "⏎"
      case 0x09: result += "⇥"
      case 0x20: result += " "
      case 0x21..<0x7F: result.unicodeScalars.append(scalar)
      default:
        guard isInvisible(scalar) || isFirst && isSelector(scalar) else {
          result.unicodeScalars.append(scalar)
          continue
        }
        let spelled = "<U+" + String(scalar.value, radix: 16, uppercase: true) + ">"
        result += spelled
        count += spelled.utf8.count - 1
      }
    }
    return result
  }

  /// Whether a character chooses the form of the one before it.
  private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
    (0xFE00...0xFE0F).contains(scalar.value) || (0xE0100...0xE01EF).contains(scalar.value)
  }

  /// Whether a character is invisible, or looks different from program to program.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
    // No-break and thin spaces look like a space. The ideographic one can be seen in its place.
    case .spaceSeparator: scalar != " " && scalar != "\u{3000}"
    default: scalar.properties.isDefaultIgnorableCodePoint && !isSelector(scalar)
    }
  }
}
