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
      switch scalar.value {
      case 0x0A: result += "⏎"
      case 0x09: result += "⇥"
      case 0x20: result += " "
      case 0xA0, 0xAD, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0..<0x20,
        0x7F..<0xA0, 0xE0000...0xE007F:
        let spelled = "<U+" + String(scalar.value, radix: 16, uppercase: true) + ">"
        result += spelled
        count += spelled.utf8.count - 1
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
