import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import ReviewSheets
@testable import TranslationReview

/// To-fix sheets, and the results of rows.
struct ResultReportTests {
  private static let before = Fixture.catalog(proposals: [.own(7, "button", "Log på")])
  private static let after = Fixture.catalog(title: "Ny titel", proposals: [.own(7, "button", "Log på")])

  private static func plan() throws -> Changeset {
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
    let plan = try Self.plan()
    let (sheet, rows) = try #require(Fixture.toFix(plan, Self.after))
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

  @Test func `a to-fix row is proposed once it is accepted, and not before`() throws {
    let plan = try Self.plan()
    let (sheet, rows) = try #require(Fixture.toFix(plan, Self.after))
    func again(_ edit: (inout ReviewRow) -> Void) -> Changeset {
      Fixture.plan(rows.enumerated().map { Fixture.returned($1, at: $0 + 2, edit) }, against: Self.after)
    }
    #expect(again { _ in }.counts == [.unchanged: 3])
    // The button's row held an unknown action alone, so nothing was filled in there.
    let accepted = again { $0.action = "accept" }
    #expect(accepted.verdicts == [.propose, .refused, .propose])
    #expect(accepted.sent == ["<b>Hej</b> & \"du\"\u{202E}", "7"])
    #expect(sheet.hasSuggestions)
    #expect(rows[2].problem.contains("Se forslaget efter, og skriv så accept under Action"))
  }

  @Test func `a delete in conflict deletes nothing when it is sent back before somebody has looked`() throws {
    let keys = ["title", "button", "hint"]
    let exported = Fixture.catalog(proposals: keys.enumerated().map { Proposal.own($0 + 7, $1, "Før") })
    let moved = Fixture.catalog(proposals: keys.enumerated().map { Proposal.own($0 + 7, $1, "Efter") })
    let options = Fixture.options { $0.cleared = .delete }
    let edits: [(inout ReviewRow) -> Void] = [
      { $0.proposal = "" }, { ($0.proposal, $0.action) = ("", "delete") }, { $0.action = "delete" },
    ]
    let rows = try keys.indices.map {
      Fixture.returned(try Fixture.exportedRow(keys[$0], of: exported), at: $0 + 2, edits[$0])
    }
    let plan = Fixture.plan(rows, against: moved, options: options)
    #expect(plan.counts == [.conflict: 3])
    let fix = try #require(Fixture.toFix(plan, moved)).rows
    #expect(fix.map(\.proposal) == ["Efter", "Efter", "Efter"])
    #expect(fix.allSatisfy { $0.problem.hasSuffix("Skriv delete under Action for at slette forslaget alligevel.") })
    func again(_ edit: (inout ReviewRow) -> Void) -> [Verdict: Int] {
      Fixture.plan(fix.enumerated().map { Fixture.returned($1, at: $0 + 2, edit) }, against: moved, options: options)
        .counts
    }
    #expect(again { _ in } == [.unchanged: 3])
    #expect(again { $0.action = "delete" } == [.delete: 3])
    // The server moved between the plan and the call.
    let planned = Fixture.plan(rows, against: exported, options: options)
    #expect(planned.counts == [.delete: 3])
    let results = planned.items.indices.map { RowResult(item: $0, kind: .conflict, reasons: []) }
    let lateFix = try #require(ToFixSheet(planned, results: results, catalog: moved, scope: Fixture.scope))
    let late = Fixture.rows(of: lateFix.sheet)
    #expect(late.map(\.action) == ["", "", ""])
    #expect(late.map(\.proposal) == ["Efter", "Efter", "Efter"])
  }

  @Test func `where nothing is wrong there is no to-fix sheet`() throws {
    let plan = try Fixture.plan([("title", { $0.proposal = "Hej" })], of: Self.before)
    #expect(Fixture.toFix(plan, Self.before) == nil)
  }

  @Test func `a row that sends nothing is not drawn as if its text were deleted`() throws {
    let plan = try Fixture.plan(
      [("button", { $0.proposal = "" }), ("title", { $0.action = "nonsense" })], of: Self.before)
    #expect(plan.verdicts == [.cleared, .unknownAction])
    let shown = ReportDisplay(width: 80, usesColor: false).lines(of: plan) + plan.lines()
    #expect(!shown.contains { $0.contains("[-") || $0.hasPrefix("    - ") })
  }
}
