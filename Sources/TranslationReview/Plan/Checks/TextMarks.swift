/// The kinds of bytes in a text, found in one scan. A check passes over a text without its kinds.
struct TextMarks: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  static let percent = TextMarks(rawValue: 1 << 0)
  static let brace = TextMarks(rawValue: 1 << 1)
  static let angle = TextMarks(rawValue: 1 << 2)
  static let ampersand = TextMarks(rawValue: 1 << 3)
  static let at = TextMarks(rawValue: 1 << 4)
  static let digit = TextMarks(rawValue: 1 << 5)
  /// Any of `()[]{}`.
  static let bracket = TextMarks(rawValue: 1 << 6)
  static let quote = TextMarks(rawValue: 1 << 7)
  static let backslash = TextMarks(rawValue: 1 << 8)
  static let tab = TextMarks(rawValue: 1 << 9)
  static let lineFeed = TextMarks(rawValue: 1 << 10)
  /// A control character other than tab and line feed.
  static let control = TextMarks(rawValue: 1 << 11)
  static let nonASCII = TextMarks(rawValue: 1 << 12)
  static let doubleSpace = TextMarks(rawValue: 1 << 13)
  /// A space after another character.
  static let space = TextMarks(rawValue: 1 << 14)
  static let slash = TextMarks(rawValue: 1 << 15)

  private static let byByte: [TextMarks] = (0...255).map { byte in
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
    case 0x09: .tab
    case 0x0A: .lineFeed
    case 0x20: .space
    case 0..<0x20, 0x7F: .control
    case 0x80...: .nonASCII
    default: []
    }
  }

  /// The marks of some bytes.
  init(of bytes: [UInt8]) {
    var bits: UInt32 = 0
    var last: UInt8 = 0
    Self.byByte.withUnsafeBufferPointer { table in
      for byte in bytes {
        bits |= table[Int(byte)].rawValue
        if byte == 0x20, last == 0x20 { bits |= TextMarks.doubleSpace.rawValue }
        last = byte
      }
    }
    rawValue = bits
  }

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
