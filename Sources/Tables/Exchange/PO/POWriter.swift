import Basics
package import Spreadsheet

/// Writes a PO file in UTF-8, entry by entry, each with one form. Texts are divided only at their line feeds.
package final class POWriter {
  private let output: any ByteOutput
  private var text = ""

  private static let blockSize = 64 << 10

  package init(to output: any ByteOutput, header: POHeader) {
    self.output = output
    text = Self.text(of: header.entry)
  }

  package func write(_ entry: POEntry) throws(SpreadsheetError) {
    text += "\n" + Self.text(of: entry)
    if text.utf8.count >= Self.blockSize { try passOn() }
  }

  package func finish() throws(SpreadsheetError) {
    try passOn()
    try output.finish()
  }

  private func passOn() throws(SpreadsheetError) {
    try output.write(Array(text.utf8))
    text = ""
  }

  /// An entry as text for the file, with its last line end.
  private static func text(of entry: POEntry) -> String {
    var text = ""
    func comment(_ sign: String, _ lines: [String]) {
      for line in lines { text += line.isEmpty ? "#\(sign)\n" : "#\(sign) \(Self.oneLine(line))\n" }
    }
    comment("", entry.translatorComments)
    comment(".", entry.extractedComments)
    if !entry.flags.isEmpty { text += "#, \(entry.flags.joined(separator: ", "))\n" }
    if let context = entry.context { text += "msgctxt \(POText.quoted(context))\n" }
    text += "msgid \(POText.quoted(entry.source))\nmsgstr \(POText.quoted(entry.translations.first ?? ""))\n"
    return text
  }

  /// A comment cannot continue on the next line.
  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }))
  }
}

/// The letters after a backslash in C's escapes of control characters.
package enum CEscape {
  package static let characters: [UInt8: UInt8] = Dictionary(
    uniqueKeysWithValues: zip("ntrabfv".utf8, [0x0A, 0x09, 0x0D, 0x07, 0x08, 0x0C, 0x0B]))
}

/// A text between quotes in a PO file, with the escapes of C.
enum POText {
  /// Reads one quoted text.
  ///
  /// - Throws: `exchange.format` for anything else, and `exchange.encoding` for escapes that are not UTF-8.
  static func unquoted(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, line: Int) throws(SpreadsheetError) -> String {
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { throw unterminated(line) }
    let inside = bytes.dropFirst().dropLast()
    guard inside.contains(where: { $0 == backslash || $0 == quote }) else {
      return String(decoding: inside, as: UTF8.self)
    }
    var result: [UInt8] = []
    result.reserveCapacity(inside.count)
    var index = inside.startIndex
    while index < inside.endIndex {
      let byte = inside[index]
      index += 1
      if byte == quote { throw unterminated(line) }
      guard byte == backslash else {
        result.append(byte)
        continue
      }
      guard index < inside.endIndex else { throw unterminated(line) }
      let escaped = inside[index]
      index += 1
      if let character = CEscape.characters[escaped] {
        result.append(character)
        continue
      }
      switch escaped {
      case quote, backslash, UInt8(ascii: "'"), UInt8(ascii: "?"): result.append(escaped)
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        // Up to three octal digits; the first is already read.
        var value = Int(escaped - 0x30)
        var digits = 1
        while digits < 3, index < inside.endIndex, (0x30...0x37).contains(inside[index]) {
          value = value * 8 + Int(inside[index] - 0x30)
          index += 1
          digits += 1
        }
        result.append(UInt8(truncatingIfNeeded: value))
      case UInt8(ascii: "x"):
        var value: UInt8 = 0
        var digits = 0
        while digits < 2, index < inside.endIndex, let digit = HexDigit.value(inside[index]) {
          value = value << 4 | digit
          index += 1
          digits += 1
        }
        if digits == 0 { throw unknownEscape("x", line) }
        result.append(value)
      default: throw unknownEscape(String(UnicodeScalar(escaped)), line)
      }
    }
    // Escapes may be bytes of any encoding.
    guard let text = String(validating: result, as: UTF8.self) else {
      throw SpreadsheetError(
        .exchangeEncoding, "a text has escapes that are not UTF-8.",
        hint: "Save the file as UTF-8, and write letters as they are.", place: SpreadsheetError.Place(line: line))
    }
    return text
  }

  /// A text as it is written after a keyword: one string, or, for a text of several lines, an empty string followed by one
  /// string for each line.
  ///
  /// Only characters whose escapes every program understands are escaped. Other control characters are written
  /// unchanged.
  static func quoted(_ text: String) -> String {
    var lines: [[UInt8]] = [[]]
    for byte in text.utf8 {
      switch byte {
      case quote: lines[lines.count - 1] += [backslash, quote]
      case backslash: lines[lines.count - 1] += [backslash, backslash]
      case 0x09: lines[lines.count - 1] += Array("\\t".utf8)
      case 0x0D: lines[lines.count - 1] += Array("\\r".utf8)
      case 0x0A:
        lines[lines.count - 1] += Array("\\n".utf8)
        lines.append([])
      default: lines[lines.count - 1].append(byte)
      }
    }
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    let texts = lines.map { "\"\(String(decoding: $0, as: UTF8.self))\"" }
    return texts.count == 1 ? texts[0] : "\"\"\n" + texts.joined(separator: "\n")
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private static func unterminated(_ line: Int) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeFormat, "a text has no quote before and after it.",
      hint: "Check the file with msgfmt -c, or save it again in its program.", place: SpreadsheetError.Place(line: line)
    )
  }

  private static func unknownEscape(_ letter: String, _ line: Int) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeFormat, "the escape \"\\\(letter)\" is unknown.", hint: "Write a backslash as two.",
      place: SpreadsheetError.Place(line: line))
  }
}
