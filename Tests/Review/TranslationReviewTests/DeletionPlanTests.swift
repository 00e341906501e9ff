import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct DeletionPlanTests {
  private static let own = Proposal.own(4, "title", "Hej")
  private static let other = Proposal.other(5, "title", "Goddag")
  private static let apart = Proposal.own(6, "button", "Log på")

  @Test func `own proposals are deleted, with all pending ones of their texts kept for undoing`() {
    let plan = Changeset.deleting(
      [Self.own], of: [Self.own, Self.other, Self.apart], catalog: Fixture.catalog(), readAt: .seconds(7))
    #expect(
      plan.changes == [
        Changeset.Change(
          text: Fixture.text("title"), operation: .delete(proposalID: 4, value: "Hej"), items: [0],
          pending: [Self.own, Self.other])
      ])
    #expect(plan.counts == [.delete: 1])
    #expect(plan.items.map(\.serverValue) == ["Velkommen"])
    #expect(plan.items.map(\.row.currentValue) == ["Velkommen"])
    #expect(plan.reading?.begun == .seconds(7))
    #expect(plan.items.map(\.line) == ["proposal 4: delete login/title [da-DK]"])
  }

  @Test func `proposals of other users are refused with the reason, and no call is planned`() {
    let plan = Changeset.deleting([Self.other, Self.apart], of: [Self.other, Self.apart], readAt: .zero)
    #expect(plan.changes.map(\.items) == [[1]])
    #expect(plan.verdicts == [.refused, .delete])
    #expect(
      plan.problemLines == [
        "error: proposal 5: refused login/title [da-DK]: Proposal 5 was made by another user; only that user can delete it."
      ])
  }
}

struct FinalDeletionTests {
  private static let gone = Proposal.own(2, "vanished", "Farvel")
  private static let first = Proposal.own(4, "title", "Hej")
  private static let second = Proposal.own(5, "title", "Hej")
  private static let other = Proposal.other(6, "title", "Hej")
  private static let apart = Proposal.own(7, "button", "Ind")

  /// The ids of the final deletions.
  private func final(_ deleted: [Proposal]) -> Set<Int> {
    let catalog = Fixture.catalog()
    let plan = Changeset.deleting(
      deleted, of: [Self.gone, Self.first, Self.second, Self.other, Self.apart], catalog: catalog, readAt: .zero)
    let noted = plan.items.filter { !$0.notes.isEmpty }.compactMap(\.row.proposalID)
    let ids = plan.finalIDs(of: catalog)
    #expect(Set(noted) == ids, "each is told in its row")
    return ids
  }

  @Test func `a deletion is final if the text is gone, or if NStack would have to keep two proposals of one user`() {
    #expect(final([Self.gone]) == [2])
    #expect(final([Self.second]) == [5])
    #expect(final([Self.first, Self.second]) == [4])
    #expect(final([Self.apart]) == [])
    #expect(final([Self.other]) == [])
  }

  @Test func `a final deletion says why`() {
    let plan = Changeset.deleting(
      [Self.gone, Self.second], of: [Self.gone, Self.first, Self.second], catalog: Fixture.catalog(), readAt: .zero)
    #expect(
      plan.items.map { $0.notes.map(\.description) } == [
        ["This deletion is final: the text no longer exists."],
        ["This deletion is final: proposal 4 of this profile stays, and NStack keeps one of each user."],
      ])
  }
}

struct DeletionUndoTests {
  private func undo(
    _ deleted: [Proposal], of pending: [Proposal] = [], now: [Proposal] = [], texts: Catalog? = nil,
    choosing choice: UndoChoice = UndoChoice()
  ) -> Changeset {
    let plan = Changeset.deleting(deleted, of: deleted + pending, readAt: .zero)
    let record = SubmissionRecord(
      id: "d", identity: PlanIdentity(text: "d"), purpose: .deletion, startedAt: 0, scope: .empty, allowsDelete: true,
      changeset: plan)
    let entries = plan.changes.indices.flatMap { index -> [JournalEntry] in
      [
        .intent(change: index, attempt: 1, time: 1, moment: nil),
        .outcome(change: index, .applied(proposalID: deleted[index].id, altered: nil), time: 2),
      ]
    }
    return Changeset.undoing(record, entries, against: now, texts: texts, choosing: choice)
  }

  @Test func `for a text that no longer exists nothing is proposed, and the row says so`() {
    let deleted = [Proposal.own(4, "vanished", "Farvel"), Proposal.own(6, "button", "Log på")]
    let plan = undo(deleted, texts: Fixture.catalog())
    #expect(plan.sent == ["Log på"])
    #expect(plan.verdicts == [.gone, .propose])
    #expect(plan.items[0].message == "The text no longer exists, so its proposal cannot be brought back.")
    #expect(plan.items[0].sides.map(\.label) == [.undo])
  }

  @Test func `the deletion of a duplicate has nothing to bring back while the other one is pending`() {
    let kept = Proposal.own(4, "title", "Hej")
    let older = Proposal.own(3, "title", "Dav")
    let plan = undo([Proposal.own(5, "title", "Hej")], of: [kept, older], now: [older, kept])
    #expect(plan.changes.isEmpty)
    #expect(plan.verdicts == [.alreadyProposed])
    #expect(
      plan.items.map(\.message) == [
        "This profile already proposes the deleted value, so there is nothing to bring back."
      ])
  }

  @Test func `a proposal that the deletion left is not replaced, and is not called a new one`() {
    let kept = Proposal.own(4, "title", "Dav")
    let plan = undo([Proposal.own(5, "title", "Hej")], of: [kept], now: [kept])
    #expect(plan.changes.isEmpty)
    #expect(plan.verdicts == [.refused])
    #expect(plan.items[0].message.hasPrefix("The import left this profile's proposal \"Dav\" of the text."))
    #expect(plan.items[0].sides.map { $0.label } == [.undo])
  }

  @Test func `a proposal that was made since is a conflict, which shows it beside the deleted one`() {
    let plan = undo([Proposal.own(5, "title", "Hej")], now: [.own(9, "title", "Dav")])
    #expect(plan.changes.isEmpty)
    #expect(plan.verdicts == [.conflict])
    #expect(plan.items[0].message == "This profile now proposes \"Dav\", so the text is left alone.")
    let sides = plan.items[0].sides
    #expect(sides.map(\.label) == [.server, .undo])
    #expect(sides[1].pieces.map(\.text) == ["Dav", "Hej"])
  }

  @Test func `of several proposals of one text the newest is proposed again, and each other value is named once`() {
    let values = [(4, "Hej"), (5, "Dav"), (6, "Hej"), (7, "Dav"), (8, "Hej")]
    let plan = undo(values.map { Proposal.own($0.0, "title", $0.1) })
    #expect(plan.sent == ["Hej"])
    #expect(
      plan.items.map { $0.notes.map(\.description) } == [
        [
          "The import deleted 5 proposals of the text. NStack keeps one of each user, so these will stay deleted: \"Dav\"."
        ]
      ])
  }

  @Test func `chosen changes are undone, by number or by text, and others are left as they are`() {
    let deleted = [
      Proposal.own(4, "title", "Hej"), Proposal.own(6, "button", "Log på"),
      Proposal.own(7, "title", "Hi", locale: "en-GB"),
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
