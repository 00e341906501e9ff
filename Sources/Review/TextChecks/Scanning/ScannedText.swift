import Basics

/// The kinds of bytes in a text, found in one scan. A check skips texts without the kinds it needs.
struct ByteKinds: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  static let percent = ByteKinds(rawValue: 1 << 0)
  static let brace = ByteKinds(rawValue: 1 << 1)
  static let angle = ByteKinds(rawValue: 1 << 2)
  static let ampersand = ByteKinds(rawValue: 1 << 3)
  static let at = ByteKinds(rawValue: 1 << 4)
  static let digit = ByteKinds(rawValue: 1 << 5)
  /// Any of `()[]{}`.
  static let bracket = ByteKinds(rawValue: 1 << 6)
  static let quote = ByteKinds(rawValue: 1 << 7)
  static let backslash = ByteKinds(rawValue: 1 << 8)
  static let tab = ByteKinds(rawValue: 1 << 9)
  static let lineFeed = ByteKinds(rawValue: 1 << 10)
  /// A control character other than tab and line feed.
  static let control = ByteKinds(rawValue: 1 << 11)
  static let nonASCII = ByteKinds(rawValue: 1 << 12)
  static let doubleSpace = ByteKinds(rawValue: 1 << 13)
  /// A space after another character.
  static let space = ByteKinds(rawValue: 1 << 14)
  static let slash = ByteKinds(rawValue: 1 << 15)
  static let underscore = ByteKinds(rawValue: 1 << 16)
  /// Anything except ASCII, common single-code-point letters of Latin, Greek and Cyrillic, and visible punctuation. A
  /// text without this kind has no invisible characters and no characters of several code points, and its words are
  /// equal only if their bytes are.
  static let complex = ByteKinds(rawValue: 1 << 17)

  static let colon = ByteKinds(rawValue: 1 << 18)
  static let hash = ByteKinds(rawValue: 1 << 19)
  static let dollar = ByteKinds(rawValue: 1 << 20)

  private static let byByte: [ByteKinds] = (0...255).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "%"): .percent
    case UInt8(ascii: "{"), UInt8(ascii: "}"): [.brace, .bracket]
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"): .bracket
    case UInt8(ascii: "<"): .angle
    case UInt8(ascii: "&"): .ampersand
    case UInt8(ascii: "@"): .at
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case UInt8(ascii: "\""): .quote
    case UInt8(ascii: "\\"): .backslash
    case UInt8(ascii: "/"): .slash
    case UInt8(ascii: "_"): .underscore
    case UInt8(ascii: ":"): .colon
    case UInt8(ascii: "#"): .hash
    case UInt8(ascii: "$"): .dollar
    case 0x09: .tab
    case 0x0A: .lineFeed
    case 0x20: .space
    case 0..<0x20, 0x7F: .control
    // The first bytes of U+0080 to U+02FF, U+0380 to U+047F, and U+2000 to U+2FFF.
    case 0x80...0xCB, 0xCE...0xD1, 0xE2: .nonASCII
    case 0x80...: [.nonASCII, .complex]
    default: []
    }
  }

  init(of bytes: [UInt8]) {
    var bits: UInt32 = 0
    var (before, last): (UInt8, UInt8) = (0, 0)
    Self.byByte.withUnsafeBufferPointer { table in
      for byte in bytes {
        bits |= table[Int(byte)].rawValue
        if byte == 0x20, last == 0x20 { bits |= ByteKinds.doubleSpace.rawValue }
        if byte & 0xC0 == 0x80 { bits |= Self.kinds(of: byte, after: last, before).rawValue }
        (before, last) = (last, byte)
      }
    }
    rawValue = bits
  }

  /// The kinds of a continuation byte, if the first byte does not decide.
  @inline(__always) private static func kinds(of byte: UInt8, after last: UInt8, _ before: UInt8) -> ByteKinds {
    switch (before, last) {
    case (_, 0xC2) where byte < 0xA0: [.control, .complex]
    // The soft hyphen.
    case (_, 0xC2) where byte == 0xAD: .complex
    // From U+2000 to U+2FFF, only dashes, quotation marks and similar characters up to U+203F, and the narrow no-break
    // space.
    case (_, 0xE2) where byte != 0x80: .complex
    case (0xE2, 0x80) where byte < 0x90 || 0xA8...0xAE ~= byte: .complex
    default: []
    }
  }

  init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A text with its bytes, and the kinds of bytes in it.
package struct ScannedText: Hashable, Sendable {
  let string: String
  /// The text in UTF-8.
  let bytes: [UInt8]
  let kinds: ByteKinds

  package init(_ string: String) {
    self.string = string
    bytes = Array(string.utf8)
    kinds = ByteKinds(of: bytes)
  }

  func has(_ wanted: ByteKinds) -> Bool { !kinds.isDisjoint(with: wanted) }

  /// The text of a range of bytes.
  func part(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// The byte at an index; nil past the end.
  subscript(index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }
}

extension ICUMessage {
  /// Whether a text is an ICU message with a typed argument.
  static func isMessage(_ text: ScannedText) -> Bool { message(in: text) != nil }

  /// The message of a text; nil if the text is not an ICU message with a typed argument.
  static func message(in text: ScannedText) -> ICUMessage? { text.has(.brace) ? message(in: text.bytes) : nil }
}

extension PrintfFormat {
  /// Reads the conversions of a text.
  init(_ text: ScannedText) { self = text.has(.percent) ? PrintfFormat(text.bytes) : PrintfFormat() }

  /// The variables of an Apple stringsdict in a text, such as `%#@files@`, in order.
  static func variables(in text: ScannedText) -> [String] {
    guard text.has(.percent), text.has(.at) else { return [] }
    return text.bytes.indices.compactMap { index in
      guard text.bytes[index] == UInt8(ascii: "%"), let end = endOfVariable(from: index, in: text.bytes) else {
        return nil
      }
      return text.part(index..<end)
    }
  }
}

extension BracedToken {
  /// The tokens of a text, in order.
  static func all(in text: ScannedText) -> [BracedToken] { text.has(.brace) ? all(in: text.bytes) : [] }

  /// The tokens of a translation, in order.
  static func all(in text: ScannedText, for source: ScannedText) -> [BracedToken] {
    text.has(.brace) ? all(in: text.bytes, for: source.bytes) : []
  }
}
