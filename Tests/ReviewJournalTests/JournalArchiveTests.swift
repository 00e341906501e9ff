import NStackAPI
import Testing
import TranslationReview

@testable import ReviewJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Imports that are over")
struct JournalArchiveTests {
  let folder = TemporaryFolder()

  func open(_ access: ReviewJournal.Access = .importing) throws -> ReviewJournal {
    try #require(try ReviewJournal.open(path: folder.journal, for: access))
  }

  static let ended = JournalEntry.ended(time: 1080, isComplete: true)

  /// Keeps an import that is over.
  func keep(_ id: String, in journal: ReviewJournal, entries: [JournalEntry] = JournalFixture.entries) async throws {
    let keeper = journal.journal(requestTimeout: .seconds(60))
    try await keeper.begin(JournalFixture.record(id: id))
    for entry in entries { try await keeper.append([entry]) }
    try await keeper.append([Self.ended])
  }

  @Test("all of it comes back but readings before the last, and the list says what it said")
  func roundTrip() async throws {
    let journal = try open()
    let reading = JournalEntry.reading(time: 1079)
    try await keep("a1", in: journal, entries: JournalFixture.entries + [reading])
    let kept = try journal.record(ofImport: "a1")
    #expect(kept.entries == JournalFixture.entries.filter { $0 != JournalFixture.reading } + [reading, Self.ended])
    let original = JournalFixture.record()
    #expect(kept.record.changeset.changes == original.changeset.changes)
    #expect(kept.record.changeset.items.map(\.row) == original.changeset.items.map(\.row))
    #expect(kept.record.changeset.counts == original.changeset.counts)
    let summary = try journal.keptImport(withID: "a1")
    #expect(summary.outcomes == ["applied": 1, "not-attempted": 1])
    #expect(summary.isComplete)
    #expect(summary.lastSent == 1064)
    #expect(try journal.imports().map(\.id) == ["a1"])
    #expect(try journal.unfinishedImports().isEmpty)
    let (report, before) = (SubmissionReport(kept.record, kept.entries), SubmissionReport(original, kept.entries))
    #expect(report.outcomes == before.outcomes)
    #expect(report.verification == before.verification)
  }

  @Test("a reading that comes after the end is left out, and anything else is refused")
  func afterTheEnd() async throws {
    let journal = try open()
    try await keep("a1", in: journal)
    let keeper = journal.journal(ofImport: "a1")
    try await keeper.append([.reading(time: 1090)])
    #expect(try journal.record(ofImport: "a1").entries.last == Self.ended)
    await #expect(throws: JournalError.self) { try await keeper.append([.intent(change: 0, attempt: 9, time: 1)]) }
    journal.close()
    #expect(try open().lostSteps == nil)
  }

  @Test("a flipped bit is found when the import is asked for, hides its work, or changes nothing")
  func flipped() async throws {
    let journal = try open()
    try await keep("a1", in: journal)
    let original = try journal.record(ofImport: "a1")
    journal.close()
    let bytes = TemporaryFolder.bytes(folder.journal)
    let places = bytes.indices.filter { bytes[$0] != 0 }
    var codes: [JournalError.Code?] = []
    for step in stride(from: 0, to: places.count, by: 11) {
      var copy = bytes
      copy[places[step]] ^= 1 << UInt8(step % 8)
      codes.append(try codeOfCopy(copy, original.entries))
    }
    #expect(Set(codes.compactMap(\.self)).isSubset(of: [.corrupt, .newerVersion, .unusable]))
    #expect(codes.count { $0 != nil } > codes.count / 3)
  }

  private func codeOfCopy(_ bytes: [UInt8], _ entries: [JournalEntry]) throws -> JournalError.Code? {
    for suffix in ["-wal", "-shm", ".mark"] { TemporaryFolder.remove("\(folder.path)/copy\(suffix)") }
    TemporaryFolder.write(bytes, to: "\(folder.path)/copy")
    do {
      let journal = try #require(try ReviewJournal.open(path: "\(folder.path)/copy", for: .importing))
      defer { journal.close() }
      #expect(try journal.record(ofImport: "a1").entries == entries)
      #expect(try journal.unfinishedImports().isEmpty)
      return nil
    } catch let error as JournalError where error.code == .unknownImport {
      // The flipped bit is in the id, or in the index of ids.
      let journal = try #require(try ReviewJournal.open(path: "\(folder.path)/copy", for: .importing))
      defer { journal.close() }
      if let imports = try? journal.imports() { #expect(imports.map(\.id) == ["a1"]) }
      return .corrupt
    } catch let error as JournalError {
      return error.code
    }
  }

  @Test("an import of many rows is packed in several blocks, in a fraction of its room")
  func many() async throws {
    let count = 9000
    let rows = (0..<count).map { number in
      ReturnedRow(
        place: RowPlace(fileIndex: 0, file: "sheet.csv", worksheet: nil, row: number + 2),
        cells: ReviewRow(
          text: TextIdentity(section: "s", key: "key\(number)", locale: "da-DK"), currentValue: "Tekst \(number)",
          proposal: "Forslag \(number)"), isProposalChanged: true)
    }
    let changeset = Changeset(
      restoring: rows.map {
        Changeset.Item(
          restoring: $0, verdict: .propose, message: "", notes: [], serverValue: $0.currentValue,
          serverProposal: nil)
      },
      changes: rows.enumerated().map {
        Changeset.Change(text: $1.text, operation: .propose(value: $1.proposal), items: [$0], pending: [])
      }, counts: [.propose: count], files: [ReturnedSheet.File(path: "sheet.csv", digest: "00")])
    let journal = try open()
    let keeper = journal.journal()
    try await keeper.begin(
      SubmissionRecord(
        id: "many", identity: PlanIdentity(text: "p"), startedAt: 1, scope: TextHash("scope"), allowsDelete: false,
        changeset: changeset))
    let entries = (0..<count).flatMap { number -> [JournalEntry] in
      [
        .intent(change: number, attempt: 1, time: 1000 + Double(number) / 8),
        .outcome(change: number, .applied(proposalID: number, altered: nil), time: 1000.5 + Double(number) / 8),
      ]
    }
    try await keeper.append(entries + [Self.ended])
    let kept = try journal.record(ofImport: "many")
    #expect(kept.entries == entries + [Self.ended])
    #expect(kept.record.changeset.changes == changeset.changes)
    #expect(try journal.keptImport(withID: "many").outcomes == ["applied": count])
    journal.close()
    // What was freed is used again: a second import of the same size adds what it is packed in.
    let before = TemporaryFolder.bytes(folder.journal).count
    let again = try open()
    try await keep("small", in: again)
    again.close()
    #expect(TemporaryFolder.bytes(folder.journal).count == before)
  }
}
