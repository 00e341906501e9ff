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
    var progress = ProgressCounts()
    let counts = try tables.map { ($0, try write($0, with: writer, styles: styles, &progress)) }
    try written.copied?.others.write(with: writer, besides: tables.map(\.name))
    try about.write(with: writer, progress: SheetFormulas.counts(of: counts).map { (progress, $0) })
    try writer.finish()
    return counts.reduce(0) { $0 + $1.1 }
  }

  private func about(_ tables: [SheetTable]) -> AboutWorksheet {
    AboutWorksheet(
      sheet: sheet, provenance: written.provenance, sheetID: written.id == .empty ? nil : written.id.text,
      rowCounts: written.copied?.rowCounts
        ?? ExportedRowCounts(tables.map { ($0.name, sheet.rowCount(inLanguagesAt: $0.languages)) }))
  }

  /// Writes a table, counts its rows by their progress, and returns the number of its rows.
  private func write(
    _ table: SheetTable, with writer: XLSXWriter, styles: SheetStyles, _ progress: inout ProgressCounts
  ) throws -> Int {
    let design = WorksheetDesign(table: table, sheet: sheet, styles: styles, isProtected: options.isProtected)
    try writer.beginWorksheet(design.layout())
    let row = Row()
    row.removeAll(index: 0)
    var formulas: [Int: String] = [:]
    for (position, column) in table.columns.enumerated() {
      let style = styles.header(of: column.column, isDivided: table.beginsGroup(column.column))
      if column.column == .progress {
        formulas[position] = SheetFormulas.header(position, of: table, rows: rowCount(of: table))
      }
      row.append(formulas[position] == nil ? column.header : header(column, of: table), column: position, style: style)
    }
    row.height = max(design.headerHeight.points(of: row), 20)
    try writer.append(row, formulas: formulas)
    let isSourceRightToLeft = sheet.sourceLanguage.map(design.isRightToLeft(language:)) ?? false
    let heights = design.rowHeights
    let counted = table.progressColumns
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
        for (position, base) in counted where row.cell(inColumn: base).map({ $0.length > 0 }) ?? false {
          progress.add(row.text(inColumn: position))
        }
        try writer.append(row)
        count += 1
      })
    return count
  }

  /// The number of rows below the header; the most that there can be for a copy, whose rows are not read yet.
  private func rowCount(of table: SheetTable) -> Int {
    guard table.copied == nil else { return SpreadsheetLimits.rows - 1 }
    guard table.isSideBySide else { return sheet.rowCount(inLanguagesAt: table.languages) }
    return sheet.keys.reduce(0) { total, key in
      total + (table.languages.map { sheet.rowCount(ofKeyAt: key, inLanguageAt: $0) }.max() ?? 0)
    }
  }

  /// The header of `Progress` with the counts before anybody writes into the sheet, which are not known of a copy.
  private func header(_ column: SheetTable.Column, of table: SheetTable) -> String {
    guard table.copied == nil else { return column.header }
    let name = ReviewColumn.progress.header
    let counts = sheet.progress(inLanguagesAt: column.language.map { [$0] } ?? table.languages)
    return "\(name): \(counts.line)\(column.header.dropFirst(name.count))"
  }

  private func forEachRow(
    of table: SheetTable, in row: Row, style: @escaping SheetTable.Style, _ body: (Row) throws -> Void
  ) throws {
    guard let copied = table.copied else { return try table.forEachRow(of: sheet, in: row, style: style, body) }
    try copied.forEachRow(of: table.columns, catalog: sheet.catalog, in: row, style: style, body)
  }
}
