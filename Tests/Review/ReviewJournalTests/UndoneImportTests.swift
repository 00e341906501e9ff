import NStackAPI
import ReviewJournal
import Testing
import TranslationReview

struct UndoneImportTests {
  private let fixture = SessionFixture()

  private func undoings(_ id: String) throws -> [KeptImport.Undoing] {
    try fixture.profile().keptImport(named: id).undoings
  }

  @Test func `an import is undone by another one, and a second time there is nothing left`() async throws {
    let id = try await fixture.imported(["title": "Hej", "button": "Ind"])
    #expect(try undoings(id) == [])
    let undo = try #require(try await fixture.undo(id).id)
    #expect(try undoings(id).map(\.id) == [undo])
    #expect(try undoings(id).map(\.isWhole) == [true])
    let again = try await fixture.undo(id)
    #expect(again.id == nil)
    #expect(again.report.changeset.items.map(\.verdict) == [.alreadyGone, .alreadyGone])
    #expect(fixture.server.writes.count == 4)
  }

  @Test func `a choice that leaves no change out undoes the whole import`() async throws {
    let id = try await fixture.imported(["title": "Hej", "button": "Ind"])
    try await fixture.undo(id) { $0.selection.locales = ["da-DK"] }
    #expect(try undoings(id).map(\.isWhole) == [true])
  }

  @Test func `an import that was cut off and is undone in part is still unfinished, and sends only the rest`()
    async throws
  {
    let source = try await fixture.sheet(SessionFixture.proposals)
    let id = try #require(try await fixture.cutOff(source).id)
    try await fixture.undo(id) { $0.changes = [1] }
    #expect(fixture.server.proposals == [])
    #expect(try fixture.unfinished == [id])
    try await fixture.resume(id)
    #expect(fixture.server.proposals == ["button: Ind"])
    #expect(try fixture.unfinished == [])
  }

  @Test func `a choice that fits no change is refused`() async throws {
    let id = try await fixture.imported(["title": "Hej"])
    let error = await #expect(throws: ImportError.self) { try await fixture.undo(id) { $0.changes = [1, 7] } }
    #expect(error?.code == .unknownChange)
    #expect(error?.message == "import \(id) has no change 7.")
    let key = await #expect(throws: SelectionError.self) { try await fixture.undo(id) { $0.selection.keys = ["but*"] } }
    #expect(key?.description == "no key of the import matches \"but*\". Available: title.")
    let locale = await #expect(throws: SelectionError.self) {
      try await fixture.undo(id) { $0.selection.locales = ["de-DE"] }
    }
    #expect(locale?.description == "the import has no locale \"de-DE\"; it has da-DK")
    #expect(fixture.server.proposals == ["title: Hej"])
  }

  @Test func `an undo that is undone no longer counts, and last is never an undo`() async throws {
    let id = try await fixture.imported(["title": "Hej"])
    let undo = try #require(try await fixture.undo(id).id)
    #expect(try fixture.profile().keptImport(named: "last").id == id)
    try await fixture.undo(undo)
    #expect(fixture.server.proposals == ["title: Hej"])
    #expect(try undoings(id) == [])
    #expect(try undoings(undo).map(\.isWhole) == [true])
  }
}
