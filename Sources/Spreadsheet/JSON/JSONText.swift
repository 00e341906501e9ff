/// Writes texts as JSON strings (RFC 8259, 7).
enum JSONText {
  /// Writes a text in quotes.
  static func append(_ text: UnsafePointer<UInt8>, count: Int, to buffer: UnsafeMutablePointer<ByteBuffer>) {
    // A control character becomes six bytes, `\u0001`.
    var out = buffer.pointee.reserve(count * 6 + 16)
    out.pointee = UInt8(ascii: "\"")
    out += 1
    var index = 0
    while index < count {
      while index + 8 <= count {
        let word = UnsafeRawPointer(text + index).loadUnaligned(as: UInt64.self)
        if holdsSpecialByte(word) { break }
        UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
        index += 8
        out += 8
      }
      let end = min(index + 8, count)
      while index < end {
        writeByte(text[index], &out)
        index += 1
      }
    }
    out.pointee = UInt8(ascii: "\"")
    buffer.pointee.advance(to: out + 1)
  }

  @inline(__always)
  private static func writeByte(_ byte: UInt8, _ out: inout UnsafeMutablePointer<UInt8>) {
    if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      out.pointee = byte
      out += 1
      return
    }
    out[0] = UInt8(ascii: "\\")
    out += 1
    switch byte {
    case 0x0A: out.pointee = UInt8(ascii: "n")
    case 0x0D: out.pointee = UInt8(ascii: "r")
    case 0x09: out.pointee = UInt8(ascii: "t")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): out.pointee = byte
    default:
      out[0] = UInt8(ascii: "u")
      out[1] = UInt8(ascii: "0")
      out[2] = UInt8(ascii: "0")
      out[3] = UInt8(ascii: "0") + (byte >> 4)
      out[4] = byte & 15 < 10 ? UInt8(ascii: "0") + (byte & 15) : UInt8(ascii: "a") + (byte & 15) - 10
      out += 4
    }
    out += 1
  }

  @inline(__always)
  private static func holdsSpecialByte(_ word: UInt64) -> Bool {
    func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }
    let control = (word &- 0x2020_2020_2020_2020) & ~word
    let quote = zeros(word ^ 0x2222_2222_2222_2222)
    let backslash = zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C)
    return (control | quote | backslash) & 0x8080_8080_8080_8080 != 0
  }
}
