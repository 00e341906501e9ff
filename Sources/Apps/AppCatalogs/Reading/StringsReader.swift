import Basics
import Exchange
import Spreadsheet

/// Reads Apple's .strings in UTF-8, or in UTF-16 with a byte order mark.
struct StringsReader {
  private let path: String
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var line = 1

  /// The texts of a file by name. If a name occurs twice, the last text is kept, as in Apple's reader.
  static func read(_ bytes: [UInt8], _ path: String) throws(SpreadsheetError) -> [ExactText: CatalogContents.Value] {
    if bytes.starts(with: "bplist".utf8) {
      throw CatalogFileError.malformed(
        path, "this is a binary property list, as in a built app",
        hint: "Convert a copy of it with `plutil -convert xml1`.")
    }
    guard let text = text(bytes) else {
      throw CatalogFileError.malformed(path, "the file is neither UTF-8 nor UTF-16", hint: "Save it as UTF-8.")
    }
    var reader = StringsReader(path: path, scalars: Array(text.unicodeScalars))
    return try reader.texts()
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    if let units = UTF16Bytes.units(bytes) {
      return bytes.count.isMultiple(of: 2) ? String(validating: units, as: UTF16.self) : nil
    }
    return String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
  }

  private mutating func texts() throws(SpreadsheetError) -> [ExactText: CatalogContents.Value] {
    var texts: [ExactText: CatalogContents.Value] = [:]
    while try skipBlank() {
      let name = try word("a name")
      guard try skipBlank() else { throw ended() }
      var value = name
      if consume("=") {
        guard try skipBlank() else { throw ended() }
        value = try word("a text")
        guard try skipBlank() else { throw ended() }
      }
      guard consume(";") else { throw failure("a semicolon is missing after \"\(Visible.text(name, limit: 60))\"") }
      texts[ExactText(name)] = .plain(value)
    }
    return texts
  }

  /// Skips white space and comments. Returns whether anything follows.
  private mutating func skipBlank() throws(SpreadsheetError) -> Bool {
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "/", next == "/" {
        while index < scalars.count, !isLineEnd(scalars[index]) { index += 1 }
      } else if scalar == "/", next == "*" {
        let start = line
        index += 2
        while !(index + 1 < scalars.count && scalars[index] == "*" && scalars[index + 1] == "/") {
          guard index < scalars.count else { throw failure("the comment that begins here does not end", start) }
          advance()
        }
        index += 2
      } else if scalar.properties.isWhitespace {
        advance()
      } else {
        return true
      }
    }
    return false
  }

  private var next: Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

  private func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }

  private mutating func advance() {
    if scalars[index] == "\n" { line += 1 }
    index += 1
  }

  private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard index < scalars.count, scalars[index] == scalar else { return false }
    index += 1
    return true
  }

  /// Reads a text in quotes, or a bare word of letters and digits.
  private mutating func word(_ what: String) throws(SpreadsheetError) -> String {
    let quote = scalars[index]
    guard quote == "\"" || quote == "'" else {
      var bare = String.UnicodeScalarView()
      while index < scalars.count, scalars[index].isASCII,
        scalars[index].properties.isAlphabetic || "0123456789._-$/:".unicodeScalars.contains(scalars[index])
      {
        bare.append(scalars[index])
        index += 1
      }
      guard !bare.isEmpty else { throw failure("\(what) in quotes was expected") }
      return String(bare)
    }
    let start = line
    index += 1
    var text = String.UnicodeScalarView()
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == quote {
        index += 1
        return String(text)
      }
      if scalar == "\\" {
        index += 1
        try readEscape(into: &text)
      } else {
        text.append(scalar)
        advance()
      }
    }
    throw failure("the text that begins here does not end", start)
  }

  private mutating func readEscape(into text: inout String.UnicodeScalarView) throws(SpreadsheetError) {
    guard index < scalars.count else { throw ended() }
    let letter = scalars[index]
    advance()
    if letter.isASCII, let character = CEscape.characters[UInt8(letter.value)] {
      return text.append(Unicode.Scalar(character))
    }
    switch letter {
    case "U", "u":
      let first = try unit()
      var second: UInt16?
      if UTF16.isLeadSurrogate(first), index + 1 < scalars.count, scalars[index] == "\\",
        "uU".unicodeScalars.contains(scalars[index + 1])
      {
        index += 2
        second = try unit()
      }
      guard let scalar = SurrogatePair.scalar(first, second) else { throw failure("half of a surrogate pair") }
      text.append(scalar)
    case "0"..."7":
      var value = letter.value - 0x30
      var count = 1
      while count < 3, index < scalars.count, ("0"..."7").contains(scalars[index]) {
        value = value << 3 | (scalars[index].value - 0x30)
        index += 1
        count += 1
      }
      text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    default: text.append(letter)
    }
  }

  private mutating func unit() throws(SpreadsheetError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard index < scalars.count, scalars[index].isASCII, let digit = HexDigit.value(UInt8(scalars[index].value))
      else { throw failure("an escape has fewer than four hexadecimal digits") }
      value = value << 4 | UInt16(digit)
      index += 1
    }
    return value
  }

  private func ended() -> SpreadsheetError { failure("the file ends within a text") }

  private func failure(_ what: String, _ line: Int? = nil) -> SpreadsheetError {
    CatalogFileError.malformed(path, what, line: line ?? self.line)
  }
}
