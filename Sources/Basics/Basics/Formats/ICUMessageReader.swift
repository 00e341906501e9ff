package struct ICUMessageReader {
  /// The deepest nesting of messages that is read. People write two or three levels.
  private static let deepest = 20

  private let text: [UInt8]
  private var index = 0
  /// See ``ICUMessage/quoted``.
  private var quoted: String?
  private var textRanges: [Range<Int>] = []

  /// The ranges of the text in an ICU message, without arguments, selectors and quotes; nil if
  /// ``ICUMessage/message(in:)`` finds no message.
  package static func textRanges(of text: [UInt8]) -> [Range<Int>]? {
    guard ICUMessage.message(in: text) != nil else { return nil }
    var reader = ICUMessageReader(text: text)
    _ = try? reader.message(depth: 0, isInPlural: false)
    return reader.textRanges
  }

  /// Reads a whole text in UTF-8 as a message.
  package static func read(_ text: [UInt8]) throws(ICUSyntaxError) -> ICUMessage {
    var reader = ICUMessageReader(text: text)
    var message = try reader.message(depth: 0, isInPlural: false)
    message.quoted = reader.quoted
    guard reader.index == text.count else { throw reader.error("unopened") }
    return message
  }

  /// Reads a message up to its closing brace, which is not consumed, or to the end.
  private mutating func message(depth: Int, isInPlural: Bool) throws(ICUSyntaxError) -> ICUMessage {
    guard depth < Self.deepest else { throw error("nested") }
    var message = ICUMessage()
    var literal: [UInt8] = []
    func endLiteral() {
      guard !literal.isEmpty else { return }
      message.parts.append(.text(String(decoding: literal, as: UTF8.self)))
      literal = []
    }
    while let byte = text[safe: index] {
      switch byte {
      case UInt8(ascii: "'"): readApostrophe(isInPlural: isInPlural, into: &literal)
      case UInt8(ascii: "{"):
        endLiteral()
        message.parts.append(.argument(try argument(depth: depth)))
      case UInt8(ascii: "}"):
        endLiteral()
        return message
      case UInt8(ascii: "#") where isInPlural:
        endLiteral()
        message.parts.append(.numberSign)
        index += 1
      default:
        let start = index
        repeat { index += 1 } while text[safe: index].map { !"'{}#".utf8.contains($0) } ?? false
        literal += text[start..<index]
        textRanges.append(start..<index)
      }
    }
    endLiteral()
    return message
  }

  private mutating func readApostrophe(isInPlural: Bool, into literal: inout [UInt8]) {
    let apostrophe = UInt8(ascii: "'")
    let before = index > 0 ? text[index - 1] : 0x20
    index += 1
    let next = text[safe: index]
    switch next {
    case apostrophe:
      index += 1
      return literal.append(apostrophe)
    case UInt8(ascii: "{"), UInt8(ascii: "}"): break
    case UInt8(ascii: "#") where isInPlural: break
    default: return literal.append(apostrophe)
    }
    if let next, before.isASCIILetter || before >= 0x80 { quoted = quoted ?? String(decoding: [next], as: UTF8.self) }
    let start = index
    let isClosed = skipQuoted()
    var isHalfOfPair = false
    for byte in text[start..<(isClosed ? index - 1 : index)] {
      // Two apostrophes in quoted text are one.
      isHalfOfPair = byte == apostrophe && !isHalfOfPair
      if !isHalfOfPair { literal.append(byte) }
    }
  }

  /// Skips quoted text and its closing apostrophe. Without one, the quote extends to the end of the text.
  @discardableResult private mutating func skipQuoted() -> Bool {
    while let byte = text[safe: index] {
      index += 1
      guard byte == UInt8(ascii: "'") else { continue }
      guard text[safe: index] == UInt8(ascii: "'") else { return true }
      index += 1
    }
    return false
  }

  private mutating func argument(depth: Int) throws(ICUSyntaxError) -> ICUMessage.Argument {
    let start = index
    index += 1
    skipSpaces()
    let name = word()
    guard !name.isEmpty else { throw error("noName", start) }
    skipSpaces()
    if consume(UInt8(ascii: "}")) { return ICUMessage.Argument(name: name, type: "") }
    guard consume(UInt8(ascii: ",")) else { throw error("unclosed", start) }
    skipSpaces()
    let type = word()
    guard !type.isEmpty else { throw error("noType", start) }
    skipSpaces()
    var argument = ICUMessage.Argument(name: name, type: type)
    if argument.hasMessages {
      guard consume(UInt8(ascii: ",")) else { throw error("noComma", start, word: type) }
      try readMessages(of: &argument, from: start, depth: depth)
      return argument
    }
    if consume(UInt8(ascii: "}")) { return argument }
    guard consume(UInt8(ascii: ",")) else { throw error("unclosed", start) }
    skipSpaces()
    let style = index
    if try skipStyle(start) { throw error("type", start, word: type) }
    argument.style = text.part(style..<index - 1)
    return argument
  }

  /// Reads selectors with their messages, and the brace that closes the argument.
  private mutating func readMessages(of argument: inout ICUMessage.Argument, from start: Int, depth: Int)
    throws(ICUSyntaxError)
  {
    skipSpaces()
    if argument.isPlural, text.part(index..<index + 7) == "offset:" {
      index += 7
      skipSpaces()
      let offset = word()
      guard !offset.isEmpty else { throw error("noOffset", start) }
      argument.offset = Int(offset) ?? 0
      skipSpaces()
    }
    while !consume(UInt8(ascii: "}")) {
      let selectorStart = index
      let selector = word()
      guard !selector.isEmpty else {
        if text[safe: index] == nil { throw error("unclosed", start) }
        throw error("noSelector", selectorStart)
      }
      skipSpaces()
      guard consume(UInt8(ascii: "{")) else { throw error("noText", selectorStart, word: selector) }
      argument.messages.append((selector, try message(depth: depth + 1, isInPlural: argument.isPlural)))
      guard consume(UInt8(ascii: "}")) else { throw error("unclosed", start) }
      skipSpaces()
    }
    guard !argument.messages.isEmpty else { throw error("noTexts", start, word: argument.name) }
  }

  /// Skips a style and the brace after it, and returns whether braces were in it, as in messages.
  private mutating func skipStyle(_ start: Int) throws(ICUSyntaxError) -> Bool {
    var depth = 0
    var hasBraces = false
    while let byte = text[safe: index] {
      index += 1
      switch byte {
      case UInt8(ascii: "'"): skipQuoted()
      case UInt8(ascii: "{"): (depth, hasBraces) = (depth + 1, true)
      case UInt8(ascii: "}") where depth == 0: return hasBraces
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    throw error("unclosed", start)
  }

  /// Reads up to white space or a character that ends a word.
  private mutating func word() -> String {
    let start = index
    while let byte = text[safe: index], !byte.isASCIISpace, !"{},'#".utf8.contains(byte) { index += 1 }
    return text.part(start..<index)
  }

  private mutating func skipSpaces() { while let byte = text[safe: index], byte.isASCIISpace { index += 1 } }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard text[safe: index] == byte else { return false }
    index += 1
    return true
  }

  /// The most bytes of the text that a message shows.
  private static let shownBytes = 40

  private func error(_ fault: String, _ start: Int? = nil, word: String = "") -> ICUSyntaxError {
    let start = min(start ?? index, text.count)
    var end = min(start + Self.shownBytes, text.count)
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return ICUSyntaxError(fault: fault, word: word, token: text.part(start..<end), quoted: quoted)
  }
}
