extension JSONReader {
  /// What the error names where a string has half of a surrogate pair.
  static let halfSurrogatePair = "half of a surrogate pair"

  /// Reads the rest of a string, which starts with an escape or the closing quote.
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
    if let character = JSONEscape.character(of: byte) { return text.append(character) }
    guard byte == UInt8(ascii: "u") else { throw failure("an escape that JSON does not know") }
    text.append(contentsOf: UTF8.encode(try readScalar()) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func readScalar() throws(SyntaxError) -> Unicode.Scalar {
    let first = try readCodeUnit()
    var second: UInt16?
    if UTF16.isLeadSurrogate(first) {
      guard offset + 1 < source.count, source[offset] == UInt8(ascii: "\\"), source[offset + 1] == UInt8(ascii: "u")
      else { throw failure(Self.halfSurrogatePair) }
      advance(2)
      second = try readCodeUnit()
    }
    guard let scalar = SurrogatePair.scalar(first, second) else { throw failure(Self.halfSurrogatePair) }
    return scalar
  }

  private mutating func readCodeUnit() throws(SyntaxError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard offset < source.count, let digit = HexDigit.value(source[offset]) else {
        throw failure("an escape without four hexadecimal digits")
      }
      value = value << 4 | UInt16(digit)
      advance()
    }
    return value
  }
}
