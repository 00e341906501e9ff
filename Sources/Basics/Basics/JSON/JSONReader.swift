/// A reader of JSON that keeps order, bytes and repeated names, which `JSONDecoder` does not.
///
/// It does not own the bytes that it reads. The grammar is that of RFC 8259: no comment, no trailing comma, no `NaN`,
/// no raw control character, no lone surrogate.
package struct JSONReader {
  package struct SyntaxError: Error {
    /// What was found, as the end of a sentence.
    package let message: String
    package let offset: Int

    package init(message: String, offset: Int) { (self.message, self.offset) = (message, offset) }

    package var finding: String { "found \(message) at offset \(offset)" }
    package var isHalfSurrogatePair: Bool { message == Self.halfSurrogatePair }

    fileprivate static let halfSurrogatePair = "half of a surrogate pair"
  }

  package static let depth = 64

  package let source: UnsafeBufferPointer<UInt8>
  package private(set) var offset = 0
  private var depth = 0

  /// Creates a reader of bytes, which must stay valid as long as the reader. A byte order mark is skipped. Throws
  /// ``SyntaxError`` if the bytes are not UTF-8.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(SyntaxError) {
    guard bytes.baseAddress.map({ UTF8Validation.isValid($0, count: bytes.count) }) ?? true else {
      throw SyntaxError(message: "bytes that are not UTF-8", offset: 0)
    }
    source = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  package enum Kind: Equatable {
    case object, array, string, number, bool, null

    package var noun: String {
      switch self {
      case .object: "an object"
      case .array: "a list"
      case .string: "a string"
      case .number: "a number"
      case .bool: "true or false"
      case .null: "null"
      }
    }
  }

  /// The kind of the next value, which is not consumed.
  package mutating func peek() throws(SyntaxError) -> Kind {
    skipSpace()
    guard offset < source.count else { throw failure("the end") }
    switch source[offset] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), 0x30...0x39: return .number
    default: throw failure("a byte that cannot begin a value")
    }
  }

  /// Reads an object; `member` is called with each name in order and must consume the value.
  package mutating func readObject(_ member: (inout JSONReader, String) throws(SyntaxError) -> Void) throws(SyntaxError)
  {
    try readMembers { (reader) throws(SyntaxError) in
      let name = try reader.readString()
      try reader.endName()
      try member(&reader, name)
    }
  }

  /// Reads an object; `member` is called for each of its members and must consume the name, with
  /// ``readName(appendingTo:)``, and the value.
  package mutating func readMembers(_ member: (inout JSONReader) throws(SyntaxError) -> Void) throws(SyntaxError) {
    try open(UInt8(ascii: "{"))
    if try close(UInt8(ascii: "}")) { return }
    repeat { try member(&self) } while try another(before: UInt8(ascii: "}"))
  }

  package mutating func readName(appendingTo bytes: inout [UInt8]) throws(SyntaxError) {
    try readString(appendingTo: &bytes)
    try endName()
  }

  /// Reads an array; `element` is called for each and must consume it.
  package mutating func readArray(_ element: (inout JSONReader) throws(SyntaxError) -> Void) throws(SyntaxError) {
    try open(UInt8(ascii: "["))
    if try close(UInt8(ascii: "]")) { return }
    repeat { try element(&self) } while try another(before: UInt8(ascii: "]"))
  }

  package mutating func readString() throws(SyntaxError) -> String {
    var bytes: [UInt8] = []
    guard let range = try readString(inPlaceOrAppendingTo: &bytes) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: UnsafeBufferPointer(rebasing: source[range]), as: UTF8.self)
  }

  /// Reads a string and appends it to other bytes, in UTF-8.
  package mutating func readString(appendingTo bytes: inout [UInt8]) throws(SyntaxError) {
    guard let range = try readString(inPlaceOrAppendingTo: &bytes) else { return }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[range]))
  }

  /// Reads a string and returns the range of its bytes if it has no escapes. If it has some, appends the string to
  /// other bytes and returns nil.
  package mutating func readString(inPlaceOrAppendingTo bytes: inout [UInt8]) throws(SyntaxError) -> Range<Int>? {
    skipSpace()
    try expect(UInt8(ascii: "\""))
    let start = offset
    try advanceToQuoteOrEscape()
    if source[offset] == UInt8(ascii: "\"") {
      defer { offset += 1 }
      return start..<offset
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<offset]))
    try readRest(appendingTo: &bytes)
    return nil
  }

  @discardableResult package mutating func skipValue() throws(SyntaxError) -> Range<Int> {
    let kind = try peek()
    let start = offset
    switch kind {
    case .object: try readObject { (reader, _) throws(SyntaxError) in try reader.skipValue() }
    case .array: try readArray { (reader) throws(SyntaxError) in try reader.skipValue() }
    case .string: _ = try readString()
    case .number: try skipNumber()
    case .bool: try expect(source[offset] == UInt8(ascii: "t") ? "true" : "false")
    case .null: try expect("null")
    }
    return start..<offset
  }

  package mutating func expectEnd() throws(SyntaxError) {
    skipSpace()
    guard offset == source.count else { throw failure("more after the end of the value") }
  }

  /// Skips the unescaped bytes of a string, up to its end or the next escape.
  private mutating func advanceToQuoteOrEscape() throws(SyntaxError) {
    while offset + 8 <= source.count, let start = source.baseAddress {
      // Skip whole words that contain no quote, backslash or control character. In any other word, the lowest byte
      // found is one of these.
      let word = UInt64(littleEndian: UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self))
      let specialBits = JSONString.specialBits(in: word)
      if specialBits != 0 {
        offset += specialBits.trailingZeroBitCount / 8
        break
      }
      offset += 8
    }
    while offset < source.count {
      let byte = source[offset]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      guard byte >= 0x20 else { throw failure("a control character within a string") }
      offset += 1
    }
    throw failure("the end within a string")
  }

  package func failure(_ message: String) -> SyntaxError { SyntaxError(message: message, offset: offset) }
}

extension JSONReader {
  /// Skips the colon and white space between a name and its value.
  package mutating func endName() throws(SyntaxError) {
    skipSpace()
    try expect(UInt8(ascii: ":"))
  }

  private mutating func skipSpace() {
    while offset < source.count {
      switch source[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  @inline(__always) private mutating func expect(_ byte: UInt8) throws(SyntaxError) {
    guard offset < source.count, source[offset] == byte else { throw absence(of: byte) }
    offset += 1
  }

  private func absence(of byte: UInt8) -> SyntaxError {
    failure("\(offset < source.count ? "a byte that is not" : "the end instead of") \(Character(Unicode.Scalar(byte)))")
  }

  private mutating func expect(_ word: StaticString) throws(SyntaxError) {
    let end = offset + word.utf8CodeUnitCount
    guard end <= source.count,
      UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount).elementsEqual(source[offset..<end])
    else { throw failure("a word that is not \(word)") }
    offset = end
  }

  private mutating func open(_ byte: UInt8) throws(SyntaxError) {
    skipSpace()
    try expect(byte)
    depth += 1
    guard depth <= Self.depth else { throw failure("more than \(Self.depth) levels") }
  }

  private mutating func close(_ byte: UInt8) throws(SyntaxError) -> Bool {
    skipSpace()
    guard offset < source.count, source[offset] == byte else { return false }
    offset += 1
    depth -= 1
    return true
  }

  private mutating func another(before end: UInt8) throws(SyntaxError) -> Bool {
    if try close(end) { return false }
    try expect(UInt8(ascii: ","))
    return true
  }

  private mutating func skipNumber() throws(SyntaxError) {
    let (end, isNumber) = NumberText.scan(source, from: offset)
    offset = end
    guard isNumber else { throw failure("no digit where a number needs one") }
  }
}

extension JSONReader {
  /// Reads the rest of a string, which starts with an escape or the closing quote.
  private mutating func readRest(appendingTo text: inout [UInt8]) throws(SyntaxError) {
    while source[offset] == UInt8(ascii: "\\") {
      offset += 1
      try readEscape(into: &text)
      let start = offset
      try advanceToQuoteOrEscape()
      text.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<offset]))
    }
    offset += 1
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(SyntaxError) {
    guard offset < source.count else { throw failure("the end within a string") }
    let byte = source[offset]
    offset += 1
    if let character = JSONEscape.character(of: byte) { return text.append(character) }
    guard byte == UInt8(ascii: "u") else { throw failure("an escape that JSON does not know") }
    text.append(contentsOf: UTF8.encode(try readScalar()) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func readScalar() throws(SyntaxError) -> Unicode.Scalar {
    let first = try readCodeUnit()
    var second: UInt16?
    if UTF16.isLeadSurrogate(first) {
      guard offset + 1 < source.count, source[offset] == UInt8(ascii: "\\"), source[offset + 1] == UInt8(ascii: "u")
      else { throw failure(SyntaxError.halfSurrogatePair) }
      offset += 2
      second = try readCodeUnit()
    }
    guard let scalar = SurrogatePair.scalar(first, second) else { throw failure(SyntaxError.halfSurrogatePair) }
    return scalar
  }

  private mutating func readCodeUnit() throws(SyntaxError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard offset < source.count, let digit = HexDigit.value(source[offset]) else {
        throw failure("an escape without four hexadecimal digits")
      }
      value = value << 4 | UInt16(digit)
      offset += 1
    }
    return value
  }
}
