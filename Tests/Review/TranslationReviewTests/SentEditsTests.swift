import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

/// Which edits of a sheet would be lost if it were written over.
struct SentEditsTests {
  private static let catalog = Fixture.catalog(proposals: [.own(7, "button", "Log på")])

  /// Proposes a title and deletes the button's proposal.
  private static func plan(title: String = "Hej", against catalog: Catalog = catalog) throws -> Changeset {
    try Fixture.plan(
      [("title", { $0.proposal = title }), ("button", { $0.action = "delete" })], of: Self.catalog, against: catalog)
  }

  private static func entries(_ outcomes: [ChangeOutcome]) -> [JournalEntry] {
    outcomes.enumerated().flatMap { place, outcome -> [JournalEntry] in
      [.intent(change: place, attempt: 1, time: 1), .outcome(change: place, outcome, time: 2)]
    }
  }

  private static let applied = ChangeOutcome.done(9)

  @Test func `what an import carried out or found done is not, whatever the server holds since`() throws {
    for outcomes in [[Self.applied, Self.applied], [.alreadyThere, .alreadyThere]] {
      var sent = SentEdits()
      sent.add(try Self.plan(), Self.entries(outcomes)) { $0 == 0 }
      #expect(sent.unsentCount(in: try Self.plan()) == 0)
    }
  }

  @Test(arguments: [
    ChangeOutcome.refused(code: "api.rejected", message: ""), .conflict(.none), .failed(code: "x", message: ""),
    .inDoubt(code: "x", message: ""), .notAttempted(.none), .overridden(seen: nil),
  ]) func `what an import did not bring to its goal is lost`(outcome: ChangeOutcome) throws {
    var sent = SentEdits()
    sent.add(try Self.plan(), Self.entries([Self.applied, outcome])) { $0 == 0 }
    #expect(sent.unsentCount(in: try Self.plan()) == 1)
  }

  @Test func `another value than the one that was sent is lost, and so is one that was sent before another`() throws {
    var sent = SentEdits()
    sent.add(try Self.plan(), Self.entries([Self.applied, Self.applied])) { $0 == 0 }
    #expect(sent.unsentCount(in: try Self.plan(title: "Hejsa")) == 1)
    sent.add(try Self.plan(title: "Hejsa"), Self.entries([Self.applied, Self.applied])) { $0 == 0 }
    #expect(sent.unsentCount(in: try Self.plan(title: "Hejsa")) == 0)
    #expect(sent.unsentCount(in: try Self.plan()) == 1)
  }

  @Test func `what was sent stays so when another part of the sheet is imported`() throws {
    var sent = SentEdits()
    sent.add(try Self.plan(), Self.entries([Self.applied, Self.applied])) { $0 == 0 }
    let rows = try Self.plan().items.map(\.row)
    let part = Fixture.plan(rows, against: Self.catalog, options: Fixture.options { $0.selection.keys = ["button"] })
    #expect(part.items.map(\.leftOut) == [.part, nil])
    sent.add(part, Self.entries([Self.applied])) { $0 == 0 }
    #expect(sent.unsentCount(in: try Self.plan()) == 0)
  }

  @Test func `what was never imported, what another file sent, or was taken back, is lost`() throws {
    #expect(SentEdits().unsentCount(in: try Self.plan()) == 2)
    var sent = SentEdits()
    sent.add(try Self.plan(), Self.entries([Self.applied, Self.applied])) { $0 == 1 }
    #expect(sent.unsentCount(in: try Self.plan()) == 2)
    sent.add(try Self.plan(), Self.entries([Self.applied, Self.applied])) { $0 == 0 }
    sent.removeUndone(try Self.plan())
    #expect(sent.unsentCount(in: try Self.plan()) == 2)
  }

  @Test func `what the server holds anyway is not lost`() throws {
    let now = Fixture.catalog(proposals: [.other(9, "title", "Hej")])
    #expect(SentEdits().unsentCount(in: try Self.plan(against: now)) == 0)
  }

  @Test func `a row that was skipped is lost with what was written in it`() throws {
    let row = try Fixture.row("title", of: Self.catalog) { ($0.proposal, $0.action) = ("Hej", "skip") }
    let plan = Fixture.plan([row], against: Self.catalog)
    #expect(plan.verdicts == [.skipped])
    #expect(SentEdits().unsentCount(in: plan) == 1)
  }
}
