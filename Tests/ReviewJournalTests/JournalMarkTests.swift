import Testing
import TranslationReview

@testable import ReviewJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The mark beside a journal")
struct JournalMarkTests {
  let folder = TemporaryFolder()

  func open(_ path: String? = nil) throws -> ReviewJournal {
    try #require(try ReviewJournal.open(path: path ?? folder.journal, for: .importing))
  }

  /// Fills a journal, and gives its files as a kill would leave them.
  func files() async throws -> (main: [UInt8], log: [UInt8], mark: [UInt8]) {
    let journal = try open()
    defer { journal.close() }
    let keeper = journal.journal(requestTimeout: .seconds(7))
    try await keeper.begin(JournalFixture.record())
    for entry in JournalFixture.entries { try await keeper.append([entry]) }
    return (
      TemporaryFolder.bytes(folder.journal), TemporaryFolder.bytes(folder.journal + "-wal"),
      TemporaryFolder.bytes(folder.journal + ".mark")
    )
  }

  func copy(_ main: [UInt8], _ log: [UInt8], _ mark: [UInt8]) throws -> ReviewJournal {
    let path = "\(folder.path)/copy"
    for suffix in ["-shm", "-wal", ".mark"] { TemporaryFolder.remove(path + suffix) }
    TemporaryFolder.write(main, to: path)
    TemporaryFolder.write(log, to: path + "-wal")
    TemporaryFolder.write(mark, to: path + ".mark")
    return try open(path)
  }

  @Test("a line is read back, and one that was torn or changed is none")
  func line() {
    var mark = JournalMark(row: 3, id: "a1", steps: 12, checksum: Data([1, 2, 255]))
    #expect(JournalMark(line: mark.line) == mark)
    mark.timeout = 2.5
    let line = mark.line
    #expect(JournalMark(line: line) == mark)
    #expect(JournalMark(line: String(line.dropLast())) == nil)
    #expect(JournalMark(line: line.replacing("\t12\t", with: "\t11\t")) == nil)
    #expect(JournalMark(line: "") == nil)
  }

  @Test("steps that a damaged log no longer gives are noticed, wherever a byte was flipped or the log was cut off")
  func lost() async throws {
    let (main, log, mark) = try await files()
    let whole = try copy(main, log, mark)
    #expect(whole.lostSteps == nil)
    whole.close()
    let last = LostSteps(importID: "a1", count: 1, timeout: .seconds(7))
    var found: [LostSteps?] = []
    for place in stride(from: 5, to: log.count, by: 1777) {
      var flipped = log
      flipped[place] ^= 1 << UInt8(place % 8)
      for log in [flipped, Array(log[..<place])] {
        do {
          let journal = try copy(main, log, mark)
          defer { journal.close() }
          found.append(journal.lostSteps)
          let steps = try? journal.record(ofImport: "a1").entries.count
          #expect(journal.lostSteps?.count == steps.map { JournalFixture.entries.count - $0 })
          #expect(journal.lostSteps?.timeout == .seconds(7))
        } catch let error as JournalError {
          #expect(error.code == .corrupt)
        }
      }
    }
    #expect(found.contains(last))
    #expect(found.contains(LostSteps(importID: "a1", count: nil, timeout: .seconds(7))))
  }

  @Test(
    "an older copy of the file is noticed, a file that has more than the mark is not, and neither is one without a mark"
  )
  func older() async throws {
    let journal = try open()
    let keeper = journal.journal()
    try await keeper.begin(JournalFixture.record())
    try await keeper.append([.reading(time: 1)])
    let early = TemporaryFolder.bytes(folder.journal + ".mark")
    journal.close()
    let main = TemporaryFolder.bytes(folder.journal)
    let again = try open()
    try await again.journal(ofImport: "a1").append([.reading(time: 2)])
    again.close()
    let (later, late) = (TemporaryFolder.bytes(folder.journal), TemporaryFolder.bytes(folder.journal + ".mark"))
    for (main, mark, lost) in [
      (main, late, LostSteps(importID: "a1", count: 1, timeout: nil)), (later, early, nil), (main, [], nil),
      (main, Array(late.dropLast(4)), nil),
    ] {
      let opened = try copy(main, [], mark)
      #expect(opened.lostSteps == lost)
      opened.acceptLostSteps()
      opened.close()
      let reopened = try open("\(folder.path)/copy")
      #expect(reopened.lostSteps == nil)
      reopened.close()
    }
  }

  @Test("an import that was abandoned, and one before the last, leave nothing to notice")
  func abandoned() async throws {
    let journal = try open()
    try await journal.journal().begin(JournalFixture.record())
    try journal.abandon(importWithID: "a1", time: 1)
    journal.close()
    let again = try open()
    #expect(again.lostSteps == nil)
    try await again.journal().begin(JournalFixture.record(id: "b2"))
    again.close()
    #expect(try open().lostSteps == nil)
  }
}
