import Dispatch
import GRDB
package import NStackAPI
public import TranslationReview

/// The imports of one profile in an SQLite file: their plans, the calls about to be sent, and the outcomes.
///
/// Every write is on the disk when it returns (write-ahead log, `synchronous=FULL`, verified at opening). Every row has
/// a checksum over itself and the row before it, so a changed or missing row is found, and nothing is sent because of
/// it. A mark beside the file notes the last step, so that the loss of the last rows is noticed too.
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
  public let lostSteps: LostSteps?
  private let database: DatabaseQueue
  private let lock: ProcessLock?
  private let mark: JournalMarkFile?
  private let queue = DispatchQueue(label: "nstack-review.journal")

  /// Opens a journal. For importing, it is created if there is none.
  ///
  /// - Returns: Nil if the file is only to be read and does not exist.
  /// - Throws: `locked`, `corrupt`, `newerVersion`, `noSpace`, `unusable`, `notDurable`.
  public static func open(path: String, for access: Access) throws(JournalError) -> ReviewJournal? {
    let lock = access == .importing ? try ProcessLock.ofJournal(path: path + ".lock") : nil
    let isThere = try JournalFile.perform {
      if try JournalFile.file.exists(path) { return true }
      guard access == .importing else { return false }
      try JournalFile.file.make(path, schema: JournalRows.schema)
      return true
    }
    guard isThere else { return nil }
    let journal = try ReviewJournal(path: path, access: access, lock: lock)
    if access == .importing {
      try journal.bringUpToDate()
      try journal.check()
    }
    return journal
  }

  private init(path: String, access: Access, lock: ProcessLock?) throws(JournalError) {
    self.path = path
    self.lock = lock
    database = try JournalFile.perform {
      try DatabaseQueue(path: path, configuration: SQLiteFile.configuration(readsOnly: access == .reading))
    }
    try JournalFile.perform { [database] in
      if access == .importing { try database.writeWithoutTransaction(JournalFile.file.makeDurable) }
      try database.read(JournalFile.file.checkVersion)
    }
    let markFile = access == .importing ? JournalMarkFile(path: path + ".mark") : nil
    mark = markFile
    lostSteps = try JournalFile.perform { [database] in
      guard let mark = markFile?.read() else { return nil }
      return try database.read { try JournalRows.stepsLost(since: mark, $0) }
    }
  }

  /// Upgrades a file of an earlier version, in one transaction.
  private func bringUpToDate() throws(JournalError) {
    let isPacked = try JournalFile.perform { [database] in try database.write(JournalRows.migrate) }
    // If this fails, the file only keeps its size.
    if isPacked { try? database.vacuum() }
  }

  /// Closes the file and releases the lock.
  public func close() {
    // All writes are safe, even if closing the file fails.
    try? database.close()
    lock?.release()
  }

  // MARK: - Looking

  /// All imports, the newest last.
  public func imports() throws(JournalError) -> [KeptImport] {
    try read { database in
      try JournalRows.heads(database).map { try JournalRows.summary(of: $0, database) }.markingUndone()
    }
  }

  /// The imports that can be resumed, the newest last.
  public func unfinishedImports() throws(JournalError) -> [KeptImport] {
    try read { database in
      try JournalRows.openHeads(database).map { try JournalRows.summary(of: $0, database) }.filter { !$0.isComplete }
    }
  }

  /// One import as a list shows it.
  ///
  /// - Throws: `unknownImport`, `corrupt`.
  public func keptImport(withID id: String) throws(JournalError) -> KeptImport {
    try read { try JournalRows.summary(of: JournalRows.requiredHead(id: id, $0), $0) }
  }

  /// Whether there is an import with an id.
  func hasImport(withID id: String) throws(JournalError) -> Bool {
    try read { try JournalRows.head(id: id, $0) != nil }
  }

  /// An import's plan and all its steps.
  ///
  /// - Throws: `unknownImport`, `corrupt`.
  public func record(ofImport id: String) throws(JournalError) -> (record: SubmissionRecord, entries: [JournalEntry]) {
    try read { try JournalRows.record(of: JournalRows.requiredHead(id: id, $0), $0) }
  }

  /// Adds own imports to a history, as far as the plan of a sheet may ask about them.
  ///
  /// - Parameters:
  ///   - questions: The questions that the plan may ask.
  ///   - files: The files of the sheet. An unfinished import of these files is added as a whole.
  ///   - history: The history.
  ///   - isOwn: Whether an import counts.
  /// - Throws: `corrupt`.
  package func add(
    _ questions: Set<OwnHistory.Question>, of files: [ReturnedSheet.File], to history: inout OwnHistory,
    where isOwn: (KeptImport) -> Bool
  ) throws(JournalError) {
    history = try read { [history] database in
      var history = history
      try JournalRows.add(questions, to: &history, where: isOwn, database)
      for head in try JournalRows.openHeads(database) where isOwn(try JournalRows.summary(of: head, database)) {
        let undone =
          head.kept.undoOf == nil ? nil : try JournalRows.filesTakenBack(by: head, where: isOwn, database)
        let kept = undone ?? head.kept.returnedFiles
        guard files.contains(where: { file in kept.contains { history.isSameWork($0, file) } }) else { continue }
        let (record, entries) = try JournalRows.record(of: head, database)
        history.add(record.changeset, entries, as: undone)
      }
      return history
    }
  }

  /// The texts that other imports of the same application and guid changed after an import's last call about them.
  ///
  /// - Throws: `unknownImport`, `corrupt`.
  package func texts(touchedAfterImport id: String) throws(JournalError) -> Set<TextIdentity> {
    try read { database in
      let head = try JournalRows.requiredHead(id: id, database)
      let own = LastCalls(try JournalRows.record(of: head, database), countsAll: true)
      var touched: Set<TextIdentity> = []
      for other in try JournalRows.heads(database) where other.row != head.row && other.kept.scope == head.kept.scope {
        if let mark = other.kept.guidMark, let ownMark = head.kept.guidMark, mark != ownMark { continue }
        // A resumed import skips texts that a later import called about, so all calls of the later one came after its
        // own. This order does not depend on the calendar.
        let isLater = other.row > head.row
        guard let last = try JournalRows.summary(of: other, database).lastSent, isLater || last > head.kept.startedAt
        else { continue }
        for (text, time) in LastCalls(try JournalRows.record(of: other, database)).times
        where isLater || time > own.times[text] ?? head.kept.startedAt { touched.insert(text) }
      }
      return touched
    }
  }

  /// Checks everything that an import depends on: the heads, and all rows of unfinished imports. Finished imports are
  /// checked when they are read.
  private func check() throws(JournalError) {
    try read { database in
      for table in ["import", "summary", "item", "change", "entry"] {
        if let fault = try String.fetchOne(database, sql: "PRAGMA quick_check('\(table)')"), fault != "ok" {
          throw JournalError(.corrupt, "The journal's file is damaged.", cause: fault)
        }
        // A flipped bit in its import's number removes a last row from the import, which no later checksum would show.
        if try Row.fetchOne(database, sql: "PRAGMA foreign_key_check('\(table)')") != nil {
          throw JournalError(.corrupt, "The journal has a row of an import that does not exist.")
        }
      }
      for head in try JournalRows.openHeads(database) where try !JournalRows.summary(of: head, database).isComplete {
        _ = try JournalRows.record(of: head, database)
      }
    }
  }

  private func read<Value>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
    try JournalFile.perform { try database.read(body) }
  }

  // MARK: - Keeping

  /// The journal of an import that is about to start.
  ///
  /// - Parameter requestTimeout: The time after which one of its calls can no longer take effect.
  public func journal(requestTimeout: Duration? = nil) -> any SubmissionJournal {
    ImportJournal(self, timeout: requestTimeout)
  }

  /// The journal of an import that is resumed.
  ///
  /// - Parameters:
  ///   - id: The import's id.
  ///   - requestTimeout: The time after which one of its next calls can no longer take effect.
  public func journal(ofImport id: String, requestTimeout: Duration? = nil) -> any SubmissionJournal {
    ImportJournal(self, resuming: id, timeout: requestTimeout)
  }

  /// Closes an unfinished import, so that it is not resumed.
  public func abandon(importWithID id: String, time: Double) throws(JournalError) {
    let mark = try JournalFile.perform {
      try database.write { database in
        let row = try JournalRows.requiredHead(id: id, database).row
        return try JournalRows.append([.ended(time: time, isComplete: true)], to: row, id: id, database)
      }
    }
    keep(mark)
  }

  /// Accepts the loss of steps, once none of the lost calls can take effect any more.
  package func acceptLostSteps() {
    mark?.clear()
  }

  /// Writes the mark beside the file.
  func keep(_ reached: JournalMark, timeout: Double? = nil) {
    var reached = reached
    reached.timeout = timeout
    mark?.write(reached)
  }

  /// Uses the database on the current thread.
  func perform<Value>(_ body: (DatabaseQueue) throws -> Value) throws(JournalError) -> Value {
    try JournalFile.perform { try body(database) }
  }

  /// Runs a transaction on its own queue, where no cancellation interrupts it.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(JournalError) -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, JournalError>, Never>) in
      queue.async { [self] in
        continuation.resume(
          returning: Result { () throws(JournalError) in try JournalFile.perform { try database.write(body) } })
      }
    }
    return try result.get()
  }
}
