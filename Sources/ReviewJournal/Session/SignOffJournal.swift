import Synchronization
import TranslationReview

/// The journal of an import whose rows sign texts off. It keeps the sign-offs before the first call, because they depend
/// on no call: whatever ends the import, they are not lost.
final class SignOffJournal: SubmissionJournal {
  private let journal: any SubmissionJournal
  private let keep: @Sendable () throws -> Void
  private let isKept = Mutex(false)

  /// - Parameter keep: Keeps the sign-offs durably.
  init(_ journal: any SubmissionJournal, keepingSignOffsBy keep: @escaping @Sendable () throws -> Void) {
    self.journal = journal
    self.keep = keep
  }

  func begin(_ record: SubmissionRecord) async throws(JournalError) {
    try await journal.begin(record)
    // A failure does not stop the import: whoever runs it tries again afterwards, and tells of it.
    try? keepSignOffs()
  }

  func append(_ entries: [JournalEntry]) async throws(JournalError) {
    try await journal.append(entries)
  }

  /// Keeps the sign-offs, unless that was done before.
  func keepSignOffs() throws {
    try isKept.withLock { isKept in
      guard !isKept else { return }
      try keep()
      isKept = true
    }
  }
}
