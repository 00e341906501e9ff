import Synchronization
import TranslationReview

/// The part of a journal that belongs to one import.
final class ImportJournal: SubmissionJournal {
  private let journal: ReviewJournal
  private let id: Mutex<String?>
  private let row = Mutex<Int64?>(nil)

  private let timeout: Double?

  init(_ journal: ReviewJournal, resuming id: String? = nil, timeout: Double?) {
    self.journal = journal
    self.timeout = timeout
    self.id = Mutex(id)
  }

  func begin(_ record: SubmissionRecord) async throws(JournalError) {
    let begun = try await journal.write { try JournalRows.begin(record, $0) }
    row.withLock { $0 = begun }
  }

  func append(_ entries: [JournalEntry]) async throws(JournalError) {
    let known = row.withLock { $0 }
    let id = id.withLock { $0 }
    let found = try await journal.write { [timeout] database -> Int64 in
      guard let row = try known ?? JournalRows.heads(database).last(where: { $0.id == id })?.row else {
        throw JournalError(.unknownImport, "The journal knows no import \"\(id ?? "")\".")
      }
      try JournalRows.append(entries, to: row, timeout: timeout, database)
      return row
    }
    row.withLock { $0 = found }
  }
}
