import NStackAPI
import Spreadsheet

/// A review sheet as a table: as a workbook, as delimited text or as the data of a page, with the same cells.
struct TableSheetCoding: SheetCoding {
  let format: SheetFormat

  func write(_ sheet: WrittenSheet, to output: any ByteOutput) throws -> Int {
    let writer = TableSheetWriter(written: sheet)
    switch format {
    case .xlsx: return try writer.writeXLSX(to: output)
    case .html: return try writer.writeHTML(to: output)
    default: return try writer.writeDelimited(as: format, to: output)
    }
  }
}

private struct TableSheetWriter {
  let written: WrittenSheet

  private var sheet: ReviewSheet { written.sheet }
  private var options: ReviewSheetWriter.Options { written.options }

  // MARK: - Delimited text

  func writeDelimited(as format: SheetFormat, to output: any ByteOutput) throws -> Int {
    var csv = options.csv
    if format == .tsv { csv.delimiter = csv.delimiter ?? UInt8(ascii: "\t") }
    let writer = try CSVWriter(to: output, options: csv)
    let count = try writeRows(of: plainTables(options.layout)) { try writer.append($0) }
    try writer.finish()
    return count
  }

  /// The tables of a format without worksheets. The layout with a worksheet for each locale gives the same table as the
  /// layout with one worksheet.
  private func plainTables(_ layout: SheetLayout) -> [SheetTable] {
    written.copied?.tables
      ?? SheetTable.tables(of: sheet, layout: layout == .locales ? .rows : layout, hasFormulas: false)
  }

  /// Writes the headers and rows of the tables, and returns the number of rows.
  private func writeRows(of tables: [SheetTable], append: (Row) throws -> Void) throws -> Int {
    let row = Row()
    var count = 0
    for table in tables {
      row.removeAll(index: 0)
      for (position, column) in table.columns.enumerated() { row.append(column.header, column: position) }
      try append(row)
      try forEachRow(of: table, in: row, style: { _ in 0 }) { row in
        try append(row)
        count += 1
      }
    }
    // Texts from above the table are listed below it.
    try written.copied?.others.read { _, text in
      row.removeAll(index: count + 1)
      row.append(text, column: 0)
      try append(row)
    }
    return count
  }

  // MARK: - HTML

  /// Writes the sheet as a page. A page has a row for each text and locale, whatever the layout.
  func writeHTML(to output: any ByteOutput) throws -> Int {
    let tables = plainTables(.rows)
    let properties = about(tables).documentProperties
    let writer = try PageTableWriter(
      to: output, page: written.provenance.page.around(sheet, properties), properties: properties)
    if let table = tables.first { writer.beginWorksheet(Worksheet(name: table.name)) }
    let count = try writeRows(of: tables) { try writer.append($0) }
    try writer.finish()
    return count
  }

  // MARK: - XLSX

  /// Writes the sheet as a workbook, with a worksheet `About` after its tables.
  func writeXLSX(to output: any ByteOutput) throws -> Int {
    let tables = written.copied?.tables ?? SheetTable.tables(of: sheet, layout: options.layout)
    let about = about(tables)
    let writer = try XLSXWriter(to: output, properties: about.documentProperties)
    let styles = SheetStyles(registeringWith: writer)
    let count = try tables.reduce(0) { try $0 + write($1, with: writer, styles: styles) }
    try written.copied?.others.write(with: writer, besides: tables.map(\.name))
    try about.write(with: writer)
    try writer.finish()
    return count
  }

  private func about(_ tables: [SheetTable]) -> AboutWorksheet {
    AboutWorksheet(
      sheet: sheet, provenance: written.provenance, sheetID: written.id == .empty ? nil : written.id.text,
      rowCounts: written.copied?.rowCounts
        ?? ExportedRowCounts(tables.map { ($0.name, sheet.rowCount(inLanguagesAt: $0.languages)) }))
  }

  private func write(_ table: SheetTable, with writer: XLSXWriter, styles: SheetStyles) throws -> Int {
    let design = WorksheetDesign(table: table, sheet: sheet, styles: styles, isProtected: options.isProtected)
    try writer.beginWorksheet(design.layout())
    let row = Row()
    row.removeAll(index: 0)
    for (position, column) in table.columns.enumerated() {
      row.append(
        column.header, column: position,
        style: styles.header(of: column.column, isDivided: table.beginsGroup(column.column)))
    }
    row.height = max(design.headerHeight.points(of: row), 20)
    try writer.append(row)
    let isSourceRightToLeft = sheet.sourceLanguage.map(design.isRightToLeft(language:)) ?? false
    let heights = design.rowHeights
    var count = 0
    // The direction of each language is computed once and not for every cell.
    let areRightToLeft = sheet.catalog.languages.indices.map(design.isRightToLeft(language:))
    try forEachRow(
      of: table, in: row,
      style: { look in
        if look.isBlank, !look.isGap, styles.isLeftToColumn(look.column) { return 0 }
        let isRightToLeft =
          look.column == .sourceValue ? isSourceRightToLeft : look.language.map { areRightToLeft[$0] } ?? false
        return styles.style(
          of: look, isRightToLeft: look.column.holdsTexts && isRightToLeft, isDivided: table.beginsGroup(look.column))
      },
      { row in
        row.height = heights.points(of: row)
        try writer.append(row)
        count += 1
      })
    return count
  }

  private func forEachRow(
    of table: SheetTable, in row: Row, style: @escaping SheetTable.Style, _ body: (Row) throws -> Void
  ) throws {
    guard let copied = table.copied else { return try table.forEachRow(of: sheet, in: row, style: style, body) }
    try copied.forEachRow(of: table.columns, catalog: sheet.catalog, in: row, style: style, body)
  }
}
