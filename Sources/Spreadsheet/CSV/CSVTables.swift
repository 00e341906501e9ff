extension TableFormat {
  /// Comma-separated text.
  public static let csv = TableFormat(CSVTableCoding(name: "csv", sharedExtensions: ["txt"], delimiter: nil))
  /// Tab-separated text.
  public static let tsv = TableFormat(CSVTableCoding(name: "tsv", sharedExtensions: [], delimiter: 0x09))
}

struct CSVTableCoding: TableCoding {
  let name: String
  let sharedExtensions: [String]
  /// The byte between fields that the name of the format stands for; nil leaves it to the options.
  let delimiter: UInt8?

  let holdsWorksheets = false
  let writesBlanks = true
  let guardsFormulas = true

  func writer(
    to output: any ByteOutput, for document: any TableReading, options: TableOptions
  ) throws(SpreadsheetError) -> any TableWriting {
    var options = options[CSVWritingOptions.self] ?? CSVWritingOptions()
    options.delimiter = options.delimiter ?? delimiter
    return CSVTableWriter(try CSVWriter(to: output, options: options))
  }
}

/// Delimited text as a document with one table, which has the name of the file.
struct CSVTable: TableReading {
  let document: CSVDocument
  let worksheets: [Worksheet]

  let guardsFormulas = true

  init(_ document: CSVDocument, path: String) {
    self.document = document
    worksheets = [Worksheet(name: FileName(path).base)]
  }

  func readRows(ofWorksheetAt index: Int, _ body: (Row) throws -> Void) throws {
    try document.readRows(body)
  }
}

private final class CSVTableWriter: TableWriting {
  private let writer: CSVWriter
  private let blank = Row()

  init(_ writer: CSVWriter) {
    self.writer = writer
  }

  func beginWorksheet(_ worksheet: Worksheet) {}

  func append(_ row: Row, after blankRows: Int) throws(SpreadsheetError) {
    for _ in 0..<blankRows { try writer.append(blank) }
    try writer.append(row)
  }

  func guardFormulas() {
    writer.escapesFormulas = true
  }

  func finish() throws(SpreadsheetError) {
    try writer.finish()
  }
}
