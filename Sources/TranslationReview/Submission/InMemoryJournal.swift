import Synchronization

/// A journal that lasts as long as the process: for embedders that keep their own, and for tests.
public final class InMemoryJournal: SubmissionJournal {
  private let state = Mutex<(record: SubmissionRecord?, entries: [JournalEntry])>((nil, []))

  /// Makes an empty journal.
  public init() {}

  /// The plan that was begun; nil before.
  public var record: SubmissionRecord? { state.withLock(\.record) }
  /// Everything that was kept, in order.
  public var entries: [JournalEntry] { state.withLock(\.entries) }

  /// Keeps a plan.
  public func begin(_ record: SubmissionRecord) {
    state.withLock { $0.record = record }
  }

  /// Keeps entries.
  public func append(_ entries: [JournalEntry]) {
    state.withLock { $0.entries += entries }
  }
}
