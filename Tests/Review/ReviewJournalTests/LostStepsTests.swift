import Testing
import TranslationReview

@testable import ReviewJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct LostStepsTests {
  let folder = TemporaryFolder()

  @Test(
    "a damaged log gives the first steps, and the others are noticed, wherever a byte was flipped or the log was cut off"
  ) func lost() async throws {
    let journal = try folder.open()
    try await journal.keep(JournalFixture.record(), JournalFixture.entries, timeout: .seconds(7))
    let (main, log, end) = folder.files
    journal.close()
    let whole = try folder.copy(main, log: log, end: end)
    #expect(whole.lostSteps == nil)
    whole.close()
    var kept: Set<Int?> = []
    for place in stride(from: 5, to: log.count, by: 1777) {
      var flipped = log
      flipped[place] ^= 1 << UInt8(place % 8)
      for log in [flipped, Array(log[..<place])] {
        do {
          let journal = try folder.copy(main, log: log, end: end)
          defer { journal.close() }
          let steps = try? journal.record(ofImport: "a1").entries
          kept.insert(steps?.count)
          #expect(steps.map { $0 == Array(JournalFixture.entries.prefix($0.count)) } != false)
          let isWhole = steps?.count == JournalFixture.entries.count
          #expect(journal.lostSteps?.importID == (isWhole ? nil : "a1"))
          #expect(journal.lostSteps?.timeout == (isWhole ? nil : .seconds(7)))
        } catch let error as JournalError { #expect(error.code == .corrupt) }
      }
    }
    #expect(kept.isSuperset(of: [nil, JournalFixture.entries.count - 1]))
  }

  @Test(
    "an older copy of the file is noticed, a file that has more than the noted end is not, and neither is one without it"
  ) func older() async throws {
    let journal = try folder.open()
    try await journal.keep(JournalFixture.record(), [.reading(time: 1)])
    let early = folder.files.end
    journal.close()
    let main = TemporaryFolder.bytes(folder.journal)
    let again = try folder.open()
    try await again.journal(ofImport: "a1").append([.reading(time: 2)])
    again.close()
    let (later, _, late) = folder.files
    var changed = late
    changed[40] ^= 1
    for (main, end, lost) in [
      (main, late, "a1"), (later, early, nil), (main, [], nil), (main, Array(late.dropLast(4)), nil),
      (main, changed, nil),
    ] {
      let opened = try folder.copy(main, end: end)
      #expect(opened.lostSteps?.importID == lost)
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
