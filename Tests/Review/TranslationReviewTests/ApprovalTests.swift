import NStackAPI
import ReviewFixtures
import ReviewReports
import Testing

@testable import ReviewSheets
@testable import TranslationReview

struct ApprovalTests {
  private let mine = EditRuleTests.mine

  private func row(_ key: String, at line: Int = 2, file: Int = 0, _ edit: (inout ReviewRow) -> Void) throws
    -> ReturnedRow
  { try Fixture.row(key, of: mine, at: line, file: file, edit) }

  /// Rows of one text in several files, by what they propose and say.
  private func rows(_ cells: (proposal: String, action: String)...) throws -> [ReturnedRow] {
    try cells.enumerated().map { file, cell in try row("title", file: file) { ($0.proposal, $0.action) = cell } }
  }

  /// An edit that nobody approved, and one that somebody did.
  private func mixed() throws -> [ReturnedRow] {
    [
      try row("title") { $0.proposal = "Halløj" },
      try row("button", at: 3) { ($0.proposal, $0.action) = ("Ind", "ok") },
    ]
  }

  @Test func `ok approves a changed proposal, and signs an unchanged row off`() throws {
    let plan = Fixture.plan(
      [
        try row("title") { ($0.proposal, $0.action) = ("Halløj", "ok") }, try row("button", at: 3) { $0.action = "ok" },
      ], against: mine)
    #expect(plan.verdicts == [.propose, .reviewed])
    #expect(plan.sent == ["Halløj"])
    #expect(plan.signOffs.map(\.text.key) == ["button"])
    let report = SubmissionReport(changeset: plan, outcomes: [.done(8)], verification: .verified)
    let after = Catalog.pending(.own(8, "title", "Halløj"))
    #expect(report.approvals.map { $0.holds(in: after) } == [true])
    #expect(report.approvals.map { $0.holds(in: mine) } == [false])
    #expect(plan.report([.refused(code: "", message: "")]).approvals.isEmpty)
  }

  @Test func `what is sent in spite of a conflict is not signed off`() throws {
    let row = try row("title") { ($0.proposal, $0.action) = ("Halløj", "ok") }
    let moved = Fixture.catalog(title: "Nyt", proposals: [.own(7, "title", "Hej")])
    let options = Fixture.options { $0.onConflict = .propose }
    let signed = [mine, moved].map { server in
      Fixture.plan([row], against: server, options: options).items.map { $0.verdict == .propose && $0.signOff != nil }
    }
    #expect(signed == [[true], [false]])
    #expect(Fixture.plan([row], against: moved, options: options).changes.count == 1)
  }

  @Test func `an approved row is not in disagreement with one that nobody approved`() throws {
    let rows = try rows(("Halløj", ""), ("Davs", "ok"))
    #expect(Fixture.plan(rows, against: mine).verdicts == [.disagreement, .disagreement])
    let plan = Fixture.plan(rows, against: mine, options: EditRuleTests.approving)
    #expect(plan.verdicts == [.unapproved, .propose])
    #expect(plan.changes.map(\.items) == [[1]])
  }

  @Test func `what one file approves is not withheld in another one that asks for the same`() throws {
    let plan = Fixture.plan(
      try rows(("Davs", ""), ("Davs", "ok"), ("Halløj", "")), against: mine, options: EditRuleTests.approving)
    #expect(plan.verdicts == [.propose, .propose, .unapproved])
    #expect(plan.changes.map(\.items) == [[0, 1]])
    var options = EditRuleTests.approving
    let deleting = Fixture.plan(try rows(("", ""), ("Hej", "delete")), against: mine, options: options)
    #expect(deleting.verdicts == [.delete, .delete] && deleting.changes.count == 1)
    options.accepted = [.unapproved]
    let told = Fixture.plan(try rows(("Davs", ""), ("Davs", "ok")), against: mine, options: options)
    #expect(told.changes.count == 1 && !told.diagnostics.contains { $0.code == .planUnapproved })
  }

  @Test func `a saved plan keeps what was approved, and lacks it where it is required`() throws {
    let plan = Fixture.plan(try mixed(), against: mine)
    var read = try Fixture.saved(plan)
    let free = try read.applied(to: mine)
    #expect(free.changes.count == 2 && free.items.map(\.signOff) == plan.items.map(\.signOff))
    read.options.requiresApproval = true
    let held = try read.applied(to: mine)
    #expect(held.verdicts == [.unapproved, .propose] && held.changes.map(\.text.key) == ["button"])
    read.options.accepted = [.unapproved]
    let told = try read.applied(to: mine)
    #expect(told.changes.count == 2 && told.diagnostics.contains { $0.code == .planUnapproved })
  }

  @Test func `a saved plan knows an emptied proposal from one that somebody decided to delete`() throws {
    func held(_ edit: (inout ReviewRow) -> Void) throws -> [Verdict] {
      let plan = Fixture.plan(
        [try row("title", edit)], against: mine, options: Fixture.options { $0.cleared = .delete })
      #expect(plan.deleteCount == 1)
      var read = try Fixture.saved(plan)
      #expect(try read.applied(to: mine).operations == plan.operations)
      read.options.requiresApproval = true
      return try read.applied(to: mine).verdicts
    }
    #expect(try held { $0.proposal = "" } == [.unapproved])
    #expect(try held { $0.action = "delete" } == [.delete])
  }
}
