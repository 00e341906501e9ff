import Basics

/// Decodes characters that XML cannot represent, written `_xHHHH_` in UTF-16 code units (ECMA-376 Part 1, 22.9.2.19).
enum EscapedText {
  /// Decodes the escapes of a text in place, each once.
  ///
  /// - Returns: The length of the decoded text, which is never longer, and whether it contained a lone surrogate, which
  ///   U+FFFD replaces.
  @inline(__always)
  static func decode(_ start: UnsafeMutablePointer<UInt8>, count: Int) -> (count: Int, isDamaged: Bool) {
    guard count >= 7, memchr(start, Int32(UInt8(ascii: "_")), count - 6) != nil else { return (count, false) }
    return decodeEscapes(start, count: count)
  }

  @inline(never)
  private static func decodeEscapes(_ start: UnsafeMutablePointer<UInt8>, count: Int) -> (count: Int, isDamaged: Bool) {
    var isDamaged = false
    var read = 0
    var write = 0
    func put(_ scalar: Unicode.Scalar) {
      for byte in Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter {
        start[write] = byte
        write += 1
      }
    }
    while read < count {
      guard let unit = unit(start + read, count: count - read) else {
        start[write] = start[read]
        read += 1
        write += 1
        continue
      }
      read += 7
      if let scalar = Unicode.Scalar(unit) {
        put(scalar)
      } else if let low = self.unit(start + read, count: count - read),
        let scalar = SurrogatePair.scalar(unit, low)
      {
        read += 7
        put(scalar)
      } else {
        isDamaged = true
        put("\u{FFFD}")
      }
    }
    return (write, isDamaged)
  }

  /// The code unit of an escape at the start of some bytes.
  @inline(__always)
  private static func unit(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt16? {
    guard count >= 7, bytes[0] == UInt8(ascii: "_"), bytes[1] == UInt8(ascii: "x"), bytes[6] == UInt8(ascii: "_")
    else { return nil }
    var unit: UInt16 = 0
    for index in 2..<6 {
      guard let digit = HexDigit.value(bytes[index]) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
