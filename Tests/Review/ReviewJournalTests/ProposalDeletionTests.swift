import NStackAPI
import ReviewJournal
import Testing
import TranslationReview

struct ProposalDeletionTests {
  private let fixture = SessionFixture()

  init() {
    fixture.server.add("title", "Velkommen")
    fixture.server.add("button", "Ind")
    fixture.server.add("button", "Log på", guid: "g-2")
  }

  private func delete(
    _ choice: ProposalDeletion.Choice, allowsDelete: Bool = true, maximumDeletes: Int? = nil,
    _ dialog: ScriptedDialog = ScriptedDialog(), _ profile: ReviewProfile? = nil
  ) async throws -> ProposalDeletion.Outcome {
    var options = ImportOptions()
    options.allowsDelete = allowsDelete
    options.maximumDeletes = maximumDeletes
    return try await ImportSession.open(profile ?? fixture.profile(), dialog) { [options] in
      try await $0.delete(ProposalDeletion(choice), options: options)
    }
  }

  private var mine: ProposalFilter {
    var filter = ProposalFilter()
    filter.isMine = true
    return filter
  }

  @Test func `a filter deletes own proposals with consent to their number, verifies, and keeps an import`() async throws
  {
    let dialog = ScriptedDialog { request in
      #expect(request.purpose == .deletion)
      #expect(request.changeset.deleteCount == 2)
      #expect(request.deletion?.othersMatching == 1)
      return .given(deletes: true)
    }
    let outcome = try await delete(.matching(ProposalFilter()), dialog)
    #expect(outcome.result.report.outcomeCounts == ["applied": 2])
    #expect(outcome.result.report.verification == .verified)
    #expect(outcome.plan.othersMatching == 1)
    #expect(dialog.log == ["reading", "consent to 0+2", "sending", "sent"])
    #expect(fixture.server.writes == ["delete 1", "delete 2"])
    #expect(fixture.server.proposals == ["button: Log på (g-2)"])
    let imports = try fixture.profile().imports()
    #expect(imports.map(\.purpose) == [.deletion])
    #expect(imports.map(\.id) == [outcome.result.id])
    #expect(imports.map(\.isComplete) == [true])
  }

  @Test func `conditions on texts read the texts`() async throws {
    var filter = ProposalFilter()
    filter.isSameAsCurrent = true
    _ = try await delete(.matching(filter))
    #expect(fixture.server.proposals == ["button: Ind", "button: Log på (g-2)"])
  }

  @Test func `by id, the proposal of another user is refused before a call, and an unknown one is gone`() async throws {
    let outcome = try await delete(.ids([3, 2, 77, 2]))
    #expect(fixture.server.writes == ["delete 2"])
    let report = outcome.result.report
    #expect(report.changeset.items.map(\.row.proposalID) == [3, 2])
    #expect(report.changeset.items.map(\.verdict) == [.refused, .delete])
    #expect(outcome.plan.leftOut.map(\.id) == [77])
    #expect(outcome.plan.leftOut.map(\.reason) == [nil])
    #expect(outcome.plan.asked == [3, 2, 77])
  }

  @Test func `undoing a final deletion sends nothing, and the plan said so before`() async throws {
    fixture.server.add("vanished", "Farvel")
    var filter = ProposalFilter()
    filter.isOrphaned = true
    let outcome = try await delete(.matching(filter))
    #expect(outcome.plan.finalIDs == [4])
    #expect(fixture.server.writes == ["delete 4"])
    let id = try #require(outcome.result.id)
    #expect(try await fixture.undo(id).report.changeset.items.map(\.verdict) == [.gone])
    #expect(fixture.server.writes == ["delete 4"])
    #expect(try await delete(.ids([1])).plan.finalIDs == nil, "the texts are not read for ids")
  }

  @Test func `nothing to delete asks nothing and keeps no import`() async throws {
    var filter = mine
    filter.selection.keys = ["hint*"]
    await #expect(throws: SelectionError.self) { _ = try await delete(.matching(filter)) }
    let outcome = try await delete(.ids([77]), ScriptedDialog { _ in throw ScriptedDialog.Refusal() })
    #expect(outcome.result.id == nil)
    #expect(fixture.server.writes == [])
  }

  @Test func `the age of a proposal is the journal's, and a proposal that it does not know has none`() async throws {
    let source = try await fixture.sheet(["title": ["Proposal": "Hej"]])
    try await fixture.run(source)
    var filter = mine
    filter.minimumAge = .zero
    _ = try await delete(.matching(filter))
    #expect(fixture.server.proposals == ["button: Ind", "button: Log på (g-2)"])
    filter.minimumAge = .seconds(86_400)
    filter.isMine = false
    let outcome = try await delete(.matching(filter))
    #expect(outcome.plan.plan.changeset.deleteCount == 0)
    #expect(outcome.plan.ageless == 1, "another user's is not counted")
  }
}
