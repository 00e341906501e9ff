/// The escapes in JSON strings (RFC 8259, 7).
package enum JSONEscape {
  /// The character that a backslash and a letter are; nil for `u` and for letters that JSON does not know.
  package static func character(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The letter after the backslash when a character is written; nil for those that are written with four digits, or as
  /// they are.
  package static func letter(for character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): character
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    case 0x09: UInt8(ascii: "t")
    default: nil
    }
  }

  /// The value of a hexadecimal digit; nil for any other byte.
  package static func digit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The character of one code unit, or of a surrogate pair; nil for half of a pair.
  ///
  /// - Parameter trail: The second unit if the first is a leading surrogate; nil otherwise.
  package static func scalar(_ lead: UInt16, _ trail: UInt16?) -> Unicode.Scalar? {
    guard let trail else { return Unicode.Scalar(lead) }
    guard UTF16.isLeadSurrogate(lead), UTF16.isTrailSurrogate(trail) else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(lead) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
  }
}
