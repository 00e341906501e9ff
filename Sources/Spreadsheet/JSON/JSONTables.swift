extension TableFormat {
  /// JSON in the shape of ``JSONTableWriter``.
  public static let json = TableFormat(JSONTableCoding())
}

struct JSONTableCoding: NamedTableCoding {
  let name = "json"
  let writesBlanks = true

  func document(path: String, options: TableOptions) throws(SpreadsheetError) -> any TableReading {
    try JSONTableReader(path: path, limits: options.limits)
  }

  func writer(
    to output: any ByteOutput, for document: any TableReading, options: TableOptions
  ) throws(SpreadsheetError) -> any TableWriting {
    JSONTableWriter(to: output)
  }
}

extension JSONTableReader: TableReading {}

extension JSONTableWriter: TableWriting {
  package func beginWorksheet(_ worksheet: Worksheet) throws(SpreadsheetError) {
    try beginWorksheet(name: worksheet.name, isHidden: worksheet.visibility != .visible)
  }

  package func append(_ row: Row, after blankRows: Int) throws(SpreadsheetError) {
    // A row is written at its index, with the blank rows before it.
    try append(row)
  }
}
