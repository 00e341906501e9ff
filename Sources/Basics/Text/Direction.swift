/// Texts in scripts that are written from right to left.
package enum Direction {
  /// Whether a text has a letter of such a script.
  package static func hasRightToLeft(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
      default: false
      }
    }
  }

  /// A text in a pair of isolates (U+2068, U+2069) if it has such a letter, so that it does not move what is beside it.
  package static func isolated(_ text: String) -> String {
    hasRightToLeft(text) ? "\u{2068}\(text)\u{2069}" : text
  }

  /// A sentence whose quoted parts are isolated.
  package static func isolatingQuotes(_ sentence: String) -> String {
    guard hasRightToLeft(sentence) else { return sentence }
    return sentence.split(separator: "\"", omittingEmptySubsequences: false).map { isolated(String($0)) }.joined(
      separator: "\"")
  }
}
