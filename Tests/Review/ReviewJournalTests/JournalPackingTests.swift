import NStackAPI
import Testing
import TranslationReview

@testable import ReviewJournal

struct JournalPackingTests {
  let folder = TemporaryFolder()

  @Test func `a reading that comes after the end is left out, and anything else is refused`() async throws {
    let journal = try folder.open()
    try await journal.keep(JournalFixture.record(), JournalFixture.entries + [JournalFixture.ended])
    let keeper = journal.journal(ofImport: "a1")
    try await keeper.append([.reading(time: 1090)])
    #expect(try journal.record(ofImport: "a1").entries.last == JournalFixture.ended)
    await #expect(throws: JournalError.self) { try await keeper.append([.intent(change: 0, attempt: 9, time: 1)]) }
    journal.close()
    #expect(try folder.open().lostSteps == nil)
  }

  @Test func `an import of many rows is kept in several blocks, in a fraction of the space`() async throws {
    let count = 9000
    let rows = (0..<count).map { number in
      ReturnedRow(
        place: RowPlace(fileIndex: 0, file: "sheet.csv", worksheet: nil, row: number + 2),
        cells: ReviewRow(
          text: TextIdentity(section: "s", key: "key\(number)", locale: "da-DK"), currentValue: "Tekst \(number)",
          proposal: "Forslag \(number)"), isProposalChanged: true)
    }
    let changeset = Changeset(
      items: rows.map { Changeset.Item(row: $0, verdict: .propose, serverValue: $0.currentValue) },
      changes: rows.enumerated().map {
        Changeset.Change(text: $1.text, operation: .propose(value: $1.proposal), items: [$0], pending: [])
      }, counts: [.propose: count], files: [ReturnedSheet.File(path: "sheet.csv", digest: "00")])
    let journal = try folder.open()
    let keeper = journal.journal(ofImport: "many")
    try await keeper.begin(JournalFixture.record(id: "many", of: changeset))
    let entries = (0..<count).flatMap { number -> [JournalEntry] in
      [
        .intent(change: number, attempt: 1, time: 1000 + Double(number) / 8),
        .outcome(change: number, .applied(proposalID: number, altered: nil), time: 1000.5 + Double(number) / 8),
      ]
    }
    try await keeper.append(entries + [JournalFixture.ended])
    let kept = try journal.record(ofImport: "many")
    #expect(kept.entries == entries + [JournalFixture.ended])
    #expect(kept.record.changeset.changes == changeset.changes)
    #expect(try journal.keptImport(withID: "many").outcomes == ["applied": count])
    journal.close()
    #expect(TemporaryFolder.bytes(folder.journal).count < 200 * count)
  }
}
