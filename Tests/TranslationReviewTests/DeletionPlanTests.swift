import NStackAPI
import Testing

@testable import TranslationReview

@Suite("Plans that delete proposals without a sheet")
struct DeletionPlanTests {
  private static let own = Fixture.proposal(4, "title", "Hej", mine: true)
  private static let other = Fixture.proposal(5, "title", "Goddag")
  private static let apart = Fixture.proposal(6, "button", "Log på", mine: true)

  @Test("own proposals are deleted, with all pending ones of their texts kept for undoing")
  func own() {
    let plan = DeletionPlan.changeset(
      deleting: [Self.own], of: [Self.own, Self.other, Self.apart], catalog: Fixture.catalog(), readAt: .seconds(7))
    #expect(
      plan.changes == [
        Changeset.Change(
          text: Fixture.text("title"), operation: .delete(proposalID: 4, value: "Hej"), items: [0],
          pending: [Self.own, Self.other])
      ])
    #expect(plan.counts == [.delete: 1])
    #expect(plan.items.map(\.serverValue) == ["Velkommen"])
    #expect(plan.reading?.begun == .seconds(7))
    #expect(plan.items.map(\.line) == ["proposal 4: delete login/title [da-DK]"])
  }

  @Test("proposals of other users are refused with the reason, and no call is planned")
  func others() {
    let plan = DeletionPlan.changeset(deleting: [Self.other, Self.apart], of: [Self.other, Self.apart], readAt: .zero)
    #expect(plan.changes.map(\.items) == [[1]])
    #expect(plan.items.map(\.verdict) == [.refused, .delete])
    #expect(
      plan.problemLines == [
        "error: proposal 5: refused login/title [da-DK]: Proposal 5 was made by another user; only that user can delete it."
      ])
  }
}

@Suite("Undoing the deletion of proposals")
struct DeletionUndoTests {
  private func undo(
    _ deleted: [Proposal], now: [Proposal] = [], choosing choice: UndoChoice = UndoChoice()
  ) -> Changeset {
    let plan = DeletionPlan.changeset(deleting: deleted, of: deleted, readAt: .zero)
    let record = SubmissionRecord(
      id: "d", identity: PlanIdentity(text: "d"), purpose: .deletion, startedAt: 0, scope: .empty, allowsDelete: true,
      changeset: plan)
    let entries = plan.changes.indices.flatMap { index -> [JournalEntry] in
      [
        .intent(change: index, attempt: 1, time: 1, moment: nil),
        .outcome(change: index, .applied(proposalID: deleted[index].id, altered: nil), time: 2),
      ]
    }
    return UndoPlan.changeset(undoing: record, entries, against: now, choosing: choice)
  }

  @Test("deleted proposals are proposed again")
  func proposed() {
    let plan = undo([
      Fixture.proposal(4, "title", "Hej", mine: true), Fixture.proposal(6, "button", "Log på", mine: true),
    ])
    #expect(plan.changes.map(\.operation) == [.propose(value: "Hej"), .propose(value: "Log på")])
  }

  @Test("of several proposals of one text the newest is proposed again, and the others are named")
  func several() {
    let plan = undo([Fixture.proposal(9, "title", "Hej", mine: true), Fixture.proposal(4, "title", "Dav", mine: true)])
    #expect(plan.changes.map(\.operation) == [.propose(value: "Hej")])
    #expect(
      plan.items.map(\.notes) == [
        [
          "The import deleted 2 proposals of the text. NStack keeps one of each user, so \"Dav\" will stay deleted."
        ]
      ])
  }

  @Test("chosen changes are undone, by number or by text, and others are left as they are")
  func chosen() {
    let deleted = [
      Fixture.proposal(4, "title", "Hej", mine: true), Fixture.proposal(6, "button", "Log på", mine: true),
      Fixture.proposal(7, "title", "Hi", mine: true, locale: "en-GB"),
    ]
    var choice = UndoChoice()
    choice.changes = [2, 3]
    #expect(
      undo(deleted, choosing: choice).changes.map(\.text) == [Fixture.text("button"), Fixture.text("title", "en-GB")])
    choice.selection.locales = ["en_gb"]
    #expect(undo(deleted, choosing: choice).changes.map(\.text) == [Fixture.text("title", "en-GB")])
    choice = UndoChoice()
    choice.selection.keys = ["t*"]
    #expect(
      undo(deleted, choosing: choice).changes.map(\.text) == [Fixture.text("title"), Fixture.text("title", "en-GB")])
  }
}
