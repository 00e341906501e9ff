import Basics

/// Reads markup of the few forms in which programs write rows and shared texts, straight from the bytes of a part.
///
/// It accepts less than XML allows. Whatever it refuses must be left to libxml2, which decides whether it is an error.
/// What it accepts, libxml2 would have read to the same contents: names without a prefix, a space between attributes,
/// values without references, references to the five predefined entities and to characters, and no carriage returns,
/// comments, CDATA sections or processing instructions.
///
/// The bytes must be UTF-8 and end with a tag, and ``ChunkBuffer/padding`` more must be readable: no loop passes a `<` or `>` that it
/// does not expect.
struct PlainMarkup {
  /// The longest tag that is accepted. Programs write some hundred bytes.
  static let tagLength = 1000

  enum TagEnd {
    case open
    case empty
  }

  private(set) var next: UnsafePointer<UInt8>
  private(set) var lines = 0

  init(_ start: UnsafePointer<UInt8>) { next = start }

  @inline(__always)
  mutating func reads(_ expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    for index in 0..<count where next[index] != expected.utf8Start[index] { return false }
    next += count
    return true
  }

  @inline(__always)
  mutating func skipSpace() {
    while next.pointee <= 0x20 {
      if next.pointee == 0x0A { lines += 1 } else if next.pointee != 0x20 && next.pointee != 0x09 { return }
      next += 1
    }
  }

  // MARK: - Tags

  /// Reads the end of a tag, or the spaces before its next attribute. Returns false if neither comes next.
  @inline(__always)
  mutating func readsEndOfTag(_ end: inout TagEnd?) -> Bool {
    let hasSpace = next.pointee == 0x20
    while next.pointee == 0x20 { next += 1 }
    if next.pointee == UInt8(ascii: ">") {
      next += 1
      end = .open
      return true
    }
    if next.pointee == UInt8(ascii: "/") {
      end = .empty
      return reads("/>")
    }
    end = nil
    return hasSpace
  }

  /// Reads the attributes of a tag that have these names, each at most once, with the value of the first, and the end
  /// of the tag; nil for anything else.
  mutating func attributes(_ names: [StaticString], first: inout UnsafeBufferPointer<UInt8>?) -> TagEnd? {
    let start = next
    var seen = 0
    var end: TagEnd?
    while readsEndOfTag(&end) {
      if let end { return next - start <= Self.tagLength ? end : nil }
      guard let index = names.indices.first(where: { isNext($0, of: names) }), seen & 1 << index == 0 else {
        return nil
      }
      seen |= 1 << index
      next += names[index].utf8CodeUnitCount
      guard let value = value() else { return nil }
      if index == 0 { first = value }
    }
    return nil
  }

  private func isNext(_ index: Int, of names: [StaticString]) -> Bool {
    let name = names[index]
    for place in 0..<name.utf8CodeUnitCount where next[place] != name.utf8Start[place] { return false }
    return next[name.utf8CodeUnitCount] == UInt8(ascii: "=")
  }

  /// The value of an attribute whose name was read: printable ASCII between quotes, without `<` and `&`.
  @inline(__always)
  mutating func value() -> UnsafeBufferPointer<UInt8>? {
    let quote = next[1]
    guard next[0] == UInt8(ascii: "="), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    let start = next + 2
    var end = start
    while end.pointee != quote {
      let byte = end.pointee
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") { return nil }
      end += 1
    }
    next = end + 1
    return UnsafeBufferPointer(start: start, count: end - start)
  }

  // MARK: - Text

  /// Reads text up to the next tag in pieces. Returns false for text that is left to libxml2.
  @inline(__always)
  mutating func readsText(_ take: (_ start: UnsafePointer<UInt8>, _ count: Int) -> Void) -> Bool {
    var start = next
    while true {
      skipPlain()
      switch next.pointee {
      case UInt8(ascii: "<"):
        take(start, next - start)
        return true
      case UInt8(ascii: "&"):
        take(start, next - start)
        guard let character = reference() else { return false }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { bytes in
          if let first = bytes.baseAddress { take(first, UTF8Encoding.write(character.value, to: first) - first) }
        }
        start = next
      case let byte:
        if !acceptsSpecial(byte) { return false }
        next += 1
      }
    }
  }

  /// Moves on to the first byte that may be special.
  @inline(__always)
  private mutating func skipPlain() {
    while true {
      let special = ByteWord.markup(UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)) & ByteWord.marks
      if special != 0 {
        next += UInt64(littleEndian: special).trailingZeroBitCount / 8
        return
      }
      next += 8
    }
  }

  /// Whether a byte that may be special belongs to the text.
  private mutating func acceptsSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A:
      lines += 1
      return true
    case 0x09: return true
    // `]]>` is not allowed in text. What comes before the text is a tag.
    case UInt8(ascii: ">"): return next[-1] != UInt8(ascii: "]") || next[-2] != UInt8(ascii: "]")
    case 0xEF: return next[1] != 0xBF || next[2] < 0xBE
    default: return false
    }
  }

  /// Reads a reference to a character or to one of the five predefined entities; nil for any other reference.
  @inline(never)
  private mutating func reference() -> Unicode.Scalar? {
    if reads("&amp;") { return "&" }
    if reads("&lt;") { return "<" }
    if reads("&gt;") { return ">" }
    if reads("&quot;") { return "\"" }
    if reads("&apos;") { return "'" }
    let isHexadecimal = reads("&#x")
    guard isHexadecimal || reads("&#") else { return nil }
    var number: UInt32 = 0
    var digits = 0
    while next.pointee != UInt8(ascii: ";") {
      guard let digit = HexDigit.value(next.pointee), isHexadecimal || digit < 10, digits < 7 else { return nil }
      number = number * (isHexadecimal ? 16 : 10) + UInt32(digit)
      digits += 1
      next += 1
    }
    next += 1
    return digits > 0 && Self.isCharacter(number) ? Unicode.Scalar(number) : nil
  }

  /// Whether XML allows a code point (XML 1.0, 2.2).
  private static func isCharacter(_ number: UInt32) -> Bool {
    switch number {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
