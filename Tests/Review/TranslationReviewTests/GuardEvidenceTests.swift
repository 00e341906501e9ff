import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

struct GuardEvidenceTests {
  func propose(_ text: String) -> (inout [EditedSheet.Table]) throws -> Void {
    { tables in try tables[0].set(["Proposal": text], ofDanish: "button") }
  }

  @Test(
    "a workbook made from CSV has apostrophes where another row or its own current value shows one, and else is refused",
    arguments: [
      ("-5 %", true, true, "button", "'=SUM(1)", "=SUM(1)"), ("-5 %", true, true, "title", "'+45", "+45"),
      ("Hej", false, true, "button", "'=SUM(1)", "'=SUM(1)"), ("Hej", true, true, "button", "'=SUM(1)", nil),
      // A current value without one is proof of the contrary.
      ("-5 %", false, false, "title", "'=x", "'=x"),
    ]) func evidence(
      title: String, isMadeFromCSV: Bool, keepsProperties: Bool, key: String, typed: String, sent: String?
    ) throws
  {
    let form = EditedSheet(
      catalog: Fixture.catalog(title: title), keepsProperties: keepsProperties, isMadeFromCSV: isMadeFromCSV)
    let plan = try form.plan { tables in try tables[0].set(["Proposal": typed], ofDanish: key) }
    #expect(plan.sent == (sent.map { [$0] } ?? []))
    if sent == nil { #expect(plan.tells("whose apostrophe a CSV export may have put")) }
  }

  @Test func `a CSV export that was made a workbook and CSV again has two apostrophes, and both are taken away`() throws
  {
    let form = EditedSheet(catalog: Fixture.catalog(title: "-5 %"), name: "a.csv", isMadeFromCSV: true)
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
    let sheet = EditedSheet(catalog: .pending(.own(7, "title", text)), name: name)
    func marked(_ tables: inout [EditedSheet.Table]) throws {
      let row = try tables[0].row("Velkommen", in: "Current value")
      try tables[0].set("'" + tables[0].cells[row][tables[0].column("Proposal")], in: "Proposal", row: row)
    }
    let unchanged = try sheet.plan(marked)
    #expect(unchanged.changes.isEmpty && unchanged.counts.keys.elementsEqual([.unchanged]))
    let plan = try sheet.plan { tables in
      try marked(&tables)
      try propose(name == "a.csv" ? "''=SUM(1)" : "'=SUM(1)")(&tables)
    }
    #expect(plan.sent == ["=SUM(1)"])
  }
}
