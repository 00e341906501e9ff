import NStackAPI
import Spreadsheet
import Testing

@testable import TranslationReview

/// An exported sheet as tables of texts, to be changed as people and programs change it, and read back.
struct EditedSheet {
  /// One worksheet, or the whole of a CSV file.
  struct Table {
    var name: String
    var cells: [[String]]

    /// The place of a header in its first row.
    func column(_ header: String) throws -> Int { try #require(cells.first?.firstIndex(of: header)) }

    /// The first row that holds a text in a column.
    func row(_ text: String, in header: String) throws -> Int {
      let column = try column(header)
      return try #require(cells.firstIndex { $0[column] == text })
    }

    subscript(row: Int, header: String) -> String {
      get throws { cells[row][try column(header)] }
    }

    mutating func set(_ text: String, in header: String, row: Int) throws {
      cells[row][try column(header)] = text
    }

    /// Rearranges the cells of one column below the header and leaves the others.
    mutating func rearrange(_ header: String, _ body: ([String]) -> [String]) throws {
      let column = try column(header)
      for (index, text) in body(cells.dropFirst().map { $0[column] }).enumerated() { cells[index + 1][column] = text }
    }
  }

  var catalog = Fixture.catalog()
  var layout = SheetLayout.rows
  var sourceLocale: String?
  var suggestions: SheetSuggestions?
  var name = "a.xlsx"
  /// Whether a workbook keeps the document properties of the export.
  var keepsProperties = true
  /// Whether the texts of a CSV export go into the workbook as they are there.
  var isMadeFromCSV = false
  /// The line end after the last record of CSV.
  var endsWithLineEnd = true

  /// Exports, changes the tables, and reads them back.
  func read(_ edit: (inout [Table]) throws -> Void) throws -> ReturnedSheet {
    try withFile(edit) { try ReviewSheetReader.read([$0]) }
  }

  /// Exports, changes the tables, and calls `body` with the path of the file.
  func withFile<Result>(_ edit: (inout [Table]) throws -> Void, _ body: (String) throws -> Result) throws -> Result {
    let folder = try ScratchFolder()
    let source = folder.file(isMadeFromCSV ? "b.csv" : name)
    _ = try RoundTripTests.export(catalog, RoundTripTests.Form(name: name, layout: layout), to: source) {
      $0.sourceLocale = sourceLocale
      $0.suggestions = suggestions
    }
    var tables = try Self.tables(of: source)
    try edit(&tables)
    let properties = keepsProperties && source.hasSuffix(".xlsx") ? try XLSXWorkbook(path: source).properties : nil
    try Self.write(tables, to: folder.file(name), properties: properties ?? DocumentProperties())
    return try body(folder.file(name))
  }

  /// Exports, changes the tables, and plans what came back.
  func plan(
    options: PlanningOptions = PlanningOptions(), _ edit: (inout [Table]) throws -> Void
  ) throws -> Changeset {
    ChangesetPlanner.plan(try read(edit), against: catalog, scope: Fixture.scope, options: options)
  }

  private static func tables(of path: String) throws -> [Table] {
    var tables: [Table] = []
    func read(_ name: String, _ readRows: ((Row) throws -> Void) throws -> Void) rethrows {
      var cells: [[String]] = []
      try readRows { row in
        var texts = [String](repeating: "", count: max(row.count, cells.first?.count ?? 0))
        for position in 0..<row.count where row[position].column < texts.count {
          texts[row[position].column] = row.text(of: row[position])
        }
        cells.append(texts)
      }
      tables.append(Table(name: name, cells: cells))
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

  private static func write(_ tables: [Table], to path: String, properties: DocumentProperties) throws {
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
