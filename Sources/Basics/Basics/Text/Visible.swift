/// Texts from outside, made safe for messages.
package enum Visible {
  private static let longestPath = 500

  /// A path with control, bidi and invisible characters made visible. A long path is cut at the start, because its end
  /// is the file's name.
  package static func path(_ path: String) -> String {
    let whole = text(path, limit: .max)
    return whole.utf8.count <= longestPath ? whole : "…" + whole.suffix(longestPath)
  }

  /// A text with control, bidi and invisible characters made visible, cut to `limit`
  /// characters as they are shown.
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

  /// Whether a character is a variation selector.
  private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
    (0xFE00...0xFE0F).contains(scalar.value) || (0xE0100...0xE01EF).contains(scalar.value)
  }

  /// Whether a character is invisible, or looks different in different programs.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
    // No-break and thin spaces look like a space, and the ideographic space is wide enough to be seen.
    case .spaceSeparator: scalar != " " && scalar != "\u{3000}"
    default: scalar.properties.isDefaultIgnorableCodePoint && !isSelector(scalar)
    }
  }
}

package enum Direction {
  package static func hasRightToLeft(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
      default: false
      }
    }
  }

  /// A text in a pair of isolates (U+2068, U+2069) if it has a right-to-left letter, so that it does not reorder the text
  /// around it.
  package static func isolated(_ text: String) -> String { hasRightToLeft(text) ? "\u{2068}\(text)\u{2069}" : text }

  package static func isolatingQuotes(_ sentence: String) -> String {
    guard hasRightToLeft(sentence) else { return sentence }
    return sentence.split(separator: "\"", omittingEmptySubsequences: false).map { isolated(String($0)) }.joined(
      separator: "\"")
  }
}

package enum SpacelessScript {
  package static func contains(_ character: Character) -> Bool { character.unicodeScalars.first.map(contains) ?? false }

  /// Whether a scalar is of a script without spaces between words, or in a block of its symbols and marks.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x0E00: false
    // Thai and Lao, Tibetan, Burmese, Khmer.
    case 0x0E00...0x0EFF, 0x0F00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF: true
    // Tai Le, New Tai Lue, Khmer symbols, Tai Tham, Balinese, Javanese, Burmese extensions, Tai Viet.
    case 0x1950...0x19FF, 0x1A20...0x1AAF, 0x1B00...0x1B7F, 0xA980...0xA9FF, 0xAA60...0xAADF: true
    // Kana, Bopomofo, ideographs, Yi, half-width kana and the blocks between them; not Hangul, which has spaces.
    case 0x3040...0x312F, 0x31A0...0x9FFF, 0xA000...0xA4CF, 0xF900...0xFAFF, 0xFF66...0xFF9F: true
    case 0x1B000...0x1B16F, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
