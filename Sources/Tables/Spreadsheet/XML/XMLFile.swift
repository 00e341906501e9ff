package enum XMLFile {
  /// Reads a file in pieces, so that memory does not grow with its size. Throws the codes of ``InputFile``,
  /// `file.empty`, `xml.malformed`, `xml.version`, `xml.encoding`, `xml.doctype`, `limit.xml-depth`, `limit.xml-tag`,
  /// `limit.xml-attributes`, `limit.xml-names`, each with the file and the line, and the errors of the reader.
  /// `file.changed` comes before all others.
  package static func read(_ path: String, limits: SpreadsheetLimits, with reader: any XMLElementReader) throws {
    let source = ByteSource(try InputFile(path: path))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ChunkBuffer.size, alignment: 64)
    defer { buffer.deallocate() }
    do {
      try XMLElementScan.withParser(kind: .exchangeFile, limits: limits, reader) { parser in
        var isEmpty = true
        var goesOn = true
        while goesOn, case let count = try source.read(into: buffer), count > 0 {
          isEmpty = false
          goesOn = parser.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        if isEmpty { throw SpreadsheetError.emptyFile }
        if goesOn { _ = parser.finish() }
        if let failure = parser.failure { throw failure }
      }
    } catch {
      try source.verify()
      guard let error = error as? SpreadsheetError else { throw error }
      throw error.inFile(path)
    }
  }
}

/// The rules for the parser about a kind of XML document.
struct XMLDocumentKind: Sendable {
  /// Whether a document type may be declared by an external identifier alone, which is skipped unread.
  let allowsExternalType: Bool
  /// Whether characters that XML does not allow are encoded, so that the reader decides what to do with them.
  let encodesForbidden: Bool
  let noun: String
  /// The kind of program that never writes what the parser refuses, as part of a sentence.
  let writer: String
  /// Advice for a document that no usual program writes, as a sentence.
  let remedy: String

  /// A part of a workbook. No spreadsheet program declares a document type.
  static let workbookPart = XMLDocumentKind(
    allowsExternalType: false, encodesForbidden: false, noun: "part", writer: "no spreadsheet program",
    remedy: "Open the file in a spreadsheet program and save it again.")

  /// A file that translation tools exchange. Many of them name a document type by habit, as in
  /// `<!DOCTYPE tmx SYSTEM "tmx14.dtd">`.
  static let exchangeFile = XMLDocumentKind(
    allowsExternalType: true, encodesForbidden: true, noun: "file", writer: "no translation tool",
    remedy: "Export the file from its program again.")
}
