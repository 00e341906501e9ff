import Synchronization

/// A journal in memory, which is lost when the process ends. For tests, and for programs that need no resuming.
public final class InMemoryJournal: SubmissionJournal {
  private let state = Mutex<(record: SubmissionRecord?, entries: [JournalEntry])>((nil, []))

  /// Creates an empty journal.
  public init() {}

  /// The submission that was begun; nil before that.
  public var record: SubmissionRecord? { state.withLock(\.record) }
  /// All entries, in order.
  public var entries: [JournalEntry] { state.withLock(\.entries) }

  /// Saves the submission.
  public func begin(_ record: SubmissionRecord) {
    state.withLock { $0.record = record }
  }

  /// Saves entries.
  public func append(_ entries: [JournalEntry]) {
    state.withLock { $0.entries += entries }
  }
}
