import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets
@testable import TranslationReview

/// Rows that an export wrote are known by their base, wherever they are.
struct LostHeaderTests {
  private let catalog = Catalog.pending(.own(7, "title", "Hej"))

  /// Plans an edit in a CSV file after a damage to it.
  private func plan(_ damage: (inout EditedSheet.Table) throws -> Void) throws -> Changeset {
    try EditedSheet(catalog: catalog, name: "a.csv").plan { tables in
      try tables[0].set(["Proposal": "Log på"], ofDanish: "button")
      try damage(&tables[0])
    }
  }

  private static let damages: [(code: String, line: Int?, damage: @Sendable (inout EditedSheet.Table) throws -> Void)] =
    [
      ("sheet.lost-header", 1, { $0.cells.removeFirst() }),
      ("sheet.lost-header", 2, { $0.cells[0] = $0.cells[0].map { "Spalte \($0.count)" } }),
      ("sheet.lost-base", nil, { try $0.rearrange("Base") { $0.map { _ in "" } } }),
      ("sheet.missing-column", nil, { try $0.set("Grundlage", in: "Base", row: 0) }),
      ("sheet.missing-column", nil, { try $0.set("Mit felt", in: "Proposal", row: 0) }),
      ("sheet.missing-column", nil, { try $0.set("Mit felt", in: "Action", row: 0) }),
    ]

  @Test(arguments: damages.indices) func `a lost header or column refuses the file, and a lost header names the row`(
    index: Int
  ) {
    let (code, line, damage) = Self.damages[index]
    let error = #expect(throws: SpreadsheetError.self) { try plan(damage) }
    #expect(error?.code.rawValue == code)
    if let line { #expect(error?.place.line == line) }
  }

  @Test func `a header is found below many rows, and among the rows`() throws {
    let pushed = try plan { table in
      let row = table.cells[0].map { _ in "x" }
      table.cells.insert(contentsOf: Array(repeating: row, count: 60), at: 0)
    }
    #expect(pushed.sent == ["Log på"])
    let sorted = try plan { $0.cells.append($0.cells.removeFirst()) }
    #expect(sorted.sent == ["Log på"] && sorted.rowCount == 6)
  }

  @Test func `an export says how many rows each worksheet has, and the reader what came back`() throws {
    let form = EditedSheet(catalog: self.catalog, layout: .locales)
    let sheet = try form.read { tables in
      tables[0].cells.removeLast()
      tables.removeLast()
    }
    #expect(
      sheet.files[0].tables == [
        ReturnedSheet.Table(name: "en-GB", rowCount: 2, exportedRowCount: 3),
        ReturnedSheet.Table(name: "da-DK", rowCount: 0, exportedRowCount: 3),
      ])
    #expect(sheet.files[0].exportedRowCount == 6)
    let missing = sheet.files.missingRows
    #expect(missing.map(\.code.rawValue) == ["sheet.rows-missing"] && sheet.files.missingRowCount == 4)
    #expect(missing.first?.message.contains("worksheet \"da-DK\": 0 of 3), so 4 rows are missing.") == true)
    #expect(
      sheet.files[0].returnText?.hasSuffix(
        "2 of 6 exported rows came back (worksheet \"en-GB\": 2 of 3, worksheet \"da-DK\": 0 of 3)") == true)
    var copied = ReturnedSheet.File(path: "a", digest: "")
    (copied.rowCount, copied.exportedRowCount) = (7, 6)
    #expect(copied.returnText == "a: 7 rows came back, and 6 were exported")
  }

  @Test func `rows that repeat others make no sheet whole, in one file or in its parts`() throws {
    let form = EditedSheet(catalog: self.catalog, layout: .rows)
    func read(_ rows: [Int]) throws -> ReturnedSheet {
      try form.read { tables in tables[0].cells = [tables[0].cells[0]] + rows.map { tables[0].cells[$0] } }
    }
    let doubled = try read([1, 2, 3, 1, 2, 3])
    #expect(doubled.files.missingRowCount == 3)
    #expect(
      doubled.files.missingRows.first?.message.contains(
        ": 3 of 6 exported rows came back (3 rows repeat another), so 3 rows are missing.") == true)
    let more = try read([1, 2, 3, 4, 4])
    #expect(more.files[0].returnText?.hasSuffix(": 4 of 6 exported rows came back (1 row repeats another)") == true)
    let copied = try read([1, 2, 3, 4, 5, 6, 6])
    #expect(copied.files[0].returnText?.hasSuffix(": 7 rows came back, and 6 were exported") == true)
    let filled = try form.read { try $0[0].rearrange("Base") { [$0[0], $0[0], $0[0], $0[3], $0[4], $0[5]] } }
    #expect(filled.files.missingRowCount == 0, "the cells tell the rows apart")
    for (rows, missing) in [([4, 5, 6], 0), ([3, 4, 5], 6)] {
      var files = try [read([1, 2, 3]), read(rows)].flatMap(\.files)
      for index in files.indices { files[index].sheetID = "a" }
      #expect(files.missingRowCount == missing)
      #expect(files.map(\.marked).missingRowCount == missing, "a saved plan says the same")
    }
    #expect(doubled.files[0].marked.part?.count == 30 && copied.files[0].marked.part == nil)
  }

  @Test func `the parts of one sheet miss nothing if they have its rows between them`() {
    func missing(_ files: (id: String?, rows: Int, exported: Int?)...) -> [Int] {
      let files = files.map { id, rows, exported in
        var file = ReturnedSheet.File(path: "a", digest: "")
        (file.sheetID, file.rowCount, file.exportedRowCount) = (id, rows, exported)
        return file
      }
      return [files.missingRowCount, files.missingRows.count]
    }
    #expect(missing(("a", 4, 6)) == [2, 1])
    #expect(missing(("a", 4, 6), ("a", 2, 6)) == [0, 0])
    #expect(missing(("a", 4, 6), ("b", 2, 6)) == [6, 2])
    #expect(missing(("a", 4, 6), ("a", 6, 6)) == [2, 1])
    #expect(missing((nil, 4, 6), (nil, 2, 6)) == [6, 2])
    #expect(missing(("a", 7, 6), ("b", 4, nil)) == [0, 0])
    #expect(missing(("a", .min, .max), ("a", .max, .max), ("b", 0, .max)) == [0, 0])
    let most = String(Int.max)
    #expect(ExportedRowCounts(text: "a: \(most) / b: \(most) / c: 7").counts.map(\.rows) == [7])
  }
}
