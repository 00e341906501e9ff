import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

struct ConflictResolutionTests {
  private let before = Fixture.catalog()
  private let after = Fixture.catalog(
    title: "Ny titel", proposals: [.other(5, "button", "Andres"), .own(6, "hint", "Mit")])

  private func plan() throws -> Changeset {
    try Fixture.plan(
      ["title", "button", "hint"].map { key in (key, { $0.proposal = "Mit \(key)" }) }, of: before, against: after)
  }

  @Test func `each conflict says what moved`() throws {
    let plan = try plan()
    #expect(plan.verdicts == [.conflict, .conflict, .conflict])
    #expect(plan.conflicts.map(\.kind) == [.currentValue, .otherProposal, .ownProposal])
    #expect(plan.conflicts.map(\.canSendSheet) == [true, true, true])
  }

  @Test func `mine is sent, theirs is not, an edited text is, and the rest stays in conflict`() throws {
    let decided = try plan().resolving([0: .sheet, 1: .server], against: after)
    #expect(decided.verdicts == [.propose, .skipped, .conflict])
    #expect(decided.sent == ["Mit title"])
    #expect(decided.counts == [.propose: 1, .skipped: 1, .conflict: 1])
    #expect(after.reading != nil && decided.reading?.begun == after.reading?.begun)
    let edited = try plan().resolving([2: .edited("Noget andet")], against: after)
    #expect(edited.sent == ["Noget andet"])
    #expect(edited.rowCount == 3)
  }

  @Test func `rows of one text that want different texts after what was decided are both refused`() throws {
    let exported = Catalog.pending(.own(5, "title", "A"), .other(6, "title", "B"))
    let moved = Catalog.pending(.own(5, "title", "A2"), .other(6, "title", "B"))
    let plan = Fixture.plan(
      [
        try Fixture.row("title", of: exported, at: 2) { $0.action = "delete" },
        try Fixture.row("title", of: exported, proposal: 1, at: 3) { $0.proposal = "C" },
      ], against: moved)
    #expect(plan.counts == [.conflict: 2])
    let decided = plan.resolving([0: .edited("typed"), 1: .sheet], against: moved)
    #expect(decided.counts == [.disagreement: 2])
    #expect(decided.hasRefusals)
    #expect(plan.resolving([0: .edited("C"), 1: .sheet], against: moved).sent == ["C"])
    #expect(plan.resolving([0: .sheet, 1: .sheet], against: moved).changes.map(\.isDelete) == [true, false])
  }

  @Test func `a delete in conflict deletes what now stands there, unless it is another text's`() throws {
    let exported = Catalog.pending(.own(5, "title", "Hej"))
    let rows = [try Fixture.row("title", of: exported) { $0.action = "delete" }]
    let moved = Catalog.pending(.own(5, "title", "Halløj"))
    let plan = Fixture.plan(rows, against: moved)
    #expect(plan.conflicts.map(\.canSendSheet) == [true])
    #expect(plan.resolving([0: .sheet], against: moved).operations == [.delete(proposalID: 5, value: "Halløj")])
    let elsewhere = Catalog.pending(.own(5, "button", "Hej"))
    #expect(Fixture.plan(rows, against: elsewhere).conflicts.map(\.canSendSheet) == [false])
  }
}
