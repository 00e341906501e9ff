import Basics

/// Writes an XLSX document row by row.
///
/// Memory does not grow with the number of rows. The same calls give the same bytes, on any number of processors.
public final class XLSXWriter {
  private let output: any ByteOutput
  private let properties: DocumentProperties
  /// How many rows a worksheet has before they continue in the next one.
  var rowsPerWorksheet = SpreadsheetLimits.rows
  private let container: ZIPWriter
  private let strings: SharedStringsWriter
  private let styles = StylesPartWriter()
  private let columnNames = ColumnNames()
  private var names = WorksheetNames()
  private var entries: [XMLPart.WrittenWorksheet] = []
  private var worksheet: WorksheetPartWriter?
  /// The header rows of the worksheet, kept to be repeated in the next one.
  private var headerRows: [Row] = []

  /// Creates a writer, and begins the document.
  ///
  /// - Parameters:
  ///   - output: Where the document is written.
  ///   - properties: The properties of the document.
  ///   - threads: How many threads compress, at least one; nil for one per processor. The written bytes do not depend on
  ///     it.
  /// - Throws: The errors of `output`.
  public init(to output: any ByteOutput, properties: DocumentProperties = DocumentProperties(), threads: Int? = nil)
    throws(SpreadsheetError)
  {
    (self.output, self.properties) = (output, properties)
    container = ZIPWriter(to: output, threads: threads ?? WorkerThread.processors)
    strings = SharedStringsWriter(in: container)
    // These parts come first: programs that look at a file's first bytes recognise it by them.
    let hasCustom = !properties.custom.isEmpty
    try container.addPart(named: "_rels/.rels", XMLPart.packageRelationships(hasCustomProperties: hasCustom))
    try container.addPart(named: "docProps/core.xml", XMLPart.coreProperties(properties))
    try container.addPart(named: "docProps/app.xml", XMLPart.applicationProperties())
    if hasCustom { try container.addPart(named: "docProps/custom.xml", XMLPart.customProperties(properties)) }
  }

  /// The index of a style for ``Cell/style`` and ``ColumnLayout/style``. The same style gives the same index; the
  /// default style is 0.
  package func register(_ style: CellStyle) -> Int { styles.register(style) }

  /// Ends the current worksheet, if there is one, and begins the next.
  ///
  /// - Throws: `xlsx.sheet-name`, `limit.columns`, `limit.data-validation`, and the errors of the output.
  public func beginWorksheet(_ layout: WorksheetLayout) throws(SpreadsheetError) {
    try endWorksheet()
    headerRows.removeAll()
    try begin(layout)
  }

  /// Writes one row below the existing ones; ``Row/index`` does not matter.
  ///
  /// If a worksheet is full, the rows continue in another one, `Name (2)`, which repeats the header rows.
  ///
  /// - Throws: `xlsx.number` for a number that is infinite or NaN, `limit.cell-text`, `limit.columns`, and the errors of
  ///   the output.
  public func append(_ row: Row) throws(SpreadsheetError) { try append(row, styleMap: nil) }

  /// Writes one row in which some cells are formulas, by column, whose texts are the stored results.
  package func append(_ row: Row, formulas: [Int: String]) throws(SpreadsheetError) {
    try append(row, styleMap: nil, formulas: formulas)
  }

  /// Writes the remaining bytes and finishes the output. A document without a worksheet gets an empty one.
  ///
  /// - Throws: The errors of the output.
  public func finish() throws(SpreadsheetError) {
    if worksheet == nil { try begin(WorksheetLayout(name: "Sheet1")) }
    try endWorksheet()
    try strings.finish(into: container)
    try container.addPart(named: "xl/styles.xml", styles.part)
    try container.addPart(named: "xl/workbook.xml", XMLPart.workbook(entries))
    try container.addPart(
      named: "xl/_rels/workbook.xml.rels", XMLPart.workbookRelationships(worksheetCount: entries.count))
    try container.addPart(
      named: "[Content_Types].xml",
      XMLPart.contentTypes(worksheetCount: entries.count, hasCustomProperties: !properties.custom.isEmpty))
    try container.finish()
    try output.finish()
  }

  /// Writes one row of another document; `styleMap` has the registered style for each of its styles.
  package func append(_ row: Row, styleMap: [Int]?, formulas: [Int: String] = [:]) throws(SpreadsheetError) {
    guard let worksheet else { preconditionFailure("rows belong to a worksheet") }
    if worksheet.rowCount >= rowsPerWorksheet {
      try continueWorksheet()
      return try append(row, styleMap: styleMap, formulas: formulas)
    }
    if worksheet.rowCount < worksheet.layout.headerRows { headerRows.append(Row(copying: row)) }
    try worksheet.append(row, styleMap: styleMap, formulas: formulas)
  }

  package func appendBlankRows(_ count: Int) throws(SpreadsheetError) {
    var left = count
    while left > 0, let worksheet {
      let room = rowsPerWorksheet - worksheet.rowCount
      worksheet.skip(min(left, room))
      left -= min(left, room)
      if left > 0 { try continueWorksheet() }
    }
  }

  package func allowedWorksheetName(_ text: String) -> String { names.allowed(text) }

  private func begin(_ layout: WorksheetLayout) throws(SpreadsheetError) {
    if layout.columns.count > SpreadsheetLimits.columns {
      throw SpreadsheetError(
        .limitColumns,
        "there are \(layout.columns.count) columns, but a worksheet has at most \(SpreadsheetLimits.columns).",
        place: .init(worksheet: layout.name))
    }
    precondition(layout.headerRows < rowsPerWorksheet, "a worksheet has room below its header rows")
    for validation in layout.dataValidations { try validation.checkLengths(in: layout.name) }
    try names.take(layout.name)
    let stream = try container.beginPart(named: "xl/worksheets/sheet\(entries.count + 1).xml")
    let isActive = layout.visibility == .visible && !entries.contains { $0.layout.visibility == .visible }
    worksheet = WorksheetPartWriter(
      layout, isActive: isActive, to: stream, strings: strings, styles: styles, columnNames: columnNames,
      links: WorksheetLinks(in: container))
    entries.append((layout, nil))
  }

  private func endWorksheet() throws(SpreadsheetError) {
    guard let worksheet else { return }
    self.worksheet = nil
    try worksheet.finish()
    entries[entries.count - 1].filterRange = worksheet.layout.filterRange(
      rowCount: worksheet.rowCount, columnCount: worksheet.columnCount)
    try container.endPart()
    try worksheet.links.finish(worksheet: entries.count)
  }

  private func continueWorksheet() throws(SpreadsheetError) {
    guard var layout = worksheet?.layout else { return }
    try endWorksheet()
    layout.name = names.numbered(layout.name)
    try begin(layout)
    for row in headerRows { try worksheet?.append(row, styleMap: nil) }
  }
}
