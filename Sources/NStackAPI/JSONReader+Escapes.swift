extension JSONReader {
  /// Reads the rest of a string that holds escapes; `start` is the offset of its first byte, `offset` that of the first escape.
  mutating func readEscapedString(from start: Int) throws(SyntaxError) -> String {
    var text = Array(source[start..<offset])
    while offset < source.count {
      let byte = source[offset]
      guard byte >= 0x20 else { throw failure("a control character within a string") }
      advance()
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try readEscape(into: &text)
      default: text.append(byte)
      }
    }
    throw failure("the end within a string")
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(SyntaxError) {
    guard offset < source.count else { throw failure("the end within a string") }
    let byte = source[offset]
    advance()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(try readScalar()).utf8)
    default: throw failure("an escape that JSON does not know")
    }
  }

  private mutating func readScalar() throws(SyntaxError) -> Character {
    let first = try readCodeUnit()
    var value = UInt32(first)
    if UTF16.isLeadSurrogate(first) {
      guard offset + 1 < source.count, source[offset] == UInt8(ascii: "\\"), source[offset + 1] == UInt8(ascii: "u")
      else { throw failure("half of a surrogate pair") }
      advance(2)
      let second = try readCodeUnit()
      guard UTF16.isTrailSurrogate(second) else { throw failure("half of a surrogate pair") }
      value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw failure("half of a surrogate pair") }
    return Character(scalar)
  }

  private mutating func readCodeUnit() throws(SyntaxError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard offset < source.count, let digit = Character(Unicode.Scalar(source[offset])).hexDigitValue else {
        throw failure("an escape without four hexadecimal digits")
      }
      value = value << 4 | UInt16(digit)
      advance()
    }
    return value
  }
}
