extension JSONReader {
  /// Reads the rest of a string, from an escape or the closing quote on.
  mutating func readRest(appendingTo text: inout [UInt8]) throws(SyntaxError) {
    while source[offset] == UInt8(ascii: "\\") {
      advance()
      try readEscape(into: &text)
      let start = offset
      try advanceToQuoteOrEscape()
      text.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<offset]))
    }
    advance()
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
    case UInt8(ascii: "u"): text.append(contentsOf: UTF8.encode(try readScalar()) ?? UTF8.encodedReplacementCharacter)
    default: throw failure("an escape that JSON does not know")
    }
  }

  private mutating func readScalar() throws(SyntaxError) -> Unicode.Scalar {
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
    return scalar
  }

  private mutating func readCodeUnit() throws(SyntaxError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard offset < source.count, let digit = Self.hexadecimalDigit(source[offset]) else {
        throw failure("an escape without four hexadecimal digits")
      }
      value = value << 4 | digit
      advance()
    }
    return value
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
