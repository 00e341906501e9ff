/// Writes rows as delimited text. Records end in CR LF, as in RFC 4180.
public final class CSVWriter {
  private let output: any ByteOutput
  private let options: CSVWritingOptions
  private let delimiter: UInt8
  private let encoder: IconvCoding?
  private let needles: CSVNeedles
  private let buffer: UnsafeMutablePointer<ByteBuffer>
  private var encoded = ByteBuffer(capacity: 1024)
  private var width = 0
  // Safe, because nothing called during an access can reach it. It is used for each row, so checks would be slow.
  @exclusivity(unchecked) private var recordCount = 0
  var escapesFormulas: Bool

  private static let blockSize = 256 << 10
  private static let quote = UInt8(ascii: "\"")

  /// Creates a writer, and begins the table.
  ///
  /// - Throws: `csv.encoding` for an unknown encoding, and the errors of the output.
  public init(to output: any ByteOutput, options: CSVWritingOptions = CSVWritingOptions()) throws(SpreadsheetError) {
    (self.output, self.options) = (output, options)
    escapesFormulas = options.escapesFormulas
    delimiter = options.delimiter ?? UInt8(ascii: ",")
    needles = CSVNeedles(delimiter: delimiter)
    do throws(SpreadsheetError) { encoder = try CSVEncoding.encoder(named: options.encoding) } catch {
      // `deinit` does not run before all properties are initialised.
      encoded.deallocate()
      throw error
    }
    buffer = .allocate(capacity: 1)
    buffer.initialize(to: ByteBuffer(capacity: Self.blockSize + (16 << 10)))
    if options.hasByteOrderMark, options.encoding.uppercased().hasPrefix("UTF") {
      buffer.pointee.append("\u{FEFF}")
      if encoder != nil { try encodeRecord() }
    }
  }

  deinit {
    buffer.pointee.deallocate()
    buffer.deallocate()
    encoded.deallocate()
  }

  /// Writes one record. A record shorter than the first is filled up with empty fields.
  ///
  /// - Throws: `csv.encoding` for a character that the encoding lacks, and the errors of the output.
  public func append(_ row: Row) throws(SpreadsheetError) {
    let storage = row.storage
    let fields = max(width, (storage.pointee.filled.last?.column ?? -1) + 1)
    if recordCount == 0 { width = fields }
    recordCount += 1
    var column = 0
    for cell in storage.pointee.filled {
      appendEmptyFields(from: column, to: cell.column)
      let start = UnsafePointer(storage.pointee.bytes + cell.offset)
      let text = UnsafeBufferPointer(start: start, count: cell.length)
      let isGuarded = escapesFormulas && cell.kind == .text && FormulaGuard.needsApostrophe(text)
      appendField(start, count: cell.length, isFirst: cell.column == 0, isGuarded: isGuarded)
      column = cell.column + 1
    }
    appendEmptyFields(from: column, to: fields)
    buffer.pointee.append("\r\n" as StaticString)
    if encoder != nil { try encodeRecord() }
    if buffer.pointee.count >= Self.blockSize { try flush() }
  }

  /// Writes the remaining bytes and finishes the output.
  ///
  /// - Throws: The errors of the output.
  public func finish() throws(SpreadsheetError) {
    try flush()
    encoder?.finish(into: &encoded)
    try output.write(encoded)
    encoded.truncate(to: 0)
    try output.finish()
  }

  @inline(__always) private func appendEmptyFields(from column: Int, to end: Int) {
    var column = column
    while column < end {
      if column > 0 { buffer.pointee.append(delimiter) }
      if options.quoting == .all { buffer.pointee.append("\"\"") }
      column += 1
    }
  }

  @inline(__always) private func appendField(_ start: UnsafePointer<UInt8>, count: Int, isFirst: Bool, isGuarded: Bool)
  {
    // In the worst case every byte is a quote. Whole words are written past the end.
    var out = buffer.pointee.reserve(count * 2 + 24)
    out.pointee = delimiter
    if !isFirst { out += 1 }
    if options.quoting == .asNeeded, !isGuarded, recordCount > 1 || !startsOddly(start, count),
      needles.copyWhole(start, count: count, to: out)
    {
      buffer.pointee.advance(to: out + count)
      return
    }
    let end = start + count
    var next = start
    out.pointee = Self.quote
    out += 1
    if isGuarded {
      out.pointee = UInt8(ascii: "'")
      out += 1
    }
    while true {
      needles.copy(&next, end, &out, isQuoted: true)
      if next == end { break }
      out[0] = next.pointee
      out[1] = Self.quote
      out += next.pointee == Self.quote ? 2 : 1
      next += 1
    }
    out.pointee = Self.quote
    buffer.pointee.advance(to: out + 1)
  }

  /// Whether the first field of the file would be misread without quotes.
  private func startsOddly(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count < 3 { return false }
    // A byte order mark, or the line that names the delimiter.
    if start[0] == 0xEF, start[1] == 0xBB { return true }
    return count >= 4 && start[0] | 0x20 == UInt8(ascii: "s") && start[1] | 0x20 == UInt8(ascii: "e")
      && start[2] | 0x20 == UInt8(ascii: "p") && start[3] == UInt8(ascii: "=")
  }

  /// Encodes one record at a time, so that an error can name its record.
  private func encodeRecord() throws(SpreadsheetError) {
    guard let encoder else { return }
    let text = UnsafeBufferPointer(start: UnsafePointer(buffer.pointee.base), count: buffer.pointee.count)
    if let scalar = encoder.encode(text, into: &encoded) {
      throw SpreadsheetError(
        .csvEncoding,
        "the character \(scalar.description) (U+\(String(scalar.value, radix: 16, uppercase: true))) in record"
          + " \(recordCount) can't be written in \(options.encoding).", hint: "Write UTF-8.")
    }
    buffer.pointee.truncate(to: 0)
    if encoded.count >= Self.blockSize {
      try output.write(encoded)
      encoded.truncate(to: 0)
    }
  }

  private func flush() throws(SpreadsheetError) {
    try output.write(buffer.pointee)
    buffer.pointee.truncate(to: 0)
  }
}
