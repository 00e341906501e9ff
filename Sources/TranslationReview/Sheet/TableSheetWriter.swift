import NStackAPI
import Spreadsheet

/// Writes a review sheet as a table: as a workbook or as CSV, with the same cells.
struct TableSheetWriter {
  private let sheet: ReviewSheet
  private let id: TextHash
  private let provenance: SheetProvenance
  private let options: ReviewSheetWriter.Options
  private let returned: [SheetTable]?
  /// The delimiter of CSV unless the options name one; nil for a comma.
  private let delimiter: UInt8?

  init(_ written: WrittenSheet, delimiter: UInt8? = nil) {
    (sheet, id, provenance, options) = (written.sheet, written.id, written.provenance, written.options)
    returned = written.returned
    self.delimiter = delimiter
  }

  // MARK: - CSV

  /// Writes the sheet as CSV. The layout with a worksheet for each locale gives the same file as the layout with one
  /// worksheet.
  ///
  /// - Throws: `SpreadsheetError` as the output and `CSVWriter` do; nothing is left of the file then.
  func writeCSV(to output: any ByteOutput) throws -> Int {
    do {
      let layout = options.layout == .locales ? SheetLayout.rows : options.layout
      var csv = options.csv
      csv.delimiter = csv.delimiter ?? delimiter
      let writer = try CSVWriter(to: output, options: csv)
      let row = Row()
      var count = 0
      for table in returned ?? SheetTable.tables(of: sheet, layout: layout, hasFormulas: false) {
        row.removeAll(index: 0)
        for (place, column) in table.columns.enumerated() { row.append(column.header, column: place) }
        try writer.append(row)
        try ahead { body in
          try forEachRow(of: table, in: Row(), style: { _ in 0 }, body)
        } _: { row in
          try writer.append(row)
          count += 1
        }
      }
      try writer.finish()
      return count
    } catch {
      output.discard()
      throw error
    }
  }

  // MARK: - XLSX

  /// Writes the sheet as a workbook, with a worksheet `About` after its tables.
  ///
  /// - Throws: `SpreadsheetError` as the output and `XLSXWriter` do; nothing is left of the file then.
  func writeXLSX(to output: any ByteOutput) throws -> Int {
    do {
      let tables = returned ?? SheetTable.tables(of: sheet, layout: options.layout)
      let about = AboutWorksheet(
        sheet: sheet, provenance: provenance, sheetID: id == .empty ? nil : id.text,
        rowCounts: tables.first?.returned?.table.exportedRowCounts
          ?? ExportedRowCounts(tables.map { ($0.name, sheet.rowCount(inLanguagesAt: $0.languages)) }))
      let writer = try XLSXWriter(to: output, properties: about.documentProperties, options: options.xlsx)
      let styles = SheetStyles(registeringWith: writer)
      var count = 0
      for table in tables {
        count += try write(table, with: writer, styles: styles)
      }
      try about.write(with: writer)
      try writer.finish()
      return count
    } catch {
      output.discard()
      throw error
    }
  }

  private func write(
    _ table: SheetTable, with writer: XLSXWriter, styles: SheetStyles
  ) throws -> Int {
    let design = WorksheetDesign(table: table, sheet: sheet, styles: styles, isProtected: options.isProtected)
    try writer.beginWorksheet(design.layout())
    let row = Row()
    row.removeAll(index: 0)
    for (place, column) in table.columns.enumerated() {
      row.append(
        column.header, column: place,
        style: styles.header(of: column.column, isDivided: table.beginsGroup(column.column)))
    }
    row.height = max(design.headerHeight.points(of: row), 20)
    try writer.append(row)
    let isSourceRightToLeft = sheet.sourceLanguage.map(design.isRightToLeft(language:)) ?? false
    let heights = design.rowHeights
    var count = 0
    try ahead { [sheet] body in
      // The direction of each language is computed once and not for every cell.
      let areRightToLeft = sheet.catalog.languages.indices.map(design.isRightToLeft(language:))
      let row = Row()
      try forEachRow(
        of: table, in: row,
        style: { look in
          if look.isBlank, !look.isGap, styles.isLeftToColumn(look.column) { return 0 }
          let isRightToLeft =
            look.column == .sourceValue ? isSourceRightToLeft : look.language.map { areRightToLeft[$0] } ?? false
          return styles.style(
            of: look, isRightToLeft: look.column.holdsTexts && isRightToLeft,
            isDivided: table.beginsGroup(look.column))
        },
        { row in
          row.height = heights.points(of: row)
          try body(row)
        })
    } _: { row in
      try writer.append(row)
      count += 1
    }
    return count
  }

  private func forEachRow(
    of table: SheetTable, in row: Row, style: @escaping SheetTable.Style, _ body: (Row) throws -> Void
  ) throws {
    guard let returned = table.returned else {
      return try table.forEachRow(of: sheet, in: row, style: style, body)
    }
    try returned.forEachRow(of: table.columns, catalog: sheet.catalog, in: row, style: style, body)
  }

  /// Creates rows on a separate thread while others are written, if there are many.
  private func ahead(
    _ making: @escaping (_ body: (Row) throws -> Void) throws -> Void, _ body: (Row) throws -> Void
  ) throws {
    guard sheet.keys.count * sheet.languages.count >= Self.rowsAhead, RowsAhead.isWorthwhile else {
      return try making(body)
    }
    try RowsAhead(making).forEach(body)
  }

  /// The smallest number of texts for which a separate thread pays off.
  private static let rowsAhead = 4_096
}
