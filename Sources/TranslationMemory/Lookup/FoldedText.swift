/// A text without its case, and with single spaces between its words.
package struct FoldedText: Hashable, Sendable {
  /// The folded text. Strings that are canonically equivalent are equal.
  package let string: String

  /// Folds a text.
  package init(_ text: String) {
    string = Self.ofASCII(text) ?? text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Folds a text of ASCII without a character for each byte; nil for any other text. Most memories have an English
  /// side.
  private static func ofASCII(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes -> String? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return String(unsafeUninitializedCapacity: bytes.count) { folded in
        var count = 0
        var isAfterSpace = false
        for byte in bytes {
          guard !isSpace(byte) else {
            isAfterSpace = count > 0
            continue
          }
          if isAfterSpace {
            folded[count] = UInt8(ascii: " ")
            count += 1
          }
          isAfterSpace = false
          folded[count] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
          count += 1
        }
        return count
      }
    }
  }

  /// Whether `Character.isWhitespace` says so too: the space, and the control characters from the tab to the return.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
