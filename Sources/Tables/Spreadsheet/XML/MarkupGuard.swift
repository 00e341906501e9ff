import Basics

/// Prepares the bytes of a document for libxml2: finds markup that is too long, before libxml2 sees its end, and
/// replaces characters that would make libxml2 stop, or that it would pass on unchanged.
///
/// libxml2 needs time that grows with the square of the number of attributes in a tag, and it calls back only after the
/// tag. It gives up at a character that XML does not allow, raw or as a reference. In CDATA it leaves line ends
/// unchanged, although XML requires line feeds (XML 1.0, 2.11).
///
/// A reference or multi-byte character that is split by the end of a chunk is kept for the next one.
struct MarkupGuard {
  private enum Kind {
    /// Text, or markup that has ended.
    case none
    /// After `<`, while the kind of markup is not yet known.
    case opening
    case tag
    case comment
    case instruction
    case cdata
  }

  private let limit: Int
  private let forbidden: ForbiddenCharacters
  private var kind = Kind.none
  private var length = 0
  private var quote: UInt8 = 0
  /// The last four bytes of markup, the latest in the lowest byte.
  private var recent: UInt32 = 0
  private var followsReturn = false
  /// The bytes of a character or reference that the end of the last chunk split.
  private(set) var held: [UInt8] = []
  /// Replaces the bytes of a chunk up to `copied`, if anything in them was replaced.
  private var output: [UInt8] = []
  private var copied = 0
  /// The code point of the first character that XML does not allow and that was replaced, and the number of such
  /// characters.
  private(set) var found: (first: UInt32, count: Int)?

  /// Whether a CDATA section is open.
  var isInSection: Bool { kind == .cdata }

  /// The most bytes of a reference. No program writes so many leading zeros.
  private static let referenceLength = 32

  init(limit: Int, forbidden: ForbiddenCharacters = .refused) { (self.limit, self.forbidden) = (limit, forbidden) }

  /// Checks the next bytes of a part, and passes the bytes for libxml2 to `parse`. Returns false if markup is longer
  /// than the limit.
  mutating func passes(_ bytes: UnsafeRawBufferPointer, to parse: (UnsafeRawBufferPointer) -> Void) -> Bool {
    if held.isEmpty { return passesWhole(bytes, to: parse) }
    let whole = held + bytes
    held = []
    return whole.withUnsafeBytes { passesWhole($0, to: parse) }
  }

  private mutating func passesWhole(_ bytes: UnsafeRawBufferPointer, to parse: (UnsafeRawBufferPointer) -> Void) -> Bool
  {
    output.removeAll(keepingCapacity: true)
    copied = 0
    var index = 0
    if followsReturn, let first = bytes.first {
      followsReturn = false
      if first == 0x0A { (index, copied) = (1, 1) }
    }
    var end = bytes.count
    while index < end {
      if kind == .none { while index < end, !Self.isSpecialInText(bytes[index]) { index += 1 } }
      if index == end { break }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "<") where kind == .none || kind == .opening || kind == .tag:
        (kind, length, quote, recent) = (.opening, 0, 0, 0)
        index += 1
        if !follow(byte) { return false }
      case 0x0D:
        replace(index..<(index + 1), of: bytes, with: [0x0A])
        index += 1
        if index == end {
          followsReturn = true
        } else if bytes[index] == 0x0A {
          index += 1
          copied = index
        }
        if !follow(0x0A) { return false }
      case 0xEF, UInt8(ascii: "&"), 0..<0x20:
        let (character, size) = character(at: index, of: bytes)
        if size == 0 {
          held = Array(bytes[index...])
          end = index
        } else {
          if let character { take(character, index..<(index + size), of: bytes) }
          for place in index..<(index + size) where !follow(bytes[place]) { return false }
          index += size
        }
      default:
        index += 1
        if !follow(byte) { return false }
      }
    }
    if copied == 0 {
      parse(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
    } else {
      output.append(contentsOf: bytes[copied..<end])
      output.withUnsafeBytes(parse)
    }
    return true
  }

  @inline(__always) private static func isSpecialInText(_ byte: UInt8) -> Bool {
    byte < 0x20 ? byte != 0x0A && byte != 0x09 : byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte == 0xEF
  }

  private mutating func replace(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer, with replacement: [UInt8]) {
    output.append(contentsOf: bytes[copied..<range.lowerBound])
    output.append(contentsOf: replacement)
    copied = range.upperBound
  }

  // MARK: - Markup

  /// Follows a byte of the document. Returns false if it makes markup longer than the limit.
  private mutating func follow(_ byte: UInt8) -> Bool {
    if kind == .none { return true }
    recent = recent << 8 | UInt32(byte)
    if kind == .cdata {
      if recent & 0xFF_FFFF == 0x5D_5D3E { kind = .none }
      return true
    }
    length += 1
    if length > limit { return false }
    switch kind {
    case .none, .cdata: break
    case .opening: open(with: byte)
    case .tag:
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        kind = .none
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    case .comment: if recent & 0xFF_FFFF == 0x2D_2D3E { kind = .none }
    case .instruction: if recent & 0xFFFF == 0x3F3E { kind = .none }
    }
    return true
  }

  /// Follows a byte after `<`, as long as the kind of the markup is not known.
  private mutating func open(with byte: UInt8) {
    switch (length, byte) {
    case (1, _), (2, UInt8(ascii: "!")), (3, UInt8(ascii: "-")): return
    case (2, UInt8(ascii: "?")): kind = .instruction
    case (3, UInt8(ascii: "[")): kind = .cdata
    case (4, UInt8(ascii: "-")): kind = .comment
    case (_, UInt8(ascii: ">")): kind = .none
    default: kind = .tag
    }
    // The characters that open markup are not part of its end.
    recent = 0
  }

  // MARK: - Characters

  /// The code point at a place that may be replaced, and the number of its bytes; nil for any other character, and for
  /// invalid ones. The number of bytes is zero if the chunk ends within it.
  private func character(at index: Int, of bytes: UnsafeRawBufferPointer) -> (UInt32?, Int) {
    let rest = bytes[index...]
    switch bytes[index] {
    case 0x09, 0x0A: return (nil, 1)
    case 0..<0x20: return (UInt32(bytes[index]), 1)
    case 0xEF:
      guard rest.count >= 3 else { return (nil, 0) }
      switch (bytes[index + 1], bytes[index + 2]) {
      case (0xBF, 0xBE): return (0xFFFE, 3)
      case (0xBF, 0xBF): return (0xFFFF, 3)
      case (0xB7, 0x90) where forbidden == .encoded: return (ForbiddenCharacters.lead, 3)
      default: return (nil, 1)
      }
    default:
      guard kind == .none || kind == .tag && quote != 0 else { return (nil, 1) }
      return reference(rest.prefix(Self.referenceLength))
    }
  }

  private func reference(_ bytes: Slice<UnsafeRawBufferPointer>) -> (UInt32?, Int) {
    var rest = bytes.dropFirst()
    guard let sign = rest.popFirst() else { return (nil, 0) }
    if sign != UInt8(ascii: "#") { return (nil, 1) }
    guard let first = rest.first else { return (nil, 0) }
    let isHexadecimal = first == UInt8(ascii: "x")
    if isHexadecimal { rest = rest.dropFirst() }
    var number: UInt32 = 0
    var hasDigit = false
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: ";"), hasDigit {
        let isReplaced = !PlainMarkup.isCharacter(number) || forbidden == .encoded && number == ForbiddenCharacters.lead
        return isReplaced ? (number, rest.startIndex - bytes.startIndex) : (nil, 1)
      }
      guard let digit = HexDigit.value(byte), isHexadecimal || digit < 10 else { return (nil, 1) }
      hasDigit = true
      // Clamped, because all numbers beyond Unicode are equally invalid.
      number = min(number * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
    }
    return (nil, bytes.count < Self.referenceLength ? 0 : 1)
  }

  /// Replaces a character, unless libxml2 must stop there.
  private mutating func take(_ character: UInt32, _ range: Range<Int>, of bytes: UnsafeRawBufferPointer) {
    switch kind {
    case .opening: return
    case .tag where quote == 0: return
    case .comment, .instruction:
      // No text is read from a comment or an instruction.
      if forbidden != .refused { replace(range, of: bytes, with: Array("\u{FFFD}".utf8)) }
    case .none, .tag, .cdata:
      guard let replacement = forbidden.replacement(of: character, isInText: kind != .tag) else { return }
      if character != ForbiddenCharacters.lead { found = (found?.first ?? character, (found?.count ?? 0) + 1) }
      replace(range, of: bytes, with: replacement)
    }
  }
}

/// How characters that XML does not allow are handled: control characters, U+FFFE, U+FFFF, and references to them, to
/// surrogates or to nothing.
package enum ForbiddenCharacters {
  /// They end the reading.
  case refused
  /// In text they are escaped as in SpreadsheetML. In attributes they end the reading.
  case escaped
  /// They are encoded in text and in attributes, and ``decoded(_:)`` finds them.
  case encoded

  /// The noncharacter with which their code begins; the code point in hexadecimal digits and a semicolon follow. The
  /// noncharacter itself is encoded too, so that no document can imitate a code.
  fileprivate static let lead: UInt32 = 0xFDD0

  fileprivate func replacement(of character: UInt32, isInText: Bool) -> [UInt8]? {
    switch self {
    case .refused: nil
    // Numbers beyond Unicode have no character, and neither does a lone surrogate.
    case .escaped:
      isInText ? Array("_x\((character > 0xFFFF ? 0xD800 : character).padded(to: 4, radix: 16))_".utf8) : nil
    case .encoded: [0xEF, 0xB7, 0x90] + Array("\(String(character, radix: 16));".utf8)
    }
  }

  /// The name of a character: `U+000B`.
  package static func name(of character: UInt32) -> String {
    character < 0x11_0000
      ? "U+\(character.padded(to: 4, radix: 16, uppercase: true))" : "a number above U+10FFFF, the last character"
  }

  /// A text with each code (``lead``, hexadecimal digits, `;`) replaced by its character, or by U+FFFD if it names none.
  ///
  /// - Returns: The text, and the first of the characters; nil if there is none.
  package static func decoded(_ bytes: some Sequence<UInt8>) -> (text: String, found: UInt32?) {
    let text = String(decoding: Array(bytes), as: UTF8.self)
    var scalars = text.unicodeScalars[...]
    guard let first = scalars.firstIndex(where: { $0.value == lead }) else { return (text, nil) }
    var result = String(scalars[..<first])
    var found: UInt32?
    scalars = scalars[first...]
    while let scalar = scalars.popFirst() {
      guard scalar.value == lead, let end = scalars.firstIndex(of: ";"),
        let character = UInt32(String(scalars[..<end]), radix: 16)
      else {
        result.unicodeScalars.append(scalar)
        continue
      }
      scalars = scalars[scalars.index(after: end)...]
      result.unicodeScalars.append(Unicode.Scalar(character) ?? "\u{FFFD}")
      if character != lead { found = found ?? character }
    }
    return (result, found)
  }
}
