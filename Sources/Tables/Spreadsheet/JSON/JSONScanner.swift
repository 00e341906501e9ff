import Basics

/// Reads JSON (RFC 8259) from a source piece by piece: one value after another, texts as UTF-8 bytes.
final class JSONScanner {
  private let source: ByteSource
  private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  private var next = 0
  private var end = 0
  private var line = 1
  /// The bytes of the last text or number read.
  private(set) var text: [UInt8] = []
  /// The bytes of a text as in the source, with quotes and escapes.
  private var written: [UInt8] = []
  private let longestText: Int

  static let depth = JSONReader.depth

  init(_ source: ByteSource, longestText: Int) { (self.source, self.longestText) = (source, longestText) }

  deinit { block.deallocate() }

  /// The first byte of the next value or punctuation; nil at the end.
  func peek() throws(SpreadsheetError) -> UInt8? {
    while true {
      guard let byte = try peekByte() else { return nil }
      switch byte {
      case 0x20, 0x09, 0x0D: next += 1
      case 0x0A:
        line += 1
        next += 1
      default: return byte
      }
    }
  }

  /// Reads a byte of punctuation if it comes next. Returns whether it did.
  func take(_ byte: UInt8) throws(SpreadsheetError) -> Bool {
    guard try peek() == byte else { return false }
    next += 1
    return true
  }

  func expect(_ byte: UInt8) throws(SpreadsheetError) {
    guard try take(byte) else { throw syntaxError("expected \(Unicode.Scalar(byte))") }
  }

  func skipByteOrderMark() throws(SpreadsheetError) {
    guard try peekByte() == 0xEF else { return }
    for byte in [0xEF, 0xBB, 0xBF] as [UInt8] {
      guard try nextByte() == byte else { throw syntaxError("the text is not JSON") }
    }
  }

  func readText() throws(SpreadsheetError) {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    try expect(quote)
    written.removeAll(keepingCapacity: true)
    written.append(quote)
    var last = backslash
    while last != quote {
      guard try peekByte() != nil else { throw endError }
      let stop = block[next..<end].firstIndex { $0 == quote || $0 == backslash || $0 < 0x20 } ?? end
      written.append(contentsOf: block[next..<stop])
      next = stop
      // An escaped character takes at most six bytes for each of its own.
      if written.count / 6 > longestText { throw lengthError }
      guard stop < end else { continue }
      last = try requiredByte()
      written.append(last)
      if last < 0x20 { throw syntaxError("a text contains a control character that is not escaped") }
      if last == backslash { written.append(try requiredByte()) }
    }
    text.removeAll(keepingCapacity: true)
    do throws(JSONReader.SyntaxError) {
      try written.withUnsafeBufferPointer { (bytes) throws(JSONReader.SyntaxError) in
        var reader = try JSONReader(bytes)
        try reader.readString(appendingTo: &text)
      }
    } catch { throw syntaxError("a text contains \(error.message)") }
    if text.count > longestText { throw lengthError }
  }

  func readNumber() throws(SpreadsheetError) -> Double {
    text.removeAll(keepingCapacity: true)
    loop: while let byte = try peekByte() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        text.append(byte)
        next += 1
        if text.count > 4096 { throw syntaxError("a number is longer than 4096 digits") }
      default: break loop
      }
    }
    let isPlain = text.withUnsafeBufferPointer(NumberText.isPlain)
    guard isPlain, let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
      throw syntaxError("\"\(String(decoding: text, as: UTF8.self))\" is not a number")
    }
    return number
  }

  func readWord(_ word: StaticString) throws(SpreadsheetError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard try nextByte() == word.utf8Start[index] else { throw syntaxError("expected \(word)") }
    }
  }

  func skipValue(depth: Int = 0) throws {
    if depth > Self.depth { throw syntaxError("values are nested more than \(Self.depth) levels deep") }
    switch try peek() {
    case UInt8(ascii: "\""): try readText()
    case UInt8(ascii: "t"): try readWord("true")
    case UInt8(ascii: "f"): try readWord("false")
    case UInt8(ascii: "n"): try readWord("null")
    case UInt8(ascii: "["): try readArray { try skipValue(depth: depth + 1) }
    case UInt8(ascii: "{"): try readObject { _ in try skipValue(depth: depth + 1) }
    default: _ = try readNumber()
    }
  }

  func readArray(_ element: () throws -> Void) throws {
    try expect(UInt8(ascii: "["))
    if try take(UInt8(ascii: "]")) { return }
    repeat { try element() } while try take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
  }

  /// Reads an object; `member` receives each name and reads its value.
  func readObject(_ member: (String) throws -> Void) throws {
    try expect(UInt8(ascii: "{"))
    if try take(UInt8(ascii: "}")) { return }
    repeat {
      try readText()
      let name = String(decoding: text, as: UTF8.self)
      try expect(UInt8(ascii: ":"))
      try member(name)
    } while try take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
  }

  func syntaxError(_ message: String) -> SpreadsheetError {
    SpreadsheetError(.jsonSyntax, "\(message).", place: .init(line: line))
  }

  func shapeError(_ message: String) -> SpreadsheetError {
    SpreadsheetError(
      .jsonShape, "\(message).",
      hint: "A table is {\"worksheets\": [{\"name\": \"Sheet1\", \"rows\": [[\"a\", 1]]}]}, or an array of rows.",
      place: .init(line: line))
  }

  private var lengthError: SpreadsheetError {
    SpreadsheetError(.limitJSONText, "a text is longer than \(longestText) bytes.", place: .init(line: line))
  }

  private var endError: SpreadsheetError { syntaxError("the text ends too early") }

  private func peekByte() throws(SpreadsheetError) -> UInt8? {
    if next == end {
      next = 0
      end = try source.read(into: block)
      if end == 0 { return nil }
    }
    return block[next]
  }

  private func nextByte() throws(SpreadsheetError) -> UInt8? {
    guard let byte = try peekByte() else { return nil }
    next += 1
    return byte
  }

  private func requiredByte() throws(SpreadsheetError) -> UInt8 {
    guard let byte = try nextByte() else { throw endError }
    return byte
  }
}
