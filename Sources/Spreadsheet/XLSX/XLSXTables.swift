extension TableFormat {
  /// Office Open XML workbook.
  public static let xlsx = TableFormat(XLSXTableCoding())
}

struct XLSXTableCoding: TableCoding {
  let name = "xlsx"
  /// With macros, and templates without and with them.
  let otherExtensions = ["xlsm", "xltx", "xltm"]
  let writesBlanks = false

  func writer(
    to output: any ByteOutput, for document: any TableReading, options: TableOptions
  ) throws(SpreadsheetError) -> any TableWriting {
    let options = options[XLSXWritingOptions.self] ?? XLSXWritingOptions()
    return XLSXTableWriter(
      try XLSXWriter(to: output, properties: document.properties, options: options), document: document)
  }
}

struct XLSXTables: TableReading {
  let workbook: XLSXWorkbook

  var worksheets: [Worksheet] { workbook.worksheets }
  var properties: DocumentProperties { workbook.properties }

  func readRows(ofWorksheetAt index: Int, _ body: (Row) throws -> Void) throws {
    try workbook.readRowsAhead(ofWorksheetAt: index, body)
  }

  func numberFormat(ofStyle style: Int) -> String {
    workbook.numberFormat(ofStyle: style)
  }
}

/// Writes the tables of a document to a workbook. Of their styles only number formats are kept.
private final class XLSXTableWriter: TableWriting {
  private let writer: XLSXWriter
  private let document: any TableReading
  /// The writer's style for each of the document's styles, as far as rows have needed them.
  // Nothing that is called while it is in use can reach it; the checks would cost 0.7 % of a conversion from CSV.
  @exclusivity(unchecked) private var styleMap = [0]

  init(_ writer: XLSXWriter, document: any TableReading) {
    self.writer = writer
    self.document = document
  }

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

  func finish() throws(SpreadsheetError) {
    try writer.finish()
  }

  private func registerStyles(of row: Row) {
    let cells = row.storage.pointee.cells
    var highest = 0
    for position in 0..<row.storage.pointee.cellCount { highest = max(highest, cells[position].style) }
    while styleMap.count <= highest {
      var style = CellStyle()
      style.numberFormat = document.numberFormat(ofStyle: styleMap.count)
      styleMap.append(writer.register(style))
    }
  }
}
