@testable import Spreadsheet

/// The cells of a table, row by row; nil where there is none.
typealias Table = [[String?]]

extension CSVDocument {
  /// All rows as texts.
  func table() throws -> Table {
    var table: Table = []
    try readRows { table.append($0.texts) }
    return table
  }
}

extension Row {
  /// The texts up to the last cell.
  var texts: [String?] {
    (0..<(filledCells.last.map { $0.column + 1 } ?? 0)).map { column in cell(inColumn: column).map { text(of: $0) } }
  }

  /// A row of texts; nil and empty ones leave no cell.
  convenience init(texts: [String?]) {
    self.init()
    for (column, text) in texts.enumerated() { if let text, !text.isEmpty { append(text, column: column) } }
  }
}

func csv(_ bytes: [UInt8], _ options: CSVReadingOptions = CSVReadingOptions(), chunkSize: Int = 256 << 10) throws
  -> Table
{
  try CSVDocument(InputFile(bytes: bytes), options: options, limits: SpreadsheetLimits(), chunkSize: chunkSize).table()
}

func csv(_ text: String, _ options: CSVReadingOptions = CSVReadingOptions(), chunkSize: Int = 256 << 10) throws -> Table
{ try csv(Array(text.utf8), options, chunkSize: chunkSize) }

func csvBytes(_ table: Table, _ options: CSVWritingOptions) throws -> [UInt8] {
  let output = MemoryOutput()
  let writer = try CSVWriter(to: output, options: options)
  for texts in table { try writer.append(Row(texts: texts)) }
  try writer.finish()
  return output.bytes
}

/// The error that some code throws, which has to be one of this module's.
func spreadsheetError<Value>(_ body: () throws -> Value) -> SpreadsheetError? {
  do {
    _ = try body()
    return nil
  } catch { return error as? SpreadsheetError }
}
