package enum WindowsCodePage {
  /// The characters of 0x80 to 0x9F (https://encoding.spec.whatwg.org/index-windows-1252.txt).
  private static let scalars = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  private static let upper = Dictionary(uniqueKeysWithValues: zip(scalars, UInt8(0x80)...0x9F))

  package static func scalar(of byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? scalars[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// The byte of a character that is not ASCII; nil if it has none. A control character counts as the byte of its number,
  /// because a program that reads Latin-1 writes these.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    (0x80...0xFF).contains(scalar.value) ? UInt8(scalar.value) : upper[scalar]
  }
}
