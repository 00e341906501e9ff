import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

struct GuardEvidenceTests {
  static func form(title: String, isMadeFromCSV: Bool = true, keepsProperties: Bool = true) -> EditedSheet {
    EditedSheet(catalog: Fixture.catalog(title: title), keepsProperties: keepsProperties, isMadeFromCSV: isMadeFromCSV)
  }

  static func propose(_ text: String) -> (inout [EditedSheet.Table]) throws -> Void {
    { tables in try tables[0].set(["Proposal": text], ofDanish: "button") }
  }

  @Test func `another row that shows the apostrophe is proof enough`() throws {
    let plan = try Self.form(title: "-5 %").plan(Self.propose("'=SUM(1)"))
    #expect(plan.sent == ["=SUM(1)"])
  }

  @Test func `the row's own current value shows it`() throws {
    let plan = try Self.form(title: "-5 %").plan { tables in
      try tables[0].set("'+45", in: "Proposal", row: try tables[0].row("'-5 %", in: "Current value"))
    }
    #expect(plan.sent == ["+45"])
  }

  @Test func `a workbook that an export wrote has none, so the text is meant as it is`() throws {
    let plan = try Self.form(title: "Hej", isMadeFromCSV: false).plan(Self.propose("'=SUM(1)"))
    #expect(plan.sent == ["'=SUM(1)"])
  }

  @Test func `where nothing proves it the row is refused, and a current value without one is proof of the contrary`()
    throws
  {
    let doubtful = try Self.form(title: "Hej").plan(Self.propose("'=SUM(1)"))
    #expect(doubtful.counts[.refused] == 1)
    #expect(doubtful.tells("whose apostrophe a CSV export may have put"))
    let plain = try Self.form(title: "-5 %", isMadeFromCSV: false, keepsProperties: false).plan { tables in
      try tables[0].set("'=x", in: "Proposal", row: try tables[0].row("-5 %", in: "Current value"))
    }
    #expect(plain.sent == ["'=x"])
  }

  @Test func `a CSV export that was made a workbook and CSV again has two apostrophes, and both are taken away`() throws
  {
    var form = EditedSheet(catalog: Fixture.catalog(title: "-5 %"), name: "a.csv")
    form.isMadeFromCSV = true
    let plan = try form.plan { tables in
      for row in tables[0].cells.indices {
        tables[0].cells[row] = tables[0].cells[row].map { $0.hasPrefix("'") ? "'" + $0 : $0 }
      }
      try tables[0].set(["Proposal": "''=SUM(1)"], ofDanish: "button")
    }
    #expect(plan.sent == ["=SUM(1)"])
    #expect(plan.diagnostics.isEmpty)
    let single = try EditedSheet(catalog: Fixture.catalog(title: "-5 %"), name: "a.csv").plan { tables in
      try tables[0].set(["Proposal": "''=SUM(1)"], ofDanish: "button")
    }
    #expect(single.sent == ["'=SUM(1)"])
  }

  @Test(
    arguments: ["-5 %", "=1+1", "+45 12", "@vært", " -5", "\u{FF0B}1", "\u{A0}=x", "''-1", "-", "@"],
    ["a.csv", "a.xlsx"])
  func `an apostrophe that the base shows was not there is no edit, and shows where others come from`(
    text: String, name: String
  ) throws {
    let sheet = EditedSheet(catalog: Fixture.catalog(proposals: [.own(7, "title", text)]), name: name)
    func marked(_ tables: inout [EditedSheet.Table]) throws {
      let row = try tables[0].row("Velkommen", in: "Current value")
      try tables[0].set("'" + tables[0].cells[row][tables[0].column("Proposal")], in: "Proposal", row: row)
    }
    let unchanged = try sheet.plan(marked)
    #expect(unchanged.changes.isEmpty && unchanged.counts.keys.elementsEqual([.unchanged]))
    let plan = try sheet.plan { tables in
      try marked(&tables)
      try Self.propose(name == "a.csv" ? "''=SUM(1)" : "'=SUM(1)")(&tables)
    }
    #expect(plan.sent == ["=SUM(1)"])
  }
}
