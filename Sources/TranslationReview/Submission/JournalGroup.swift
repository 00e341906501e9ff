/// Gives a journal the entries of many workers together: while one group is being written the next one gathers, so that
/// a disk that takes its time does not hold back the calls in flight.
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
  /// The first failure; from then on nothing is written any more.
  private(set) var failure: JournalError?

  init(_ journal: any SubmissionJournal) {
    self.journal = journal
  }

  /// Keeps entries; returns when they are safe.
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
      // The next group's first waiter writes it; its entries are gathered already.
      waiting.removeFirst().resume(returning: .lead)
    }
  }
}
