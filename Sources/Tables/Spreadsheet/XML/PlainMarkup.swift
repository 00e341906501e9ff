import Basics

/// Reads markup of the few forms in which programs write rows and shared texts, straight from the bytes of a part.
///
/// It accepts less than XML allows. Whatever it refuses must be left to libxml2, which decides whether it is an error.
/// What it accepts, libxml2 would have read to the same contents: names without a prefix, a space between attributes,
/// values without references, references to the five predefined entities and to characters, and no carriage returns,
/// comments, CDATA sections or processing instructions.
///
/// The bytes must be UTF-8 and end with a tag, and ``ChunkBuffer/padding`` more must be readable: no loop passes a `<` that it
/// does not expect.
struct PlainMarkup {
  /// The longest tag that is accepted. Programs write a few hundred bytes.
  static let tagLength = 1000

  private(set) var next: UnsafePointer<UInt8>
  private(set) var lines = 0

  init(_ start: UnsafePointer<UInt8>) { next = start }

  /// Reads a text of at most ``ChunkBuffer/padding`` bytes, known at compile time, so that whole words can be compared.
  @inline(__always) mutating func reads(_ expected: StaticString) -> Bool {
    if memcmp(next, expected.utf8Start, expected.utf8CodeUnitCount) != 0 { return false }
    next += expected.utf8CodeUnitCount
    return true
  }

  @inline(__always) mutating func skipSpace() {
    while next.pointee <= 0x20 {
      if next.pointee == 0x0A { lines += 1 } else if next.pointee != 0x20 && next.pointee != 0x09 { return }
      next += 1
    }
  }

  // MARK: - Attributes

  /// Reads attributes that have these names, each at most once, and the spaces after them, up to the end of the tag.
  /// Stores the position of the first one's value in `first`.
  mutating func readsAttributes(_ names: [StaticString], first: inout PlainMarkup?) -> Bool {
    let start = next
    var seen = 0
    while true {
      let hasSpace = next.pointee == 0x20
      while next.pointee == 0x20 { next += 1 }
      if next.pointee == UInt8(ascii: ">") || next.pointee == UInt8(ascii: "/") {
        return next - start <= Self.tagLength
      }
      guard hasSpace, let index = names.indices.first(where: { isNext($0, of: names) }), seen & 1 << index == 0 else {
        return false
      }
      seen |= 1 << index
      next += names[index].utf8CodeUnitCount
      if index == 0 { first = PlainMarkup(next + 2) }
      if !readsValue() { return false }
    }
  }

  private func isNext(_ index: Int, of names: [StaticString]) -> Bool {
    let name = names[index]
    return memcmp(next, name.utf8Start, name.utf8CodeUnitCount) == 0
      && next[name.utf8CodeUnitCount] == UInt8(ascii: "=")
  }

  /// Reads the value of an attribute whose name was read: printable ASCII between quotes, without `<` and `&`.
  private mutating func readsValue() -> Bool {
    let quote = next[1]
    guard next[0] == UInt8(ascii: "="), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
    next += 2
    while next.pointee != quote {
      let byte = next.pointee
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") { return false }
      next += 1
    }
    next += 1
    return true
  }

  // MARK: - Numbers and references

  /// A whole number of at most nine digits; nil if none comes next.
  @inline(__always) mutating func number() -> Int? {
    let start = next
    var number = 0
    var digit = next.pointee &- UInt8(ascii: "0")
    while digit <= 9 {
      number = number &* 10 &+ Int(digit)
      next += 1
      digit = next.pointee &- UInt8(ascii: "0")
    }
    return 1...9 ~= next - start ? number : nil
  }

  /// Reads a cell reference in capitals with its closing quote, and returns the column; nil for anything else.
  @inline(__always) mutating func column(inRow row: RowDigits) -> Int? {
    var end = next
    var column = 0
    var letter = end.pointee &- UInt8(ascii: "A")
    while letter < 26 {
      column = column &* 26 &+ Int(letter) &+ 1
      end += 1
      letter = end.pointee &- UInt8(ascii: "A")
    }
    guard row.isNext(end), 1...SpreadsheetLimits.columns ~= column, end - next <= 3 else { return nil }
    next = end + row.length
    return column - 1
  }

  /// The digits of a row number and its closing quote, as one word: the reference of each cell in the row ends in the same
  /// bytes.
  struct RowDigits {
    private var word: UInt64 = 0
    private var mask: UInt64 = 0
    private(set) var length = 0

    init() {}

    init(from start: PlainMarkup, to end: PlainMarkup) {
      length = end.next - start.next
      mask = length > 8 ? 0 : UInt64.max >> UInt64(64 - 8 * length)
      word = ByteWord.at(start.next) & mask
    }

    @inline(__always) fileprivate func isNext(_ place: UnsafePointer<UInt8>) -> Bool {
      mask != 0 && ByteWord.at(place) & mask == word
    }
  }

  // MARK: - Text

  /// Reads text up to the next tag in pieces. Returns false for text that is left to libxml2.
  @inline(__always) mutating func readsText(_ take: (_ start: UnsafePointer<UInt8>, _ count: Int) -> Void) -> Bool {
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
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 + RowStorage.padding) { bytes in
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
  @inline(__always) private mutating func skipPlain() {
    while true {
      let bytes = UnsafeRawPointer(next).loadUnaligned(as: SIMD16<UInt8>.self)
      // `<` and `>` differ in one bit, so one comparison finds both. U+FFFE and U+FFFF start with EF.
      let special =
        (bytes .< Self.all(0x20)) .| (bytes .== Self.all(0x26)) .| (bytes | Self.all(0x02) .== Self.all(0x3E))
        .| (bytes .== Self.all(0xEF))
      let words = unsafeBitCast(special, to: SIMD2<UInt64>.self)
      if words[0] | words[1] != 0 {
        let word = words[0] != 0 ? words[0] : words[1]
        next += UInt64(littleEndian: word).trailingZeroBitCount / 8 + (words[0] != 0 ? 0 : 8)
        return
      }
      next += 16
    }
  }

  // Operators with a scalar instead of a vector process the bytes one by one.
  @inline(__always) private static func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }

  /// Whether a byte that may be special belongs to the text.
  private mutating func acceptsSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A:
      lines += 1
      return true
    case 0x09: return true
    // `]]>` is not allowed in text. Two bytes before can always be read, because a tag precedes the text.
    case UInt8(ascii: ">"): return next[-1] != UInt8(ascii: "]") || next[-2] != UInt8(ascii: "]")
    case 0xEF: return next[1] != 0xBF || next[2] < 0xBE
    default: return false
    }
  }

  /// Reads a reference to a character or to one of the five predefined entities; nil for any other reference.
  @inline(never) private mutating func reference() -> Unicode.Scalar? {
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
  static func isCharacter(_ number: UInt32) -> Bool {
    switch number {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
