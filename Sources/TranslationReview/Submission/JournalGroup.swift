/// Writes the entries of many workers to the journal in groups.
///
/// While one group is being written, the next one is collected, so that a slow disk does not delay the calls in flight.
actor JournalGroup {
  private enum Wake {
    case written
    case failed(JournalError)
    case lead
  }

  private let journal: any SubmissionJournal
  private var gathered: [JournalEntry] = []
  private var waiting: [CheckedContinuation<Wake, Never>] = []
  private var isWriting = false
  /// The first failure. After it, nothing more is written.
  private(set) var failure: JournalError?

  init(_ journal: any SubmissionJournal) {
    self.journal = journal
  }

  /// Saves entries; returns when the journal has them.
  func record(_ entries: [JournalEntry]) async throws(JournalError) {
    if let failure { throw failure }
    gathered += entries
    if isWriting {
      switch await withCheckedContinuation({ waiting.append($0) }) {
      case .written: return
      case .failed(let error): throw error
      case .lead: break
      }
    }
    isWriting = true
    let group = gathered
    let followers = waiting
    gathered = []
    waiting = []
    do throws(JournalError) {
      try await journal.append(group)
      for follower in followers { follower.resume(returning: .written) }
    } catch {
      failure = error
      for follower in followers + waiting { follower.resume(returning: .failed(error)) }
      waiting = []
      isWriting = false
      throw error
    }
    if waiting.isEmpty {
      isWriting = false
    } else {
      // The first waiter of the next group writes it. The group's entries are already collected.
      waiting.removeFirst().resume(returning: .lead)
    }
  }
}
