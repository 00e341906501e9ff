import Testing
import TranslationReview

@testable import ReviewJournal

@Suite("How a journal is kept on the disk")
struct JournalDurabilityTests {
  @Test(
    "anything but a write-ahead log that is synced at each commit is refused",
    arguments: [
      (2, "wal", true), (3, "wal", true), (1, "wal", false), (0, "wal", false), (nil, "wal", false),
      (2, "delete", false), (2, "memory", false), (2, nil, false),
    ] as [(Int?, String?, Bool)])
  func settings(synchronous: Int?, journalMode: String?, isTaken: Bool) {
    if isTaken {
      #expect(throws: Never.self) {
        try JournalFile.perform {
          try JournalFile.file.checkDurability(synchronous: synchronous, journalMode: journalMode)
        }
      }
    } else {
      let error = #expect(throws: JournalError.self) {
        try JournalFile.perform {
          try JournalFile.file.checkDurability(synchronous: synchronous, journalMode: journalMode)
        }
      }
      #expect(error?.code == .notDurable)
    }
  }
}
