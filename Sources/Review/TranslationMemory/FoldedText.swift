/// A text without its case, and with single spaces between its words.
package struct FoldedText: Hashable, Sendable {
  /// The folded text. Strings that are canonically equivalent are equal.
  package let string: String

  package init(_ text: String) {
    string = Self.ofASCII(text) ?? text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A stable hash for an index: the same for equal texts, in every run, and rarely the same for others.
  ///
  /// Canonically equivalent texts have the same characters but may have different scalars, so a character outside ASCII
  /// counts as one of a few kinds.
  package var digest: Int64 {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ number: UInt32) { hash = (hash ^ UInt64(number)) &* 0x100_0000_01B3 }
    if string.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in string.utf8 { add(UInt32(byte)) }
    } else {
      for character in string {
        let first = character.unicodeScalars.first?.value ?? 0
        let isAlone = character.unicodeScalars.count == 1
        // Neither ASCII nor the unified ideographs decompose, except compatibility characters.
        add(isAlone && (first < 0x80 || (0x4E00...0x9FFF).contains(first)) ? first : 0x110000)
      }
    }
    return Int64(bitPattern: hash)
  }

  /// Folds an ASCII text byte by byte; nil for any other text. Most memories have an English side.
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

  /// White space as in `Character.isWhitespace`: the space, and the control characters from the tab to the carriage
  /// return.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
