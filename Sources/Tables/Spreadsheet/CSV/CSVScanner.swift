/// Splits the text of a CSV file into records (RFC 4180), chunk by chunk.
///
/// Scans the text once, eight bytes at a time, and copies fields straight into the row. A field or record may span any
/// number of chunks. Delimiters and quotes are recognised as bytes, so a combining character after one does not hide
/// it.
final class CSVScanner {
  enum State {
    case recordStart
    case fieldStart
    case plain
    case quoted
    case quoteInQuoted
    /// After a carriage return that ended a record; a line feed here belongs to it.
    case carriageReturn
  }

  static let longestRecord = 64 << 20

  let row = Row()
  let delimiter: UInt8
  let limits: SpreadsheetLimits
  let unescapesFormulas: Bool
  /// The byte around fields; 256 or more if there is none.
  private let quote: UInt16
  var faults: CSVFaults
  /// Whether fields may contain bytes that are not UTF-8.
  var isSuspect = false

  var state = State.recordStart
  var line: Int
  var recordLine: Int
  private var quoteLine = 0
  /// Only errors name the column of a quote, so it is counted when its chunk ends or an error needs it. Until then this
  /// is how many characters of its line were in earlier chunks.
  private var quoteColumn = 0
  private var quotePlace: (lineStart: UnsafePointer<UInt8>, quote: UnsafePointer<UInt8>)?
  /// How many characters of the current line were in earlier chunks.
  private var charactersBefore = 0
  var fieldOffset = 0
  var column = 0
  var recordIndex = 0
  /// How many fields a record may have: as many as the header.
  var width = 0
  var hasHeader = false
  var hasShortRecords = false
  private let needles: CSVNeedles

  init(delimiter: UInt8, line: Int, limits: SpreadsheetLimits, options: CSVReadingOptions, faults: CSVFaults) {
    (self.delimiter, self.line, self.limits, self.faults) = (delimiter, line, limits, faults)
    recordLine = line
    unescapesFormulas = options.unescapesFormulas
    let quote = options.quote == delimiter ? nil : options.quote
    self.quote = quote.map(UInt16.init) ?? 0x100
    needles = CSVNeedles(delimiter: delimiter, quote: quote)
    row.removeAll(index: 0)
  }

  /// Scans a chunk with ``CSVTextReader/padding`` bytes after its end, and passes on each record that ends in it.
  func scan(_ chunk: UnsafeBufferPointer<UInt8>, _ body: (Row) throws -> Void) throws {
    guard let start = chunk.baseAddress else { return }
    let end = start + chunk.count
    let storage = row.storage
    // The bytes kept from a chunk are never longer than the chunk, except that whole words are copied.
    storage.pointee.reserveBytes(chunk.count + 16)
    var next = start
    var lineStart = start
    var out = storage.pointee.bytes + storage.pointee.byteCount
    while next < end {
      switch state {
      case .carriageReturn:
        state = .recordStart
        if next.pointee == 0x0A {
          next += 1
          charactersBefore = 0
          lineStart = next
        }
      case .recordStart:
        recordLine = line
        let byte = next.pointee
        if byte != 0x0A, byte != 0x0D { fallthrough }
        try endRecord(body)
        out = storage.pointee.bytes
        next += 1
        lineStart = startLine(next)
        state = byte == 0x0A ? .recordStart : .carriageReturn
      case .fieldStart:
        state = .plain
        if UInt16(next.pointee) != quote { fallthrough }
        (quoteLine, quoteColumn, quotePlace) = (line, charactersBefore, (lineStart, next))
        next += 1
        state = .quoted
      case .plain:
        needles.copy(&next, end, &out, isQuoted: false)
        if next == end { break }
        let byte = next.pointee
        next += 1
        if byte == delimiter || byte == 0x0A || byte == 0x0D {
          storage.pointee.truncateBytes(to: out - storage.pointee.bytes)
          try endField()
          state = .fieldStart
          if byte != delimiter {
            try endRecord(body)
            out = storage.pointee.bytes
            lineStart = startLine(next)
            state = byte == 0x0A ? .recordStart : .carriageReturn
          }
          if isSuspect {
            storage.pointee.reserveBytes(end - next + 16)
            out = storage.pointee.bytes + storage.pointee.byteCount
          }
        } else {
          if byte == 0 || UInt16(byte) == quote { try reportOddByte(byte, next - 1, lineStart) }
          out.pointee = byte
          out += 1
        }
      case .quoted:
        needles.copy(&next, end, &out, isQuoted: true)
        if next == end { break }
        let byte = next.pointee
        next += 1
        if UInt16(byte) == quote {
          state = .quoteInQuoted
          break
        }
        if byte == 0 { try reportOddByte(byte, next - 1, lineStart) }
        // A carriage return starts a line. So does a line feed, unless it follows a carriage return, perhaps one in the
        // last chunk.
        let follows = out > storage.pointee.bytes + fieldOffset && out[-1] == 0x0D
        if byte == 0x0D || (byte == 0x0A && !follows) { lineStart = startLine(next) }
        if byte == 0x0A, follows {
          charactersBefore = 0
          lineStart = next
        }
        out.pointee = byte
        out += 1
      case .quoteInQuoted:
        let byte = next.pointee
        if UInt16(byte) == quote {
          out.pointee = byte
          out += 1
          next += 1
          state = .quoted
        } else {
          if byte != delimiter, byte != 0x0A, byte != 0x0D { try reportTextAfterQuote(next, lineStart) }
          state = .plain
        }
      }
    }
    storage.pointee.truncateBytes(to: out - storage.pointee.bytes)
    charactersBefore += characters(lineStart, end)
    countQuoteColumn()
    try checkLength()
  }

  private func countQuoteColumn() {
    if let quotePlace { quoteColumn += characters(quotePlace.lineStart, quotePlace.quote) + 1 }
    quotePlace = nil
  }

  /// Ends the last record if the file has no line end after it.
  func finish(_ body: (Row) throws -> Void) throws {
    switch state {
    case .recordStart, .carriageReturn: return
    case .quoted:
      try faults.report(.unterminatedQuote, line: quoteLine) { [quoteLine, quoteColumn] in
        SpreadsheetError(
          .csvUnterminatedQuote, "the quote that opens here is never closed.",
          hint: "Close it, or double it if it belongs to the text.", place: .init(line: quoteLine, column: quoteColumn))
      }
    case .fieldStart, .plain, .quoteInQuoted: break
    }
    try endField()
    try checkLastRecord()
    try endRecord(body)
    state = .recordStart
  }

  var place: SpreadsheetError.Place { .init(line: line, column: charactersBefore + 1) }

  private func startLine(_ next: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    line += 1
    charactersBefore = 0
    return next
  }

  private func characters(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int {
    var count = end - start
    for index in stride(from: 0, to: count, by: 8) {
      let word = ByteWord.at(start + index)
      // A byte inside a character has its highest bit set and the next bit clear. Those after the end are shifted out.
      let inside = (word >> 7 & ~(word >> 6) & 0x0101_0101_0101_0101) << max(0, 64 - 8 * (end - start - index))
      count -= inside.nonzeroBitCount
    }
    return count
  }

  private func characterColumn(_ byte: UnsafePointer<UInt8>, _ lineStart: UnsafePointer<UInt8>) -> Int {
    charactersBefore + characters(lineStart, byte) + 1
  }

  private func reportOddByte(_ byte: UInt8, _ next: UnsafePointer<UInt8>, _ lineStart: UnsafePointer<UInt8>)
    throws(SpreadsheetError)
  {
    try faults.report(byte == 0 ? .nul : .bareQuote, line: line) {
      let place = SpreadsheetError.Place(line: line, column: characterColumn(next, lineStart))
      if byte == 0 {
        return SpreadsheetError(
          .csvNUL, "there is a NUL byte.", hint: "Save the table again as CSV UTF-8.", place: place)
      }
      return SpreadsheetError(
        .csvBareQuote, "there is a quote inside a field that doesn't begin with one.",
        hint: "Put the field in quotes and double the quotes inside it.", place: place)
    }
  }

  private func reportTextAfterQuote(_ next: UnsafePointer<UInt8>, _ lineStart: UnsafePointer<UInt8>)
    throws(SpreadsheetError)
  {
    try faults.report(.textAfterQuote, line: line) {
      countQuoteColumn()
      return SpreadsheetError(
        .csvTextAfterQuote,
        "there is text after a closing quote; the opening quote is in line \(quoteLine), column \(quoteColumn).",
        hint: "Double the quotes that belong to the text.",
        place: .init(line: line, column: characterColumn(next, lineStart)))
    }
  }
}
