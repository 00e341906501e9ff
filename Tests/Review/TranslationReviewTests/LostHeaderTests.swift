import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets
@testable import TranslationReview

/// Rows that an export wrote are known by their base, wherever they are.
struct LostHeaderTests {
  static let catalog = Fixture.catalog(proposals: [.own(7, "title", "Hej")])

  static let forms = [
    EditedSheet(catalog: catalog), EditedSheet(catalog: catalog, name: "a.csv"),
    EditedSheet(catalog: catalog, layout: .columns), EditedSheet(catalog: catalog, layout: .columns, name: "a.csv"),
  ]

  /// Proposes a new text for `login/button` in Danish.
  static func edit(_ tables: inout [EditedSheet.Table]) throws {
    let isSideBySide = tables[0].cells[0].contains("Proposal [da-DK]")
    let header = isSideBySide ? "Proposal [da-DK]" : "Proposal"
    let current = isSideBySide ? "Current value [da-DK]" : "Current value"
    try tables[0].set("Log på", in: header, row: try tables[0].row("Log ind", in: current))
  }

  static func error(_ form: EditedSheet, _ damage: (inout [EditedSheet.Table]) throws -> Void) -> SpreadsheetError? {
    #expect(throws: SpreadsheetError.self) {
      _ = try form.read { tables in
        try edit(&tables)
        try damage(&tables)
      }
    }
  }

  @Test(arguments: 0..<4) func `a header that was deleted or translated refuses the file and names the row`(form: Int) {
    let deleted = Self.error(Self.forms[form]) { $0[0].cells.removeFirst() }
    #expect(deleted?.code.rawValue == "sheet.lost-header")
    #expect(deleted?.place.line == 1)
    let translated = Self.error(Self.forms[form]) { $0[0].cells[0] = $0[0].cells[0].map { "Spalte \($0.count)" } }
    #expect(translated?.code.rawValue == "sheet.lost-header")
    #expect(translated?.place.line == 2)
  }

  @Test(arguments: 0..<4, [1, 19, 20, 60]) func `a header is found below any number of rows, and among the rows`(
    form: Int, rows: Int
  ) throws {
    let pushed = try Self.forms[form].plan { tables in
      try Self.edit(&tables)
      let width = tables[0].cells[0].count
      tables[0].cells.insert(contentsOf: (0..<rows).map { _ in [String](repeating: "x", count: width) }, at: 0)
    }
    #expect(pushed.sent == ["Log på"])
    let sorted = try Self.forms[form].plan { tables in
      try Self.edit(&tables)
      tables[0].cells.append(tables[0].cells.removeFirst())
    }
    #expect(sorted.sent == ["Log på"])
    #expect(sorted.rowCount == 6)
  }

  @Test(arguments: ["Proposal", "Action"])
  func `a renamed column that is needed, or that holds what was asked for, refuses the file`(header: String) {
    let error = Self.error(Self.forms[1]) { tables in
      tables[0].cells[0] = tables[0].cells[0].map { $0 == header ? "Mit felt" : $0 }
    }
    #expect(error?.code == .sheetMissingColumn)
  }

  @Test func `rows on a worksheet without a header refuse the file`() {
    let error = Self.error(EditedSheet(catalog: Self.catalog)) { tables in
      let row = tables[0].cells.remove(at: try tables[0].row("Log på", in: "Proposal"))
      tables.append(EditedSheet.Table(name: "Rest", cells: [row]))
    }
    #expect(error?.code.rawValue == "sheet.lost-header")
    #expect(error?.place.worksheet == "Rest")
    #expect(error?.place.line == 1)
  }

  @Test(arguments: 0..<4, [true, false]) func `a row whose cells moved is refused, whether it was edited or not`(
    form: Int, isEdited: Bool
  ) throws {
    let plan = try Self.forms[form].plan { tables in
      if isEdited { try Self.edit(&tables) }
      let row = tables[0].cells.firstIndex { $0.contains("Log ind") } ?? 0
      tables[0].cells[row].insert("", at: 2)
      // A delimited file has one more column for all, or it is refused for the fields of this record.
      for index in tables[0].cells.indices where index != row { tables[0].cells[index].append("Mine") }
    }
    #expect(plan.changes.isEmpty)
    #expect(plan.counts[.damaged, default: 0] >= 1)
    #expect(plan.items.contains { $0.message.contains("The row's cells are not in their columns") })
  }

  @Test func `an empty column Base refuses the file, and one under another name too`() {
    for form in Self.forms {
      let header = form.layout == .columns ? "Base [da-DK]" : "Base"
      let emptied = Self.error(form) { tables in
        for name in tables[0].cells[0] where name.hasPrefix("Base") {
          try tables[0].rearrange(name) { $0.map { _ in "" } }
        }
      }
      #expect(emptied?.code.rawValue == "sheet.lost-base")
      let renamed = Self.error(form) { tables in
        for column in tables[0].cells[0].indices where tables[0].cells[0][column].hasPrefix("Base") {
          tables[0].cells[0][column] = "Grundlage"
        }
      }
      #expect(renamed?.code.rawValue == "sheet.missing-column", "\(header)")
    }
  }

  @Test func `an export says how many rows each worksheet has, and the reader what came back`() throws {
    let form = EditedSheet(catalog: Self.catalog, layout: .locales)
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
