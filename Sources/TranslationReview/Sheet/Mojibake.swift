/// UTF-8 that a program read as Windows-1252.
enum Mojibake {
  /// The text that becomes of another.
  static func made(of text: String) -> String {
    String(String.UnicodeScalarView(text.utf8.map(WindowsCodePage.scalar(of:))))
  }

  /// The text that was read in the wrong way; nil if the characters are not those of UTF-8, or all ASCII.
  static func undone(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var hasOther = false
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        bytes.append(UInt8(scalar.value))
      } else {
        guard let byte = WindowsCodePage.byte(of: scalar) else { return nil }
        bytes.append(byte)
        hasOther = true
      }
    }
    return hasOther ? String(validating: bytes, as: UTF8.self) : nil
  }

  /// Whether a text is mojibake of the text with a hash, made once or twice.
  static func isOf(_ hash: TextHash, _ text: String) -> Bool {
    guard hash != .empty, hash != .tooLong, let once = undone(text) else { return false }
    return TextHash(once) == hash || undone(once).map { TextHash($0) == hash } ?? false
  }
}

/// The characters of Windows-1252.
enum WindowsCodePage {
  /// The characters of 0x80 to 0x9F (https://encoding.spec.whatwg.org/index-windows-1252.txt).
  private static let scalars = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  private static let upper = Dictionary(uniqueKeysWithValues: zip(scalars, UInt8(0x80)...0x9F))

  /// The character of a byte.
  static func scalar(of byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? scalars[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// The byte of a character that is not ASCII; nil if it has none. A control character counts as the byte of its number,
  /// because a program that reads Latin-1 writes these.
  static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    (0x80...0xFF).contains(scalar.value) ? UInt8(scalar.value) : upper[scalar]
  }
}
