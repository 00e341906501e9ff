import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct DeletionPlanTests {
  private let own = Proposal.own(4, "title", "Hej")
  private let other = Proposal.other(5, "title", "Goddag")
  private let apart = Proposal.own(6, "button", "Log på")

  @Test func `own proposals are deleted, with all pending ones of their texts kept for undoing`() {
    let plan = Changeset.deleting([own], of: [own, other, apart], catalog: Fixture.catalog(), readAt: .seconds(7))
    #expect(
      plan.changes == [
        Changeset.Change(
          text: Fixture.text("title"), operation: .delete(proposalID: 4, value: "Hej"), items: [0],
          pending: [own, other])
      ])
    #expect(plan.counts == [.delete: 1])
    #expect(plan.items.map(\.serverValue) == ["Velkommen"])
    #expect(plan.items.map(\.row.currentValue) == ["Velkommen"])
    #expect(plan.reading?.begun == .seconds(7))
    #expect(plan.items.map(\.line) == ["proposal 4: delete login/title [da-DK]"])
  }
}

struct FinalDeletionTests {
  private let gone = Proposal.own(2, "vanished", "Farvel")
  private let first = Proposal.own(4, "title", "Hej")
  private let second = Proposal.own(5, "title", "Hej")
  private let other = Proposal.other(6, "title", "Hej")
  private let apart = Proposal.own(7, "button", "Ind")

  /// The ids of the final deletions.
  private func final(_ deleted: [Proposal]) -> Set<Int> {
    let catalog = Fixture.catalog()
    let plan = Changeset.deleting(deleted, of: [gone, first, second, other, apart], catalog: catalog, readAt: .zero)
    let noted = plan.items.filter { !$0.notes.isEmpty }.compactMap(\.row.proposalID)
    let ids = plan.finalIDs(of: catalog)
    #expect(Set(noted) == ids, "each is told in its row")
    return ids
  }

  @Test func `a deletion is final if the text is gone, or if NStack would have to keep two proposals of one user`() {
    #expect(final([gone]) == [2])
    #expect(final([second]) == [5])
    #expect(final([first, second]) == [4])
    #expect(final([apart]) == [])
    #expect(final([other]) == [])
  }

  @Test func `a final deletion says why`() {
    let plan = Changeset.deleting(
      [gone, second], of: [gone, first, second], catalog: Fixture.catalog(), readAt: .zero)
    #expect(
      plan.items.map { $0.notes.map(\.description) } == [
        ["This deletion is final: the text no longer exists."],
        ["This deletion is final: proposal 4 of this profile stays, and NStack keeps one proposal per user."],
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

  @Test(arguments: [
    (
      [(4, "Hej"), (3, "Dav")], [(3, "Dav"), (4, "Hej")], Verdict.alreadyProposed,
      "This profile already proposes the deleted value, so there is nothing to bring back."
    ), ([(4, "Dav")], [(4, "Dav")], .refused, "The import left this profile's proposal \"Dav\" of the text."),
    ([], [(9, "Dav")], .conflict, "This profile now proposes \"Dav\", so the text is left alone."),
  ]) func `a proposal that the deletion left, or that was made since, is not replaced`(
    left: [(Int, String)], now: [(Int, String)], verdict: Verdict, message: String
  ) {
    func proposals(_ values: [(Int, String)]) -> [Proposal] { values.map { .own($0.0, "title", $0.1) } }
    let plan = undo(proposals([(5, "Hej")]), of: proposals(left), now: proposals(now))
    #expect(plan.verdicts == [verdict])
    #expect(plan.tells(message))
    // Only a proposal that was made since is shown beside the deleted one.
    if verdict != .alreadyProposed {
      #expect(plan.items[0].sides.contains { $0.label == .server } == (verdict == .conflict))
    }
  }

  @Test func `of several proposals of one text the newest is proposed again, and each other value is named once`() {
    let values = [(4, "Hej"), (5, "Dav"), (6, "Hej"), (7, "Dav"), (8, "Hej")]
    let plan = undo(values.map { Proposal.own($0.0, "title", $0.1) })
    #expect(plan.sent == ["Hej"])
    #expect(
      plan.items.map { $0.notes.map(\.description) } == [
        [
          "The import deleted 5 proposals of the text. NStack keeps one proposal per user, so these will stay deleted: \"Dav\"."
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
