import Basics

protocol TableReading {
  var worksheets: [Worksheet] { get }
  var properties: DocumentProperties { get }
  /// Whether texts that look like formulas may have the apostrophe of `FormulaGuard`.
  var guardsFormulas: Bool { get }
  var warnings: [TableWarning] { get }

  /// Reads the rows of one worksheet in order.
  func readRows(ofWorksheetAt index: Int, _ body: (Row) throws -> Void) throws
  func numberFormat(ofStyle style: Int) -> String
}

extension TableReading {
  var properties: DocumentProperties { DocumentProperties() }
  var guardsFormulas: Bool { false }
  var warnings: [TableWarning] { [] }

  func numberFormat(ofStyle style: Int) -> String { "General" }
}

protocol TableWriting: AnyObject {
  /// Ends the current worksheet, if there is one, and begins the next.
  func beginWorksheet(_ worksheet: Worksheet) throws(SpreadsheetError)
  /// Writes one row, with a number of blank rows between it and the row before.
  func append(_ row: Row, after blankRows: Int) throws(SpreadsheetError)
  /// From the next row on, puts the apostrophe of `FormulaGuard` before texts that need it. Only called for delimited
  /// formats.
  func guardFormulas()
  func finish() throws(SpreadsheetError)
}

extension TableWriting { func guardFormulas() {} }

extension XLSXWorkbook: TableReading {}

extension JSONTableReader: TableReading {}

/// Delimited text is a document of one worksheet, which has the name of the file.
extension CSVDocument: TableReading {
  var worksheets: [Worksheet] { [Worksheet(name: FileName(file.path).base)] }
  var guardsFormulas: Bool { true }

  func readRows(ofWorksheetAt index: Int, _ body: (Row) throws -> Void) throws { try readRows(body) }
}

/// A page has one table.
extension PageTable: TableReading {
  var worksheets: [Worksheet] { [Worksheet(name: worksheet)] }

  func readRows(ofWorksheetAt index: Int, _ body: (Row) throws -> Void) throws { try readRows(body) }
}

extension JSONTableWriter: TableWriting {
  func append(_ row: Row, after blankRows: Int) throws(SpreadsheetError) {
    // A row is written at its index, with the blank rows before it.
    try append(row)
  }
}

extension PageTableWriter: TableWriting {
  func append(_ row: Row, after blankRows: Int) throws(SpreadsheetError) {
    for _ in 0..<blankRows { try append(Row()) }
    try append(row)
  }
}

extension CSVWriter: TableWriting {
  func beginWorksheet(_ worksheet: Worksheet) {}

  func append(_ row: Row, after blankRows: Int) throws(SpreadsheetError) {
    if blankRows > 0 {
      let blank = Row()
      for _ in 0..<blankRows { try append(blank) }
    }
    try append(row)
  }

  func guardFormulas() { escapesFormulas = true }
}

/// Writes the tables of a document to a workbook. Of their styles only number formats are kept.
final class XLSXTableWriter: TableWriting {
  private let writer: XLSXWriter
  private let document: any TableReading
  /// The writer's style for each of the document's styles, as far as rows have needed them. Unchecked access is safe, because
  /// nothing called during an access can reach it; the checks would cost 0.7 % of a conversion from CSV.
  @exclusivity(unchecked) private var styleMap = [0]

  init(_ writer: XLSXWriter, document: any TableReading) { (self.writer, self.document) = (writer, document) }

  func beginWorksheet(_ worksheet: Worksheet) throws(SpreadsheetError) {
    var layout = WorksheetLayout(name: writer.allowedWorksheetName(worksheet.name))
    layout.visibility = worksheet.visibility
    layout.isLandscape = false
    try writer.beginWorksheet(layout)
  }

  func append(_ row: Row, after blankRows: Int) throws(SpreadsheetError) {
    if blankRows > 0 { try writer.appendBlankRows(blankRows) }
    registerStyles(of: row)
    try writer.append(row, styleMap: styleMap)
  }

  func finish() throws(SpreadsheetError) { try writer.finish() }

  private func registerStyles(of row: Row) {
    let highest = row.storage.pointee.filled.reduce(0) { max($0, $1.style) }
    while styleMap.count <= highest {
      var style = CellStyle()
      style.numberFormat = document.numberFormat(ofStyle: styleMap.count)
      styleMap.append(writer.register(style))
    }
  }
}
