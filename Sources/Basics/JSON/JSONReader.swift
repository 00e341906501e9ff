/// A reader of JSON that keeps order, bytes and repeated names, which `JSONDecoder` does not.
///
/// It walks over bytes that somebody else holds. The grammar is RFC 8259's, strictly: no comment, no trailing comma, no
/// `NaN`, no raw control character, no lone surrogate. Only a reader that is made lenient lets some of that pass.
package struct JSONReader {
  /// Where bytes are no JSON, and why.
  package struct SyntaxError: Error {
    /// What was found, as the end of a sentence.
    package let message: String
    /// The offset in bytes, from zero.
    package let offset: Int

    package init(message: String, offset: Int) {
      self.message = message
      self.offset = offset
    }
  }

  /// How many objects and arrays a strict reader takes within each other.
  package static let depth = 64

  /// The most objects and arrays within each other.
  package let maximumDepth: Int
  /// Whether a comma before an end passes, and so do the characters of numbers in any order, strings that are none, and
  /// bytes that are no UTF-8; made for words that are shown only.
  package let isLenient: Bool

  /// The bytes that are read.
  package let source: UnsafeBufferPointer<UInt8>
  /// The offset of the next byte.
  package private(set) var offset = 0
  private var depth = 0

  /// Makes a reader of bytes, which must outlive it; a byte order mark is passed over.
  ///
  /// - Throws: ``SyntaxError`` where the bytes are no UTF-8.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(SyntaxError) {
    guard bytes.baseAddress.map({ UTF8Validation.isValid($0, count: bytes.count) }) ?? true else {
      throw SyntaxError(message: "bytes that are not UTF-8", offset: 0)
    }
    self.init(bytes, maximumDepth: Self.depth, isLenient: false)
  }

  /// Makes a reader of bytes, which must outlive it, for words that are shown only: servers and what stands before them
  /// send what is not quite JSON. Strings are to be read with ``readStringOrSkip()``.
  package init(leniently bytes: UnsafeBufferPointer<UInt8>) {
    self.init(bytes, maximumDepth: 512, isLenient: true)
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, isLenient: Bool) {
    source = bytes
    self.maximumDepth = maximumDepth
    self.isLenient = isLenient
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// What kind of value comes next.
  package enum Kind: Equatable {
    case object, array, string, number, bool, null

    /// What it is called in messages.
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
    default: throw failure("a byte that begins no value")
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

  /// Reads the name of a member behind other bytes.
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

  /// Reads a string.
  package mutating func readString() throws(SyntaxError) -> String {
    let start = try openString()
    if source[offset] == UInt8(ascii: "\"") {
      defer { offset += 1 }
      return String(decoding: UnsafeBufferPointer(rebasing: source[start..<offset]), as: UTF8.self)
    }
    var bytes = Array(source[start..<offset])
    try readRest(appendingTo: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a string whose bytes stand for themselves and gives their range; nil where escapes stand between them, and
  /// the string was read behind other bytes.
  package mutating func readString(inPlaceOrBehind bytes: inout [UInt8]) throws(SyntaxError) -> Range<Int>? {
    let start = try openString()
    if source[offset] == UInt8(ascii: "\"") {
      defer { offset += 1 }
      return start..<offset
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<offset]))
    try readRest(appendingTo: &bytes)
    return nil
  }

  /// Reads a string behind other bytes, in UTF-8.
  package mutating func readString(appendingTo bytes: inout [UInt8]) throws(SyntaxError) {
    let start = try openString()
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<offset]))
    try readRest(appendingTo: &bytes)
  }

  /// Passes over one value of any kind and gives the range of its bytes.
  @discardableResult
  package mutating func skipValue() throws(SyntaxError) -> Range<Int> {
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

  /// Makes sure that nothing but space follows.
  package mutating func expectEnd() throws(SyntaxError) {
    skipSpace()
    guard offset == source.count else { throw failure("more after the end of the value") }
  }

  /// Passes over bytes that were looked at.
  mutating func advance(_ count: Int = 1) {
    offset += count
  }

  /// Passes over the bytes of a string that stand for themselves, up to its end or the next escape.
  mutating func advanceToQuoteOrEscape() throws(SyntaxError) {
    while offset + 8 <= source.count, let start = source.baseAddress {
      // Whole words while they hold no quote, no backslash and no control character; the lowest byte that is marked is one.
      let word = UInt64(littleEndian: UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self))
      let marks = JSONString.marks(in: word)
      if marks != 0 {
        offset += marks.trailingZeroBitCount / 8
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

  /// An error at the present place.
  package func failure(_ message: String) -> SyntaxError {
    SyntaxError(message: message, offset: offset)
  }
}

extension JSONReader {
  /// Comes to the first quote or escape in a string, and gives the offset of the string's first byte.
  private mutating func openString() throws(SyntaxError) -> Int {
    skipSpace()
    try expect(UInt8(ascii: "\""))
    let start = offset
    try advanceToQuoteOrEscape()
    return start
  }

  /// Passes over what stands between a name and its value.
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

  @inline(__always)
  private mutating func expect(_ byte: UInt8) throws(SyntaxError) {
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
    guard depth <= maximumDepth else { throw failure("more than \(maximumDepth) levels") }
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
    guard isLenient else { return true }
    return try !close(end)
  }

  private mutating func skipNumber() throws(SyntaxError) {
    if isLenient {
      while offset < source.count, "+-.0123456789Ee".utf8.contains(source[offset]) { offset += 1 }
      return
    }
    let (end, isNumber) = NumberText.scan(source, from: offset)
    offset = end
    guard isNumber else { throw failure("no digit where a number needs one") }
  }
}
