import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing
import TextChecks

@testable import ReviewSheets

/// The counts of a workbook and its column of progress. `Tests/acceptance/office_programs.py` lets LibreOffice compute them.
struct SheetProgressTests {
  @Test func `the header and About count by formula, with the counts of the export as results`() throws {
    let folder = try ScratchFolder()
    let file = folder.file("a.xlsx")
    _ = try ExportForm(name: "a.xlsx", layout: .rows).export(Fixture.catalog(), to: file)
    let parts = try WorkbookParts(path: file)
    let sheet = parts["xl/worksheets/sheet1.xml"]
    let changed = "COUNTIF('Review'!$H$2:$H$7,&quot;changed&quot;)"
    #expect(sheet.contains("<f>&quot;Progress: &quot;&amp;\(changed)&amp;&quot; changed&quot;&amp;&quot;, &quot;&amp;"))
    #expect(sheet.contains("<v>Progress: 0 changed, 0 approved, 1 missing, 0 red, 6 left</v>"))
    // Each row has the formula, the only missing text as its result.
    #expect(sheet.split(separator: "<f t=\"shared\"").count == 7)
    #expect(sheet.split(separator: "<v>missing</v>").count == 2)
    let about = parts["xl/worksheets/sheet2.xml"]
    #expect(about.contains("<f>\(changed)</f><v>0</v>"))
    #expect(about.contains("<f>COUNTIF('Review'!$H$2:$H$7,&quot;red: *&quot;)</f><v>0</v>"))
    let left = "COUNTA('Review'!$M$2:$M$7)-COUNTIF('Review'!$H$2:$H$7,&quot;?*&quot;)"
    #expect(about.contains("<f>\(left)+COUNTIF('Review'!$H$2:$H$7,&quot;missing&quot;)</f><v>6</v>"))
  }

  @Test func `About has no counts of more worksheets than a formula of Excel has room for`() throws {
    let sheet = try ReviewSheet(catalog: Fixture.catalog(), scope: Fixture.scope)
    let table = try #require(SheetTable.tables(of: sheet, layout: .rows).first)
    func longest(_ tables: Int) -> Int? {
      SheetFormulas.counts(of: Array(repeating: (table, 6), count: tables))?.map(\.utf16.count).max()
    }
    #expect(longest(83) == 8_133)
    #expect(longest(84) == nil)
  }

  @Test(arguments: SheetLayout.allCases) func `each worksheet and group has counts of its own`(layout: SheetLayout)
    throws
  {
    let folder = try ScratchFolder()
    let file = folder.file("a.xlsx")
    _ = try ExportForm(name: "a.xlsx", layout: layout).export(Fixture.catalog(title: nil), to: file)
    let headers = try EditedSheet.tables(of: file).flatMap { $0.cells[0].filter { $0.hasPrefix("Progress") } }
    let none = "Progress: 0 changed, 0 approved, 0 missing, 0 red, 3 left"
    let two = "Progress: 0 changed, 0 approved, 2 missing, 0 red, 3 left"
    #expect(
      headers
        == (layout == .rows
          ? ["Progress: 0 changed, 0 approved, 2 missing, 0 red, 6 left"]
          : layout == .locales ? [none, two] : ["\(none) [en-GB]", "\(two) [da-DK]"]))
  }

  @Test(arguments: SheetLayout.allCases) func `an import ignores what a program computed, wherever it is`(
    layout: SheetLayout
  ) throws {
    let sheet = try EditedSheet(layout: layout).read { tables in
      for table in tables.indices {
        for column in tables[table].cells[0].indices where tables[table].cells[0][column].hasPrefix("Progress") {
          for row in tables[table].cells.indices.dropFirst() { tables[table].cells[row][column] = "red: tag" }
          let locale = layout == .columns ? ReviewColumn.split(tables[table].cells[0][column]).locale : nil
          tables[table].cells[0][column] = "PROGRESS: 12 changed" + (locale.map { " [\($0)]" } ?? "")
        }
        tables[table].cells[1...].reverse()
      }
    }
    #expect(sheet.rows.isEmpty)
    #expect(sheet.diagnostics.isEmpty)
    #expect(sheet.unchangedCounts.values.reduce(0, +) > 0)
  }

  @Test func `but it tells what a person wrote there, and misses no word that belongs under Action`() throws {
    func read(_ text: String) throws -> ReturnedSheet {
      try EditedSheet().read { tables in
        let column = try #require(tables[0].cells[0].firstIndex { $0.hasPrefix("Progress") })
        tables[0].cells[3][column] = text
      }
    }
    let told = try read("Please look").diagnostics
    #expect(told.map(\.code) == [.sheetUnreadText])
    #expect(told.first?.message.contains("is not read: \"Please look\"") == true)
    let error = #expect(throws: SpreadsheetError.self) { _ = try read("delete") }
    #expect(error?.code == "sheet.lost-action")
  }

  @Test(
    arguments: [
      ("", "", "", "", "missing"), ("", "", "Hej", "", nil), ("Hej", "Hej", "", "", nil),
      ("Hej", "", "", "", "changed"), ("Hej", "Hej", "", "ok", "approved"), ("Hej", "", "", "Geprüft", "approved"),
      ("Hej", "Hej", "", "delete", "decided"), ("Hej", "", "", "Spring over", "decided"),
      ("", "Hej", "", "", "missing"), ("Hej", "", "x", "later", "changed"),
    ] as [(String, String, String, String, String?)]) func `what was done in a row follows from its cells`(
      proposal: String, exported: String, current: String, action: String, expected: String?
    )
  {
    let found = RowProgress(proposal: proposal, exported: exported, current: current, action: action)
    #expect(found?.rawValue == expected)
  }

  @Test func `the words that a text must not have, and the project's rules, are beside it for formulas`() throws {
    var checks = CheckSettings()
    checks.glossary = Glossary([
      Glossary.Term(sources: ["log in"], locale: "da", preferred: [], forbidden: ["Log på!"]),
      Glossary.Term(sources: [], locale: "da", preferred: [], forbidden: ["pinkode", "Velkommen"]),
    ])
    try checks.addRule("stop", forbidding: #"\.$"#, requiring: nil, message: "No stop.") { $0.key == "title" }
    try checks.addRule("digits", forbidding: #"\d"#, requiring: nil, message: "No digits.")
    var extras = ReviewSheet.Extras()
    extras.checks = checks
    let sheet = try ReviewSheet(catalog: Fixture.catalog(), scope: Fixture.scope, extras: extras)
    let table = try #require(SheetTable.tables(of: sheet, layout: .rows).first)
    let columns = table.columns.indices.filter {
      (ReviewColumn.forbidden + [.rules]).contains(table.columns[$0].column)
    }
    var found: [[String]] = []
    table.forEachRow(of: sheet, in: Row(), style: { _ in 0 }) { row in found.append(columns.map(row.text(inColumn:))) }
    // English has no forbidden words. "Velkommen" is in the current value, so it is no new fault of the title.
    #expect(
      found == [
        ["", "", "", "", ";rule.stop;"], ["", "", "", "", ""], ["", "", "", "", ""],
        [" pinkode ", "", "", "", ";rule.stop;"], [" log på ", " velkommen ", " pinkode ", "", ""],
        [" velkommen ", " pinkode ", "", "", ""],
      ])
    let formulas = SheetFormulas(table, of: sheet)
    let progress = try #require(table.columns.firstIndex { $0.column == .progress })
    let formula = try #require(formulas.formula(at: progress)).joined(separator: "9")
    #expect(
      formula.contains(
        "IF(AND(ISNUMBER(FIND(\";rule.stop;\",$S9)),EXACT(RIGHT($E9,1),\".\"),ISERROR(FIND(\"rule.stop\",$G9)))"))
    #expect(!formula.contains("rule.digits"))
    #expect(formula.contains("SUMPRODUCT(($O9:$R9<>\"\")*ISNUMBER(FIND($O9:$R9,"))
    #expect(formula.utf16.count < 8_192)
    try checks.set("off", for: "html.tags")
    try checks.set("off", for: "term.forbidden")
    extras.checks = checks
    let without = try ReviewSheet(catalog: Fixture.catalog(), scope: Fixture.scope, extras: extras)
    #expect(without.columns.filter { ReviewColumn.forbidden.contains($0) }.isEmpty)
    let other = try #require(SheetTable.tables(of: without, layout: .rows).first)
    #expect(SheetFormulas(other, of: without).formula(at: progress)?.joined().contains("red: tag") == false)
  }

  @Test func `a formula has as many rules as Excel reads`() throws {
    var checks = CheckSettings()
    for number in 0..<30 { try checks.addRule("w\(number)", forbidding: #"\bword\b"#, requiring: nil, message: "No.") }
    var extras = ReviewSheet.Extras()
    extras.checks = checks
    let sheet = try ReviewSheet(catalog: Fixture.catalog(), scope: Fixture.scope, extras: extras)
    let table = try #require(SheetTable.tables(of: sheet, layout: .rows).first)
    let progress = try #require(table.columns.firstIndex { $0.column == .progress })
    let formula = try #require(SheetFormulas(table, of: sheet).formula(at: progress)).joined(separator: "1048576")
    #expect(formula.contains("red: rule.w2\"") && !formula.contains("red: rule.w9\""))
    #expect(formula.utf16.count < 8_192)
  }
}
