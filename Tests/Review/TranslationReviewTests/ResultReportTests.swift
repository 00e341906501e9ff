import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import ReviewSheets
@testable import TranslationReview

/// To-fix sheets, and the results of rows.
struct ResultReportTests {
  private let before = Catalog.pending(.own(7, "button", "Log på"))
  private let after = Fixture.catalog(title: "Ny titel", proposals: [.own(7, "button", "Log på")])

  private func plan() throws -> Changeset {
    Fixture.plan(
      [
        try Fixture.row("title", of: before, at: 2) {
          $0.proposal = "<b>Hej</b> & \"du\"\u{202E}"
          $0.note = "Sikker?"
        }, try Fixture.row("button", of: before, at: 3) { $0.action = "fjern" },
        try Fixture.row("hint", of: before, at: 4, form: .uncertain("the number 7")) { $0.proposal = "7" },
      ], against: after)
  }

  @Test func `a to-fix sheet holds what was refused or in conflict, with a fresh base and the reviewer's text`() throws
  {
    let plan = try plan()
    let (sheet, rows) = try #require(Fixture.toFix(plan, after))
    #expect(rows.map(\.text.key) == ["title", "button", "hint"])
    #expect(rows[0].proposal == "<b>Hej</b> & \"du\"\u{202E}")
    #expect(rows[0].currentValue == "Ny titel")
    #expect(rows[0].note == "Sikker?")
    #expect(
      rows[0].problem == "conflict: Ikke som ved eksporten: Den nuværende tekst på serveren er nu »Ny titel«. "
        + "Skriv accept under Action for at foreslå teksten, som den er, eller skriv en anden.")
    #expect(rows[1].action == "")
    #expect(rows[1].problem.contains("Handlingen »fjern« kendes ikke"))
    #expect(rows[1].proposalID == 7)
    #expect(sheet.columns.contains(.problem))
  }

  @Test func `a delete that met a conflict at its call is undecided, and the row shows what is pending now`() throws {
    let exported = Catalog.pending(.own(7, "title", "Før"))
    let moved = Catalog.pending(.own(7, "title", "Efter"))
    let plan = Fixture.plan([try Fixture.row("title", of: exported) { $0.action = "delete" }], against: exported)
    let conflict = RowResult(item: 0, kind: .conflict, reasons: [])
    let sheet = try #require(ToFixSheet(plan, results: [conflict], catalog: moved, scope: Fixture.scope)?.sheet)
    let row = try #require(Fixture.rows(of: sheet).first)
    #expect(row.action == "" && row.proposal == "Efter")
  }

  @Test func `where nothing is wrong there is no to-fix sheet`() throws {
    let plan = try Fixture.plan([("title", { $0.proposal = "Hej" })], of: before)
    #expect(Fixture.toFix(plan, before) == nil)
  }

  @Test func `a row that sends nothing is not drawn as if its text were deleted`() throws {
    let plan = try Fixture.plan([("button", { $0.proposal = "" }), ("title", { $0.action = "nonsense" })], of: before)
    #expect(plan.verdicts == [.cleared, .unknownAction])
    let shown = ReportDisplay(width: 80, usesColor: false).lines(of: plan) + plan.lines()
    #expect(!shown.contains { $0.contains("[-") || $0.hasPrefix("    - ") })
  }
}
