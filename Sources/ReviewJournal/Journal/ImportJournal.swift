import NStackAPI
import Synchronization
import TranslationReview

/// The part of a journal for one import.
final class ImportJournal: SubmissionJournal {
  private let journal: ReviewJournal
  private let place: Mutex<(row: Int64?, id: String?)>
  /// In seconds, as the journal holds it.
  private let timeout: Double?

  init(_ journal: ReviewJournal, resuming id: String? = nil, timeout: Duration?) {
    self.journal = journal
    self.timeout = timeout?.inSeconds
    place = Mutex((nil, id))
  }

  func begin(_ record: SubmissionRecord) async throws(JournalError) {
    let mark = try await journal.write { try JournalRows.begin(record, $0) }
    journal.keep(mark, timeout: timeout)
    place.withLock { $0 = (mark.row, mark.id) }
  }

  func append(_ entries: [JournalEntry]) async throws(JournalError) {
    let (known, id) = place.withLock { ($0.row, $0.id ?? "") }
    let mark = try await journal.write { [timeout] database in
      let row = try known ?? JournalRows.requiredHead(id: id, database).row
      return try JournalRows.append(entries, to: row, id: id, timeout: timeout, database)
    }
    journal.keep(mark, timeout: timeout)
    place.withLock { $0.row = mark.row }
  }
}
