import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

/// Which edits of a sheet would be lost if it were written over.
struct SentEditsTests {
  private static let catalog = Catalog.pending(.own(7, "button", "Log på"))

  /// Proposes a title and deletes the button's proposal.
  private func plan(title: String = "Hej", against catalog: Catalog = Self.catalog) throws -> Changeset {
    try Fixture.plan(
      [("title", { $0.proposal = title }), ("button", { $0.action = "delete" })], of: Self.catalog, against: catalog)
  }

  private static let applied = ChangeOutcome.done(9)

  /// Adds an import of the plan from a file.
  private func add(
    _ outcomes: [ChangeOutcome] = [applied, applied], title: String = "Hej", from file: Int = 0,
    to sent: inout SentEdits
  ) throws {
    let entries = outcomes.enumerated().flatMap { place, outcome -> [JournalEntry] in
      [.intent(change: place, attempt: 1, time: 1), .outcome(change: place, outcome, time: 2)]
    }
    sent.add(try plan(title: title), entries) { $0 == file }
  }

  @Test(arguments: [
    (applied, 0), (.alreadyThere, 0), (.refused(code: "api.rejected", message: ""), 1), (.conflict(.none), 1),
    (.failed(code: "x", message: ""), 1), (.unconfirmed(code: "x", message: ""), 1), (.notAttempted(.none), 1),
    (.overridden(seen: nil), 1),
  ]) func `what an import did not bring to its goal is lost, and what it found done is not`(
    outcome: ChangeOutcome, lost: Int
  ) throws {
    var sent = SentEdits()
    try add([Self.applied, outcome], to: &sent)
    #expect(sent.unsentCount(in: try plan()) == lost)
  }

  @Test func `another value than the one that was sent is lost, and so is one that was sent before another`() throws {
    var sent = SentEdits()
    try add(to: &sent)
    #expect(sent.unsentCount(in: try plan(title: "Hejsa")) == 1)
    try add(title: "Hejsa", to: &sent)
    #expect(sent.unsentCount(in: try plan(title: "Hejsa")) == 0)
    #expect(sent.unsentCount(in: try plan()) == 1)
  }

  @Test func `what was sent stays so when another part of the sheet is imported`() throws {
    var sent = SentEdits()
    try add(to: &sent)
    let rows = try plan().items.map(\.row)
    let part = Fixture.plan(rows, against: Self.catalog, options: Fixture.options { $0.selection.keys = ["button"] })
    #expect(part.items.map(\.leftOut) == [.part, nil])
    sent.add(part, [.intent(change: 0, attempt: 1, time: 1), .outcome(change: 0, Self.applied, time: 2)]) { $0 == 0 }
    #expect(sent.unsentCount(in: try plan()) == 0)
  }

  @Test func `what was never imported, what another file sent, or was taken back, is lost`() throws {
    var sent = SentEdits()
    #expect(sent.unsentCount(in: try plan()) == 2)
    try add(from: 1, to: &sent)
    #expect(sent.unsentCount(in: try plan()) == 2)
    try add(to: &sent)
    sent.removeUndone(try plan())
    #expect(sent.unsentCount(in: try plan()) == 2)
  }

  @Test func `what the server holds anyway is not lost`() throws {
    let now = Catalog.pending(.other(9, "title", "Hej"))
    #expect(SentEdits().unsentCount(in: try plan(against: now)) == 0)
  }

  @Test func `a row that was skipped is lost with what was written in it`() throws {
    let row = try Fixture.row("title", of: Self.catalog) { ($0.proposal, $0.action) = ("Hej", "skip") }
    let plan = Fixture.plan([row], against: Self.catalog)
    #expect(plan.verdicts == [.skipped])
    #expect(SentEdits().unsentCount(in: plan) == 1)
  }
}
