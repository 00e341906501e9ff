import Basics

/// Reads ICU messages.
struct ICUMessageReader {
  /// The depth of messages in messages that is read; a text that a person wrote has two or three.
  private static let deepest = 20

  private let text: ScannedText
  private var index = 0
  /// See ``ICUMessage/quotation``.
  private var quotation: String?

  /// Reads a whole text as a message.
  static func read(_ text: ScannedText) throws(ICUSyntaxError) -> ICUMessage {
    var reader = ICUMessageReader(text: text)
    var message = try reader.message(depth: 0, isInPlural: false)
    message.quotation = reader.quotation
    guard reader.index == text.bytes.count else {
      throw reader.error("This brace closes nothing. Remove it, or write '}' for a brace in the text.")
    }
    return message
  }

  private init(text: ScannedText) {
    self.text = text
  }

  /// Reads a message up to its closing brace, which stays, or to the end.
  private mutating func message(depth: Int, isInPlural: Bool) throws(ICUSyntaxError) -> ICUMessage {
    guard depth < Self.deepest else { throw error("The messages are nested too deeply. Take one level away.") }
    var message = ICUMessage()
    while let byte = text[index] {
      switch byte {
      case UInt8(ascii: "'"): skipApostrophe(isInPlural: isInPlural)
      case UInt8(ascii: "{"): message.arguments.append(try argument(depth: depth))
      case UInt8(ascii: "}"): return message
      case UInt8(ascii: "#") where isInPlural:
        message.hasNumberSign = true
        index += 1
      default: index += 1
      }
    }
    return message
  }

  /// Passes over an apostrophe, and over the text that it quotes.
  private mutating func skipApostrophe(isInPlural: Bool) {
    let before = index > 0 ? text.bytes[index - 1] : 0x20
    index += 1
    guard let next = text[index] else { return }
    switch next {
    case UInt8(ascii: "'"):
      index += 1
      return
    case UInt8(ascii: "{"), UInt8(ascii: "}"): break
    case UInt8(ascii: "#") where isInPlural: break
    default: return
    }
    if before.isASCIILetter || before >= 0x80 {
      quotation =
        quotation
        ?? " The apostrophe before \(String(decoding: [next], as: UTF8.self)) quotes the text after it, up to the next one: "
        + "write ’ or two apostrophes."
    }
    skipQuoted()
  }

  /// Passes over quoted text and the apostrophe that ends it; an apostrophe that is missing ends the text.
  private mutating func skipQuoted() {
    while let byte = text[index] {
      index += 1
      guard byte == UInt8(ascii: "'") else { continue }
      guard text[index] == UInt8(ascii: "'") else { return }
      index += 1
    }
  }

  private mutating func argument(depth: Int) throws(ICUSyntaxError) -> ICUMessage.Argument {
    let start = index
    index += 1
    skipSpaces()
    let name = word()
    guard !name.isEmpty else {
      throw error("A name is missing after the brace. Write it as the source text has it.", start)
    }
    skipSpaces()
    if take(UInt8(ascii: "}")) { return ICUMessage.Argument(name: name, type: "") }
    guard take(UInt8(ascii: ",")) else { throw unclosed(start) }
    skipSpaces()
    let type = word()
    guard !type.isEmpty else { throw error("A type, such as plural, is missing after the comma.", start) }
    skipSpaces()
    var argument = ICUMessage.Argument(name: name, type: type)
    if argument.hasMessages {
      guard take(UInt8(ascii: ",")) else {
        throw error("A comma is missing after \(type). Write it as the source text has it.", start)
      }
      argument.messages = try messages(of: argument, from: start, depth: depth)
      return argument
    }
    if take(UInt8(ascii: "}")) { return argument }
    guard take(UInt8(ascii: ",")) else { throw unclosed(start) }
    if try skipStyle(start) { throw translatedType(type, start) }
    return argument
  }

  /// Reads selectors with their messages, and the brace that closes the argument.
  private mutating func messages(
    of argument: ICUMessage.Argument, from start: Int, depth: Int
  ) throws(ICUSyntaxError) -> [(selector: String, message: ICUMessage)] {
    var messages: [(selector: String, message: ICUMessage)] = []
    skipSpaces()
    if argument.type == "plural", text.part(index..<index + 7) == "offset:" {
      index += 7
      skipSpaces()
      guard !word().isEmpty else { throw error("A number is missing after offset:.", start) }
      skipSpaces()
    }
    while !take(UInt8(ascii: "}")) {
      let place = index
      let selector = word()
      guard !selector.isEmpty else {
        if text[index] == nil { throw unclosed(start) }
        throw error("A selector, such as other, is missing here.", place)
      }
      skipSpaces()
      guard take(UInt8(ascii: "{")) else {
        throw error("The selector \(selector) has no text in braces. Write \(selector) {…}.", place)
      }
      messages.append((selector, try message(depth: depth + 1, isInPlural: argument.isPlural)))
      guard take(UInt8(ascii: "}")) else { throw unclosed(start) }
      skipSpaces()
    }
    guard !messages.isEmpty else { throw error("The argument \(argument.name) has no texts. Write other {…}.", start) }
    return messages
  }

  /// Passes over a style and the brace after it, and returns whether braces were in it, as in messages.
  private mutating func skipStyle(_ start: Int) throws(ICUSyntaxError) -> Bool {
    var depth = 0
    var hasBraces = false
    while let byte = text[index] {
      index += 1
      switch byte {
      case UInt8(ascii: "'"): skipQuoted()
      case UInt8(ascii: "{"): (depth, hasBraces) = (depth + 1, true)
      case UInt8(ascii: "}") where depth == 0: return hasBraces
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    throw unclosed(start)
  }

  /// Reads up to white space or a character that ends a word.
  private mutating func word() -> String {
    let start = index
    while let byte = text[index], !byte.isASCIISpace, !"{},'#".utf8.contains(byte) { index += 1 }
    return text.part(start..<index)
  }

  private mutating func skipSpaces() {
    while let byte = text[index], byte.isASCIISpace { index += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard text[index] == byte else { return false }
    index += 1
    return true
  }

  // MARK: - Errors

  /// The most bytes of the text that a message shows.
  private static let shownBytes = 40

  private func error(_ message: String, _ place: Int? = nil) -> ICUSyntaxError {
    let start = min(place ?? index, text.bytes.count)
    var end = min(start + Self.shownBytes, text.bytes.count)
    while end < text.bytes.count, text.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return ICUSyntaxError(message: message + (quotation ?? ""), token: text.part(start..<end))
  }

  private func unclosed(_ start: Int) -> ICUSyntaxError {
    error("The brace that begins here is not closed. Write its closing brace.", start)
  }

  private func translatedType(_ type: String, _ start: Int) -> ICUSyntaxError {
    error(
      "\(type) is not a type with texts in braces. Write plural, select or selectordinal, as the source text has it.",
      start)
  }
}
