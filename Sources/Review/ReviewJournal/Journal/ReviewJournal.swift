import Dispatch
import GRDB
package import NStackAPI
public import TranslationReview

/// The imports of one profile in an SQLite file: their plans, the calls about to be sent, and the outcomes.
///
/// Every write is on the disk when it returns (write-ahead log, `synchronous=FULL`, verified at opening). Every row has
/// a checksum, and an import records its number of blocks. So damage is found, and nothing is sent because of it. A
/// file beside the journal records the last step, so that the loss of the last writes is noticed too.
public final class ReviewJournal: Sendable {
  /// The purpose for which a journal is opened.
  public enum Access: Sendable {
    /// To read; nothing is locked and nothing is written.
    case reading
    /// To import; only one process on a machine can do so at a time.
    case importing
  }

  /// The path of the file.
  public let path: String
  /// The steps that were missing when the journal was opened for importing; nil if none were.
  package let lostSteps: LostSteps?
  private let database: DatabaseQueue
  private let lock: ProcessLock?
  private let endFile: JournalEndFile?
  private let queue = DispatchQueue(label: "nstack-review.journal")

  /// Opens a journal. For importing, it is created if it does not exist.
  ///
  /// - Returns: Nil if the file does not exist and is opened only for reading.
  /// - Throws: `locked`, `corrupt`, `unknownVersion`, `noSpace`, `unusable`, `notDurable`.
  public static func open(path: String, for access: Access) throws(JournalError) -> ReviewJournal? {
    let isImporting = access == .importing
    let (lock, opened) = try JournalError.perform {
      let lock =
        try !isImporting
        ? nil
        : JournalRows.file.lock(path) { holder in
          "Another import of this profile is running on this machine\(holder). Wait until it has ended."
        }
      return (lock, try JournalRows.file.database(at: path, isWriting: isImporting))
    }
    guard let opened else { return nil }
    let journal = try ReviewJournal(path, opened, lock, isImporting ? JournalEndFile(path: path + ".end") : nil)
    if isImporting { try journal.check() }
    return journal
  }

  private init(_ path: String, _ database: DatabaseQueue, _ lock: ProcessLock?, _ endFile: JournalEndFile?)
    throws(JournalError)
  {
    (self.path, self.database, self.lock, self.endFile) = (path, database, lock, endFile)
    lostSteps = try JournalError.perform {
      guard let steps = endFile?.read(), try database.read({ try steps.areLost(from: JournalRows($0)) }) else {
        return nil
      }
      return steps
    }
  }

  /// Closes the file and releases the lock.
  public func close() {
    // Every write is already on the disk, even if closing the file fails.
    try? database.close()
    lock?.release()
  }

  // MARK: - Reading

  /// All imports, the newest last.
  public func imports() throws(JournalError) -> [KeptImport] {
    try read { rows in try rows.heads().map(rows.keptImport).withUndoings() }
  }

  /// The imports that can be resumed, the newest last.
  package func unfinishedImports() throws(JournalError) -> [KeptImport] {
    try read { rows in try rows.heads().filter { !$0.isOver }.map(rows.keptImport).filter { !$0.isComplete } }
  }

  /// One import as a list shows it.
  ///
  /// - Throws: `unknownImport`, `corrupt`.
  package func keptImport(withID id: String) throws(JournalError) -> KeptImport {
    try read { try $0.keptImport($0.requiredHead(id: id)) }
  }

  func hasImport(withID id: String) throws(JournalError) -> Bool { try read { try $0.head(id: id) != nil } }

  /// An import's plan and all its steps.
  ///
  /// - Throws: `unknownImport`, `corrupt`.
  package func record(ofImport id: String) throws(JournalError) -> (record: SubmissionRecord, entries: [JournalEntry]) {
    try read { try $0.record($0.requiredHead(id: id)) }
  }

  /// Adds what the person's own imports did to a history, as far as the plan of a sheet needs it.
  ///
  /// - Throws: `corrupt`.
  package func add(
    _ questions: Set<OwnHistory.Question>, to history: inout OwnHistory, where isOwn: @escaping (KeptImport) -> Bool
  ) throws(JournalError) {
    history = try read { [history] rows in
      var (history, index) = (history, try JournalIndex(rows, where: isOwn))
      try index.add(questions, to: &history)
      return history
    }
  }

  /// When undos took back what rows ask for, in seconds since 1970, by the index of the row.
  ///
  /// - Throws: `corrupt`.
  package func timesTakenBack(
    of rows: [ReturnedRow], in files: [ReturnedSheet.File], where isOwn: @escaping (KeptImport) -> Bool
  ) throws(JournalError) -> [Int: Double] {
    try read { journal in
      var index = try JournalIndex(journal, where: isOwn)
      return try index.timesTakenBack(of: rows, in: files)
    }
  }

  /// The texts that other imports of the same application and guid changed, after the last call of an import about each
  /// text.
  ///
  /// - Throws: `unknownImport`, `corrupt`.
  package func texts(touchedAfterImport id: String) throws(JournalError) -> Set<TextIdentity> {
    try read { rows in
      let head = try rows.requiredHead(id: id)
      let kept = try rows.keptImport(head)
      let own = Self.lastCalls(try rows.record(head)) { _ in true }
      var touched: Set<TextIdentity> = []
      for other in try rows.heads() where other.row != head.row {
        let keptOther = try rows.keptImport(other)
        guard keptOther.scope == kept.scope else { continue }
        if let other = keptOther.guidFingerprint, let own = kept.guidFingerprint, other != own { continue }
        // A resumed import skips texts that a later import changed. So the later import's calls always came after those
        // of the resumed one, and this order does not depend on the calendar clock.
        let isLater = other.row > head.row
        guard let last = keptOther.lastSent, isLater || last > kept.startedAt else { continue }
        let calls = Self.lastCalls(try rows.record(other)) { outcome in
          switch outcome {
          case .applied, .alreadyThere, .overridden, .unconfirmed: true
          default: false
          }
        }
        for (text, time) in calls where isLater || time > own[text] ?? kept.startedAt { touched.insert(text) }
      }
      return touched
    }
  }

  /// The time of an import's last call about each text, in seconds since 1970. Only calls with certain outcomes count.
  private static func lastCalls(
    _ kept: (record: SubmissionRecord, entries: [JournalEntry]), where counts: (ChangeOutcome?) -> Bool
  ) -> [TextIdentity: Double] {
    let changes = kept.record.changeset.changes
    let states = SubmissionProgress(count: changes.count, entries: kept.entries).states
    return zip(changes, states).reduce(into: [:]) { times, call in
      guard let sent = call.1.lastSent, counts(call.1.knownOutcome) else { return }
      times[call.0.text] = max(times[call.0.text] ?? sent, sent)
    }
  }

  /// Checks everything that a new import depends on: the rows of all imports, and all blocks of unfinished ones.
  /// Finished imports are checked when they are read.
  private func check() throws(JournalError) {
    try read { rows in
      // A damaged page can hide an import.
      if let fault = try String.fetchOne(rows.database, sql: "PRAGMA quick_check('import')"), fault != "ok" {
        throw JournalError(.corrupt, "The journal's file is damaged.", cause: fault)
      }
      for head in try rows.heads() where !head.isOver { _ = try rows.record(head) }
    }
  }

  private func read<Value>(_ body: (JournalRows) throws -> Value) throws(JournalError) -> Value {
    try JournalError.perform { try database.read { try body(JournalRows($0)) } }
  }

  // MARK: - Writing

  /// The journal of one import, which is about to start or to be resumed.
  ///
  /// - Parameter requestTimeout: The time after which one of its next calls can no longer take effect.
  package func journal(ofImport id: String, requestTimeout: Duration? = nil) -> any SubmissionJournal {
    ImportJournal(journal: self, id: id, timeout: requestTimeout)
  }

  /// Marks an unfinished import as over, so that it is not resumed.
  package func abandon(importWithID id: String, time: Double) throws(JournalError) {
    let end = JournalEntry.ended(time: time, isComplete: true)
    endFile?.write(try JournalError.perform { try database.write { try JournalRows($0).append([end], toImport: id) } })
  }

  /// Accepts the loss of steps, once none of the lost calls can take effect any more.
  package func acceptLostSteps() { endFile?.clear() }

  /// Uses the database on the current thread.
  func perform<Value>(_ body: (DatabaseQueue) throws -> Value) throws(JournalError) -> Value {
    try JournalError.perform { try body(database) }
  }

  /// Runs a transaction on its own queue, where no cancellation interrupts it, and records the last step.
  fileprivate func write(_ body: @escaping @Sendable (JournalRows) throws -> LostSteps) async throws(JournalError) {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Void, JournalError>, Never>) in
      queue.async { [self] in
        continuation.resume(
          returning: Result { () throws(JournalError) in
            endFile?.write(try JournalError.perform { try database.write { try body(JournalRows($0)) } })
          })
      }
    }
    try result.get()
  }
}

private struct ImportJournal: SubmissionJournal {
  let journal: ReviewJournal
  let id: String
  let timeout: Duration?

  func begin(_ record: SubmissionRecord) async throws(JournalError) {
    try await journal.write { try $0.begin(record, timeout: timeout) }
  }

  func append(_ entries: [JournalEntry]) async throws(JournalError) {
    try await journal.write { try $0.append(entries, toImport: id, timeout: timeout) }
  }
}

extension JournalError {
  /// Runs a closure, and turns its errors into `JournalError`s.
  static func perform<Value>(_ body: () throws -> Value) throws(JournalError) -> Value {
    do { return try body() } catch let error as JournalError { throw error } catch {
      throw JournalError(JournalRows.file.fault(for: error))
    }
  }

  init(_ fault: SQLiteFault) {
    self.init(Code(rawValue: "journal.\(fault.kind.rawValue)") ?? .corrupt, fault.message, cause: fault.cause)
  }
}
