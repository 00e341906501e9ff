/// A table of delimited text (RFC 4180 and the variants that programs write), read record by record.
///
/// Memory does not grow with the number of records.
public final class CSVDocument {
  /// The byte between fields, known once reading has begun.
  package private(set) var delimiter: UInt8 = UInt8(ascii: ",")
  /// The name of the character encoding, known once reading has begun.
  package private(set) var encoding = "UTF-8"
  /// The faults that a lenient reading accepted, known after reading.
  package private(set) var warnings: [TableWarning] = []
  /// The line where the current record begins, counted from one.
  package var line: Int { scanner?.recordLine ?? 1 }

  let file: InputFile
  private let options: CSVReadingOptions
  private let limits: SpreadsheetLimits
  private let chunkSize: Int
  private var scanner: CSVScanner?

  package init(
    _ file: InputFile, options: CSVReadingOptions = CSVReadingOptions(),
    limits: SpreadsheetLimits = SpreadsheetLimits(), chunkSize: Int = 256 << 10
  ) { (self.file, self.options, self.limits, self.chunkSize) = (file, options, limits, chunkSize) }

  /// Reads all records in order. Every field is a text; an empty field leaves no cell, and a blank line is a row
  /// without cells.
  ///
  /// - Parameter body: Receives each row, which is reused for the next record. An error that it throws ends the
  ///   reading.
  /// - Throws: `csv.encoding`, `csv.unterminated-quote`, `csv.text-after-quote`, `csv.bare-quote`, `csv.nul`,
  ///   `csv.field-count`, `csv.binary`, `limit.csv-field`, `limit.columns`, `file.changed`, `io.read`.
  public func readRows(_ body: (Row) throws -> Void) throws {
    let source = ByteSource(file)
    do { try read(source, body) } catch let error as SpreadsheetError
      where error.place.file == nil && error.place.line != nil
    {
      // Another program may still be writing the file and cause this fault.
      try source.verify()
      throw error.inFile(file.path)
    }
  }

  private func read(_ source: ByteSource, _ body: (Row) throws -> Void) throws {
    let text: CSVTextReader
    do { text = try CSVTextReader(source, options, chunkSize: chunkSize) } catch { throw error.inFile(file.path) }
    encoding = text.encoding
    let head = try CSVHead(text, options)
    let finding = CSVDelimiter.found(in: head.bytes, isWhole: head.isWhole, options)
    delimiter = options.delimiter ?? finding.delimiter
    let scanner = CSVScanner(
      delimiter: delimiter, line: finding.separatorLine > 0 ? 2 : 1, limits: limits, options: options,
      faults: faults(of: text, head, finding))
    self.scanner = scanner
    defer { warnings = scanner.faults.warnings }
    try scan(head.chunk(after: finding.separatorLine), with: scanner, isGuessed: text.isGuessed, body)
    if head.chunk.brokenOffset == nil {
      let isGuessed = text.isGuessed
      // A short text is not worth a thread.
      let chunks = text.chunks(isAhead: !head.isWhole && head.bytes.count >= chunkSize / 2)
      defer { chunks.close() }
      while let chunk = try chunks.next()?.chunk { try scan(chunk, with: scanner, isGuessed: isGuessed, body) }
    }
    try scanner.finish(body)
  }

  private func faults(of text: CSVTextReader, _ head: CSVHead, _ finding: CSVDelimiter.Finding) -> CSVFaults {
    var faults = CSVFaults(isLenient: options.isLenient)
    if !options.isLenient { return faults }
    if head.isWhole, head.bytes.isEmpty, head.chunk.brokenOffset == nil {
      faults.guess(.fileEmpty, "the file is empty, and was read as a table without rows.")
    }
    if text.isGuessed {
      faults.guess(.csvEncoding, "the file has no byte order mark, and was read as \(encoding), which it looks like.")
    }
    if options.delimiter == nil, let guess = finding.guess { faults.guess(.csvDelimiter, guess) }
    return faults
  }

  private func scan(
    _ chunk: CSVTextReader.Chunk, with scanner: CSVScanner, isGuessed: Bool, _ body: (Row) throws -> Void
  ) throws {
    if chunk.isSuspect { scanner.isSuspect = true }
    if chunk.replacements > 0 {
      try scanner.faults.report(.encoding, line: scanner.line, count: chunk.replacements) {
        SpreadsheetError(.csvEncoding, "")
      }
    }
    try scanner.scan(chunk.bytes, body)
    if let offset = chunk.brokenOffset {
      var message = "the byte at offset \(offset) is not valid \(encoding)."
      var hint = "Name the encoding of the file."
      if isGuessed {
        message =
          "the file looks like \(encoding) without a byte order mark, but the byte at offset \(offset) does not fit it."
        hint = "Save it as CSV UTF-8, or name its encoding\(options.encodingFlag)."
      } else if options.encoding == nil {
        hint =
          "Save it as CSV UTF-8, or name its encoding\(options.encodingFlag); Excel's plain CSV is Windows-1252 in Western "
          + "Europe."
      }
      throw SpreadsheetError(.csvEncoding, message, hint: hint, place: scanner.place)
    }
  }
}

/// The start of the text: at least its first record, unless that is very long. In a lenient reading it has more records.
private final class CSVHead {
  private var buffer = ByteBuffer(capacity: 1024)
  private(set) var chunk = CSVTextReader.Chunk(bytes: UnsafeBufferPointer(start: nil, count: 0))
  private(set) var isWhole = false

  init(_ text: CSVTextReader, _ options: CSVReadingOptions) throws(SpreadsheetError) {
    var looked = 0
    while chunk.brokenOffset == nil {
      // Examined again only after the text has doubled, so that small chunks cost no more than large ones.
      if buffer.count > 2 * looked {
        if CSVDelimiter.isDecided(by: bytes, options) { break }
        looked = buffer.count
      }
      guard let next = try text.next() else {
        isWhole = true
        break
      }
      buffer.append(next.bytes)
      chunk.isSuspect = chunk.isSuspect || next.isSuspect
      chunk.replacements += next.replacements
      chunk.brokenOffset = next.brokenOffset
    }
    _ = buffer.reserve(CSVTextReader.padding)
    chunk.bytes = bytes
  }

  deinit { buffer.deallocate() }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: buffer.base, count: buffer.count) }

  func chunk(after count: Int) -> CSVTextReader.Chunk {
    var rest = chunk
    rest.bytes = UnsafeBufferPointer(rebasing: bytes[count...])
    return rest
  }
}
