/// Writes texts as JSON strings (RFC 8259, 7).
package enum JSONString {
  /// Which characters are written as escapes.
  package enum Escapes: Sendable {
    /// Only those that JSON requires: quotes, backslashes and the control characters before U+0020.
    case required
    /// Also DEL, the control characters after it, line separators and direction marks. They are harmless to a parser,
    /// but change the direction of the line on a terminal.
    case invisible
  }

  /// The most bytes that ``write(_:to:escaping:)`` uses for a text with a given number of bytes.
  ///
  /// A control character becomes six bytes, `\u0001`. The others are for the quotes and the last word that is copied.
  package static func room(for count: Int) -> Int { count * 6 + 16 }

  /// Writes a text in UTF-8 in quotes to space for ``room(for:)`` bytes, and returns the end of what was written.
  package static func write(
    _ text: UnsafeBufferPointer<UInt8>, to start: UnsafeMutablePointer<UInt8>, escaping escapes: Escapes = .required
  ) -> UnsafeMutablePointer<UInt8> {
    var out = start
    out.pointee = UInt8(ascii: "\"")
    out += 1
    var index = 0
    while let bytes = text.baseAddress, index < text.count {
      while index + 8 <= text.count {
        let word = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
        if specialBits(in: word) != 0 || escapes == .invisible && invisibleBits(in: word) != 0 { break }
        UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
        index += 8
        out += 8
      }
      let end = min(index + 8, text.count)
      while index < end {
        if escapes == .invisible, let (unit, length) = invisible(text, at: index) {
          writeEscape(unit, &out)
          index += length
        } else {
          writeByte(text[index], &out)
          index += 1
        }
      }
    }
    out.pointee = UInt8(ascii: "\"")
    return out + 1
  }

  package static func append(_ text: String, to bytes: inout [UInt8], escaping escapes: Escapes = .required) {
    var text = text
    text.withUTF8 { utf8 in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room(for: utf8.count)) { space in
        guard let start = space.baseAddress else { return }
        let end = write(utf8, to: start, escaping: escapes)
        bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start))
      }
    }
  }

  /// The top bit of each byte that a string cannot contain unescaped: quotes, backslashes and control characters. Bytes
  /// after the first such byte may be set too.
  @inline(__always) static func specialBits(in word: UInt64) -> UInt64 {
    let control = (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
    return control | zeroBytes(word ^ 0x2222_2222_2222_2222) | zeroBytes(word ^ 0x5C5C_5C5C_5C5C_5C5C)
  }

  /// The top bit of each byte that may begin an invisible character: DEL, and all that are not ASCII.
  @inline(__always) private static func invisibleBits(in word: UInt64) -> UInt64 {
    word & 0x8080_8080_8080_8080 | zeroBytes(word ^ 0x7F7F_7F7F_7F7F_7F7F)
  }

  /// The top bit of the lowest byte that is zero, and perhaps of some bytes above it.
  @inline(__always) static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  @inline(__always) private static func writeByte(_ byte: UInt8, _ out: inout UnsafeMutablePointer<UInt8>) {
    if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      out.pointee = byte
      out += 1
      return
    }
    guard let letter = JSONEscape.letter(for: byte) else { return writeEscape(UInt16(byte), &out) }
    out[0] = UInt8(ascii: "\\")
    out[1] = letter
    out += 2
  }

  private static func writeEscape(_ unit: UInt16, _ out: inout UnsafeMutablePointer<UInt8>) {
    out[0] = UInt8(ascii: "\\")
    out[1] = UInt8(ascii: "u")
    for index in 0..<4 {
      out[2 + index] = HexDigit.digit(UInt8(truncatingIfNeeded: unit >> (12 - 4 * UInt16(index))) & 15)
    }
    out += 6
  }

  /// The invisible character at an index, and its number of bytes; nil for any other character.
  private static func invisible(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (unit: UInt16, length: Int)? {
    func unit(_ length: Int) -> UInt16 {
      guard index + length <= text.count else { return 0 }
      let lead = UInt16(text[index]) & (length == 2 ? 0x1F : 0x0F)
      return (1..<length).reduce(lead) { $0 << 6 | UInt16(text[index + $1] & 0x3F) }
    }
    let length: Int
    switch text[index] {
    case 0x7F: return (0x7F, 1)
    case 0xC2, 0xD8: length = 2
    case 0xE2: length = 3
    default: return nil
    }
    let unit = unit(length)
    switch unit {
    case 0x80..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (unit, length)
    default: return nil
    }
  }
}

/// The escapes in JSON strings (RFC 8259, 7).
package enum JSONEscape {
  /// The character that a backslash and a letter mean; nil for `u` and for letters that JSON does not define.
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

  /// The letter after the backslash with which a character is written; nil if it is written with four digits or without
  /// an escape.
  package static func letter(for character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): character
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    case 0x09: UInt8(ascii: "t")
    default: nil
    }
  }
}
