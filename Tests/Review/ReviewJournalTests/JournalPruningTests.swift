import ReviewJournal
import Testing
import TranslationReview

struct JournalPruningTests {
  let folder = TemporaryFolder()

  /// Keeps an import that called at a time; nil for one that was cut off.
  func keep(
    _ id: String, begun: Double = 1000, sent: Double = 1001, ended: Bool = true, undoing other: String? = nil,
    in journal: ReviewJournal
  ) async throws {
    let record = JournalFixture.record(id: id, purpose: other.map { .undo(of: $0) } ?? .sheets, startedAt: begun)
    let calls: [JournalEntry] = [
      .intent(change: 0, attempt: 1, time: sent),
      .outcome(change: 0, .applied(proposalID: 7, altered: nil), time: sent),
    ]
    try await journal.keep(record, calls + (ended ? [.ended(time: sent, isComplete: true)] : []))
  }

  @Test func `by age, by number, and both: only what is old enough and not among the newest is forgotten`() async throws
  {
    let journal = try folder.open()
    for (id, begun) in [("a", 1000.0), ("b", 2000), ("c", 3000), ("d", 4000)] {
      try await keep(id, begun: begun, sent: begun + 1, in: journal)
    }
    func ids(_ before: Double?, _ keeping: Int?) throws -> [String] {
      try journal.pruningPlan(before: before, keeping: keeping).imports.map(\.id)
    }
    #expect(try ids(3000, nil) == ["a", "b"])
    #expect(try ids(nil, 1) == ["a", "b", "c"])
    #expect(try ids(2500, 3) == ["a"])
    #expect(try ids(nil, 9) == [])
    #expect(try ids(nil, 0) == ["a", "b", "c", "d"])
    #expect(try ids(1000, nil) == [])
  }

  @Test func `what is forgotten is gone, what is kept is whole, and nothing is told to be lost`() async throws {
    let journal = try folder.open()
    for id in ["a", "b", "c"] { try await keep(id, in: journal) }
    let (record, entries) = try journal.record(ofImport: "c")
    _ = try journal.prune(journal.pruningPlan(before: nil, keeping: 1).imports)
    #expect(try journal.imports().map(\.id) == ["c"])
    #expect(throws: JournalError.self) { try journal.record(ofImport: "a") }
    journal.close()
    let again = try folder.open()
    #expect(again.lostSteps == nil)
    #expect(try again.record(ofImport: "c").entries == entries)
    #expect(try again.record(ofImport: "c").record.changeset.changes == record.changeset.changes)
    _ = try again.prune(again.pruningPlan(before: nil, keeping: 0).imports)
    try await keep("d", in: again)
    again.close()
    #expect(try folder.open().lostSteps == nil)
  }

  @Test func `the file becomes smaller by as much as is said`() async throws {
    let journal = try folder.open()
    for number in 0..<40 { try await keep("import-\(number)", in: journal) }
    let freed = try journal.prune(journal.pruningPlan(before: nil, keeping: 0).imports)
    journal.close()
    let size = TemporaryFolder.bytes(folder.journal).count
    #expect(freed > 30_000)
    #expect(size < 60_000)
  }

  @Test(
    "an import that was cut off is kept, and so is what was done after it was begun, though the calendar was set back",
    arguments: [1000.0, 9000]) func unfinished(begun: Double) async throws
  {
    let journal = try folder.open()
    try await keep("old", begun: 500, sent: 501, in: journal)
    try await keep("cut", begun: begun, ended: false, in: journal)
    try await keep("later", begun: 2000, sent: 2001, in: journal)
    let plan = try journal.pruningPlan(before: nil, keeping: 0)
    #expect(plan.imports.map(\.id) == ["old"])
    #expect(plan.needed.map(\.id) == ["later"])
    #expect(plan.unfinished?.id == "cut")
    #expect(throws: JournalError.self) { try journal.prune(journal.unfinishedImports()) }
    #expect(try journal.imports().map(\.id) == ["old", "cut", "later"])
  }

  @Test func `an import is kept as long as the one that took it back`() async throws {
    let journal = try folder.open()
    try await keep("first", begun: 1000, in: journal)
    try await keep("undo", begun: 2000, undoing: "first", in: journal)
    try await keep("redo", begun: 3000, undoing: "undo", in: journal)
    #expect(try journal.pruningPlan(before: nil, keeping: 1).imports.map(\.id) == [])
    #expect(try journal.pruningPlan(before: nil, keeping: 0).imports.map(\.id) == ["first", "undo", "redo"])
  }
}
