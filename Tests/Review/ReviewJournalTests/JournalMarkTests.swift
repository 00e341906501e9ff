import Testing
import TranslationReview

@testable import ReviewJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct JournalMarkTests {
  let folder = TemporaryFolder()

  @Test func `a line is read back, and one that was torn or changed is none`() {
    var mark = JournalMark(row: 3, id: "a1", steps: 12, checksum: Data([1, 2, 255]))
    #expect(JournalMark(line: mark.line) == mark)
    mark.timeout = 2.5
    let line = mark.line
    #expect(JournalMark(line: line) == mark)
    #expect(JournalMark(line: String(line.dropLast())) == nil)
    #expect(JournalMark(line: line.replacing("\t12\t", with: "\t11\t")) == nil)
    #expect(JournalMark(line: "") == nil)
  }

  @Test(
    "a damaged log gives the first steps, and the others are noticed, wherever a byte was flipped or the log was cut off"
  ) func lost() async throws {
    let journal = try folder.open()
    try await journal.keep(JournalFixture.record(), JournalFixture.entries, timeout: .seconds(7))
    let (main, log, mark) = folder.files
    journal.close()
    let whole = try folder.copy(main, log: log, mark: mark)
    #expect(whole.lostSteps == nil)
    whole.close()
    let last = LostSteps(importID: "a1", count: 1, timeout: .seconds(7))
    var found: [LostSteps?] = []
    for place in stride(from: 5, to: log.count, by: 1777) {
      var flipped = log
      flipped[place] ^= 1 << UInt8(place % 8)
      for log in [flipped, Array(log[..<place])] {
        do {
          let journal = try folder.copy(main, log: log, mark: mark)
          defer { journal.close() }
          found.append(journal.lostSteps)
          let steps = try? journal.record(ofImport: "a1").entries
          #expect(steps.map { $0 == Array(JournalFixture.entries.prefix($0.count)) } != false)
          #expect(journal.lostSteps?.count == steps.map { JournalFixture.entries.count - $0.count })
          #expect(journal.lostSteps?.timeout == .seconds(7))
        } catch let error as JournalError { #expect(error.code == .corrupt) }
      }
    }
    #expect(found.contains(last))
    #expect(found.contains(LostSteps(importID: "a1", count: nil, timeout: .seconds(7))))
  }

  @Test(
    "an older copy of the file is noticed, a file that has more than the mark is not, and neither is one without a mark"
  ) func older() async throws {
    let journal = try folder.open()
    try await journal.keep(JournalFixture.record(), [.reading(time: 1)])
    let early = folder.files.mark
    journal.close()
    let main = TemporaryFolder.bytes(folder.journal)
    let again = try folder.open()
    try await again.journal(ofImport: "a1").append([.reading(time: 2)])
    again.close()
    let (later, _, late) = folder.files
    for (main, mark, lost) in [
      (main, late, LostSteps(importID: "a1", count: 1, timeout: nil)), (later, early, nil), (main, [], nil),
      (main, Array(late.dropLast(4)), nil),
    ] {
      let opened = try folder.copy(main, mark: mark)
      #expect(opened.lostSteps == lost)
      opened.acceptLostSteps()
      opened.close()
      let reopened = try #require(try ReviewJournal.open(path: "\(folder.path)/copy", for: .importing))
      #expect(reopened.lostSteps == nil)
      reopened.close()
    }
  }

  @Test func `an import that was abandoned, and one before the last, leave nothing to notice`() async throws {
    let journal = try folder.open()
    try await journal.keep(JournalFixture.record())
    try journal.abandon(importWithID: "a1", time: 1)
    journal.close()
    let again = try folder.open()
    #expect(again.lostSteps == nil)
    try await again.keep(JournalFixture.record(id: "b2"))
    again.close()
    #expect(try folder.open().lostSteps == nil)
  }
}
