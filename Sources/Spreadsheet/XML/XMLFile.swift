/// Reads a file that is one XML document.
package enum XMLFile {
  /// Reads a file in pieces, so that memory does not grow with its size.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - kind: What the document is.
  ///   - limits: The limits for depth and tags.
  ///   - reader: Receives the elements.
  /// - Throws: The codes of ``InputFile``, `file.empty`, `xml.malformed`, `xml.encoding`, `xml.doctype`,
  ///   `limit.xml-depth`, `limit.xml-tag`, `limit.xml-attributes`, `limit.xml-names`, each with the file and the line,
  ///   and the errors of the reader. `file.changed` comes before all others.
  package static func read(
    _ path: String, kind: XMLDocumentKind = .exchangeFile, limits: SpreadsheetLimits,
    with reader: any XMLElementReader
  ) throws {
    let source = try FileSource(path: path)
    do {
      try read(source, kind: kind, limits: limits, with: reader)
    } catch {
      try source.verify()
      guard var error = error as? SpreadsheetError else { throw error }
      if error.place.file == nil { error.place.file = path }
      throw error
    }
  }

  /// The bytes of a whole document in UTF-8, without a byte order mark.
  ///
  /// - Parameter path: A file that ``read(_:kind:limits:with:)`` has read.
  /// - Throws: The codes of ``InputFile``, `limit.part-size` and `xml.encoding`.
  package static func utf8(ofFileAt path: String, limits: SpreadsheetLimits) throws(SpreadsheetError) -> [UInt8] {
    let file = try InputFile(path: path)
    guard file.size <= limits.partSize else {
      throw .limit(
        .limitPartSize, "the file has more than \(limits.partSize) bytes.", raise: "partSize",
        place: SpreadsheetError.Place(file: path))
    }
    let bytes = try file.bytes(file.size, at: 0)
    if file.hasChanged { throw file.changedError }
    guard let (encoding, markSize) = bytes.withUnsafeBytes(XMLEncoding.detect) else {
      throw SpreadsheetError(
        .xmlEncoding, "the character encoding of the file is unknown; only UTF-8 and UTF-16 are allowed.",
        place: SpreadsheetError.Place(file: path))
    }
    if encoding == .utf8 { return Array(bytes[markSize...]) }
    var transcoder = UTF16Transcoder(isBigEndian: encoding == .utf16BigEndian)
    var text: [UInt8] = []
    _ = bytes.withUnsafeBytes { transcoder.append(UnsafeRawBufferPointer(rebasing: $0[markSize...]), to: &text) }
    return XMLEncoding.undeclared(text)
  }

  /// Reads a document from any source of bytes.
  static func read(
    _ source: any ByteSource, kind: XMLDocumentKind, limits: SpreadsheetLimits, with reader: any XMLElementReader
  ) throws {
    let context = UnsafeMutablePointer<XMLElementScan>.allocate(capacity: 1)
    context.initialize(
      to: XMLElementScan(xml: XMLScan(part: nil, kind: kind, limits: limits), reader: reader))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: InflatedChunks.size, alignment: 64)
    defer {
      context.deinitialize(count: 1)
      context.deallocate()
      buffer.deallocate()
    }
    guard let parser = XMLPushParser(XMLElementScan.callbacks, context: context, scan: \.xml, limits: limits) else {
      throw SpreadsheetError(.ioMemory, "there is not enough memory to read the file.")
    }
    var isEmpty = true
    var goesOn = true
    while goesOn, case let count = try source.read(into: buffer), count > 0 {
      isEmpty = false
      goesOn = parser.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    if isEmpty { throw SpreadsheetError.emptyFile }
    if goesOn { _ = parser.finish() }
    if let failure = context.pointee.xml.failure { throw failure }
  }
}
