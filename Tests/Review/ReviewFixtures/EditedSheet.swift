import NStackAPI
package import ReviewSheets
package import Spreadsheet

/// An exported sheet as tables of texts, to be changed as people and programs change it, and read back.
package struct EditedSheet {
  /// One worksheet, or the whole of a CSV file or page.
  package struct Table {
    package var name: String
    package var cells: [[String]]

    package init(name: String, cells: [[String]]) {
      self.name = name
      self.cells = cells
    }

    /// The place of a header in its first row.
    package func column(_ header: String) throws -> Int { try found(cells.first?.firstIndex(of: header), header) }

    /// The first row that holds a text in a column.
    package func row(_ text: String, in header: String) throws -> Int {
      let column = try column(header)
      return try found(cells.firstIndex { $0[column] == text }, text)
    }

    package subscript(row: Int, header: String) -> String { get throws { cells[row][try column(header)] } }

    package mutating func set(_ text: String, in header: String, row: Int) throws {
      cells[row][try column(header)] = text
    }

    /// The place of a cell in a key's Danish row or group of columns, by its header without a locale; nil if the key has
    /// no such row.
    ///
    /// - Parameters:
    ///   - proposal: Which of the rows of the text.
    ///   - wanted: Another locale than Danish.
    package func danish(_ header: String, of key: String, proposal: Int = 0, locale wanted: String = "da-DK") throws
      -> (row: Int, column: Int)?
    {
      let name = try column("Key")
      let locale = try? column("Locale")
      let rows = cells.indices.filter { row in
        cells[row][name] == key && (locale.map { cells[row][$0] == wanted } ?? true)
      }
      let isShared = cells[0].contains(header)
      return proposal < rows.count ? (rows[proposal], try column(isShared ? header : "\(header) [\(wanted)]")) : nil
    }

    /// Sets cells of a key's Danish row or group of columns, by their headers without a locale.
    package mutating func set(
      _ texts: [String: String], ofDanish key: String, proposal: Int = 0, locale: String = "da-DK"
    ) throws {
      let places = try texts.map { header, text in
        (try found(danish(header, of: key, proposal: proposal, locale: locale), key), text)
      }
      for (place, text) in places { cells[place.row][place.column] = text }
    }

    /// Adds a column after the last one, with the same text in each row.
    package mutating func addColumn(_ header: String, _ text: String = "") {
      for row in cells.indices { cells[row].append(row == 0 ? header : text) }
    }

    package mutating func removeColumn(_ header: String) throws {
      let column = try column(header)
      for row in cells.indices { cells[row].remove(at: column) }
    }

    /// Rearranges the cells of one column below the header and leaves the others.
    package mutating func rearrange(_ header: String, _ body: ([String]) -> [String]) throws {
      let column = try column(header)
      for (index, text) in body(cells.dropFirst().map { $0[column] }).enumerated() { cells[index + 1][column] = text }
    }
  }

  package var catalog = Fixture.catalog()
  package var layout = SheetLayout.rows
  package var sourceLocale: String?
  package var suggestions: SheetSuggestions?
  package var name = "a.xlsx"
  /// Whether a workbook keeps the document properties of the export.
  package var keepsProperties = true
  /// Whether the texts of a CSV export go into the workbook as they are there.
  package var isMadeFromCSV = false

  package init(
    catalog: Catalog = Fixture.catalog(), layout: SheetLayout = .rows, sourceLocale: String? = nil,
    suggestions: SheetSuggestions? = nil, name: String = "a.xlsx", keepsProperties: Bool = true,
    isMadeFromCSV: Bool = false
  ) {
    self.catalog = catalog
    self.layout = layout
    self.sourceLocale = sourceLocale
    self.suggestions = suggestions
    self.name = name
    self.keepsProperties = keepsProperties
    self.isMadeFromCSV = isMadeFromCSV
  }

  /// Exports, changes the tables, and reads them back.
  package func read(_ edit: (inout [Table]) throws -> Void) throws -> ReturnedSheet {
    try withFile(edit) { try ReviewSheetReader.read([$0]) }
  }

  /// Exports, changes the tables, and calls `body` with the path of the file.
  package func withFile<Result>(_ edit: (inout [Table]) throws -> Void, _ body: (String) throws -> Result) throws
    -> Result
  {
    let folder = try ScratchFolder()
    return try body(write(in: folder, edit))
  }

  /// Exports into a folder, changes the tables, and returns the path of the file.
  package func write(in folder: ScratchFolder, _ edit: (inout [Table]) throws -> Void) throws -> String {
    let source = folder.file(isMadeFromCSV ? "b.csv" : name)
    _ = try ExportForm(name: name, layout: layout).export(catalog, to: source) {
      $0.sourceLocale = sourceLocale
      $0.suggestions = suggestions
    }
    var tables = try Self.tables(of: source)
    try edit(&tables)
    try Self.write(tables, to: folder.file(name), propertiesOf: keepsProperties ? source : "")
    return folder.file(name)
  }

  /// The tables of a file, but for the worksheet About.
  package static func tables(of path: String) throws -> [Table] {
    var tables: [Table] = []
    func read(_ name: String, _ readRows: ((Row) throws -> Void) throws -> Void) rethrows {
      var cells: [[String]] = []
      try readRows { row in
        var texts = [String](repeating: "", count: max(row.count, cells.first?.count ?? 0))
        for cell in row.filledCells where cell.column < texts.count { texts[cell.column] = row.text(of: cell) }
        cells.append(texts)
      }
      tables.append(Table(name: name, cells: cells))
    }
    if let page = try PageTable.open(path, limits: SpreadsheetLimits()) {
      try read(page.worksheet) { try page.readRows($0) }
      return tables
    }
    switch try SpreadsheetDocument.open(path: path) {
    case .workbook(let workbook):
      for (index, worksheet) in workbook.worksheets.enumerated() where worksheet.name != "About" {
        try read(worksheet.name) { try workbook.readRows(ofWorksheetAt: index, $0) }
      }
    case .delimited(let document): try read("Review") { try document.readRows($0) }
    }
    return tables
  }

  /// - Parameter source: The workbook or page that gives its properties, if it is one.
  package static func write(_ tables: [Table], to path: String, propertiesOf source: String) throws {
    let row = Row()
    func fill(_ cells: [String], _ index: Int) {
      row.removeAll(index: index)
      for (column, text) in cells.enumerated() where !text.isEmpty { row.append(text, column: column) }
    }
    if path.hasSuffix(".csv") {
      let writer = try CSVWriter(to: OutputFile(path: path), options: CSVWritingOptions(escapesFormulas: false))
      for (index, cells) in tables[0].cells.enumerated() {
        fill(cells, index)
        try writer.append(row)
      }
      return try writer.finish()
    }
    if path.hasSuffix(".html") {
      let properties = source.isEmpty ? nil : try PageTable.open(source, limits: SpreadsheetLimits())?.properties
      let writer = try PageTableWriter(
        to: OutputFile(path: path), page: .plain, properties: properties ?? DocumentProperties())
      writer.beginWorksheet(Worksheet(name: tables[0].name))
      for (index, cells) in tables[0].cells.enumerated() {
        fill(cells, index)
        try writer.append(row)
      }
      return try writer.finish()
    }
    let properties = source.hasSuffix(".xlsx") ? try XLSXWorkbook(path: source).properties : DocumentProperties()
    let writer = try XLSXWriter(to: OutputFile(path: path), properties: properties)
    for table in tables {
      try writer.beginWorksheet(WorksheetLayout(name: table.name))
      for (index, cells) in table.cells.enumerated() {
        fill(cells, index)
        if row.count > 0 { try writer.append(row) } else { try writer.appendBlankRows(1) }
      }
    }
    try writer.finish()
  }
}

private func found<Value>(_ value: Value?, _ name: String) throws -> Value {
  guard let value else { throw Missing(name: name) }
  return value
}

package struct ExportForm: Sendable, CustomStringConvertible {
  package let name: String
  package let layout: SheetLayout
  package var hasSource = false
  package var csv = CSVWritingOptions()
  package var description: String { "\(layout.rawValue) as \(name)" }

  package init(name: String, layout: SheetLayout, hasSource: Bool = false, csv: CSVWritingOptions = CSVWritingOptions())
  {
    self.name = name
    self.layout = layout
    self.hasSource = hasSource
    self.csv = csv
  }

  package func export(_ catalog: Catalog, to file: String, _ edit: (inout ReviewSheet.Extras) -> Void = { _ in }) throws
    -> ReviewSheetWriter.Summary
  {
    var extras = ReviewSheet.Extras()
    extras.sourceLocale = hasSource ? "en-GB" : nil
    edit(&extras)
    var options = ReviewSheetWriter.Options()
    options.layout = layout
    options.csv = csv
    let writer = ReviewSheetWriter(
      try ReviewSheet(catalog: catalog, scope: Fixture.scope, extras: extras), provenance: Fixture.provenance,
      options: options)
    return try writer.write(toFileAt: file)
  }
}
