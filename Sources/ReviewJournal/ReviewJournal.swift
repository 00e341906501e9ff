import Dispatch
import GRDB
public import NStackAPI
public import TranslationReview

/// The imports of one profile in an SQLite file: what was planned, what was about to be sent, how it ended.
///
/// Every writing is on the disk when it returns (write-ahead log, `synchronous=FULL`, read back at opening). Every row carries
/// a checksum over itself and the row before it, so a changed or missing row is found and nothing is sent on its strength. A
/// mark beside the file says how far it had come, so that last rows that were lost are noticed too.
public final class ReviewJournal: Sendable {
  /// What a journal is opened for.
  public enum Access: Sendable {
    /// To look; nothing is locked and nothing is written.
    case reading
    /// To import; at most one process on a machine at a time.
    case importing
  }

  /// The path of the file.
  public let path: String
  /// What the journal had kept and did not hold any more when it was opened for importing; nil where nothing is missing.
  public let lostSteps: LostSteps?
  private let database: DatabaseQueue
  private let lock: JournalLock?
  private let mark: JournalMarkFile?
  private let queue = DispatchQueue(label: "nstack-review.journal")

  /// Opens a journal; for importing it is made where there is none.
  ///
  /// - Returns: Nil for reading where there is no file.
  /// - Throws: `locked`, `corrupt`, `newerVersion`, `noSpace`, `unusable`, `notDurable`.
  public static func open(path: String, for access: Access) throws(JournalError) -> ReviewJournal? {
    let lock = access == .importing ? try JournalLock(path: path + ".lock") : nil
    if try !JournalFile.exists(path) {
      guard access == .importing else { return nil }
      try JournalFile.make(path)
    }
    let journal = try ReviewJournal(path: path, access: access, lock: lock)
    if access == .importing {
      try journal.bringUpToDate()
      try journal.check()
    }
    return journal
  }

  private init(path: String, access: Access, lock: JournalLock?) throws(JournalError) {
    self.path = path
    self.lock = lock
    database = try JournalFile.perform {
      try DatabaseQueue(path: path, configuration: JournalFile.configuration(readsOnly: access == .reading))
    }
    try JournalFile.perform { [database] in
      if access == .importing { try database.writeWithoutTransaction(JournalFile.makeDurable) }
      try database.read(JournalFile.checkVersion)
    }
    let markFile = access == .importing ? JournalMarkFile(path: path + ".mark") : nil
    mark = markFile
    lostSteps = try JournalFile.perform { [database] in
      guard let mark = markFile?.read() else { return nil }
      return try database.read { try JournalRows.stepsLost(since: mark, $0) }
    }
  }

  /// Brings a file of an earlier version to this one, in one transaction.
  private func bringUpToDate() throws(JournalError) {
    let isNew = try JournalFile.perform { [database] in try database.write(JournalRows.migrate) }
    // The file is as good without: it only keeps its size.
    if isNew { try? database.vacuum() }
  }

  /// Closes the file and gives the lock back.
  public func close() {
    // What was written is safe whether or not the file closes well.
    try? database.close()
    lock?.release()
  }

  // MARK: - Looking

  /// All imports, the newest last.
  public func imports() throws(JournalError) -> [KeptImport] {
    try read { database in
      try JournalRows.heads(database).map { try JournalRows.summary(of: $0, database) }
    }
  }

  /// The imports that have something left to go on with, the newest last.
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

  /// One import with its plan and all its steps.
  ///
  /// - Throws: `unknownImport`, `corrupt`.
  public func record(ofImport id: String) throws(JournalError) -> (record: SubmissionRecord, entries: [JournalEntry]) {
    try read { try JournalRows.record(of: JournalRows.requiredHead(id: id, $0), $0) }
  }

  /// Adds to a history what own imports did of what the plan of a sheet may ask.
  ///
  /// - Parameters:
  ///   - questions: What may be asked.
  ///   - files: The files of the sheet. Of imports that are not over, what was work on them is added as a whole.
  ///   - isOwn: Whether an import counts.
  /// - Throws: `corrupt`.
  public func add(
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

  /// The texts that other imports, of the same application and person, changed after an import last called about them.
  ///
  /// - Throws: `unknownImport`, `corrupt`.
  public func texts(touchedAfterImport id: String) throws(JournalError) -> Set<TextIdentity> {
    try read { database in
      let head = try JournalRows.requiredHead(id: id, database)
      let own = LastCalls(try JournalRows.record(of: head, database), countsAll: true)
      var touched: Set<TextIdentity> = []
      for other in try JournalRows.heads(database) where other.row != head.row && other.kept.scope == head.kept.scope {
        if let mark = other.kept.guidMark, let ownMark = head.kept.guidMark, mark != ownMark { continue }
        // An import goes on with no text that a later one called about, so all that one did came after; nobody set that order.
        let isLater = other.row > head.row
        guard let last = try JournalRows.summary(of: other, database).lastSent, isLater || last > head.kept.startedAt
        else { continue }
        for (text, time) in LastCalls(try JournalRows.record(of: other, database)).times
        where isLater || time > own.times[text] ?? head.kept.startedAt { touched.insert(text) }
      }
      return touched
    }
  }

  /// Finds everything that an import may rest on whole: the heads, and all rows of what is unfinished. What is over is proven
  /// when it is read.
  private func check() throws(JournalError) {
    try read { database in
      for table in ["import", "summary", "item", "change", "entry"] {
        if let fault = try String.fetchOne(database, sql: "PRAGMA quick_check('\(table)')"), fault != "ok" {
          throw JournalError(.corrupt, "The journal's file is damaged.", cause: fault)
        }
        // A flipped bit in the number of its import takes the last row out of it; no checksum after it would tell.
        if try Row.fetchOne(database, sql: "PRAGMA foreign_key_check('\(table)')") != nil {
          throw JournalError(.corrupt, "The journal holds a row of an import that is not there.")
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

  /// The journal of one import that is about to begin.
  ///
  /// - Parameter requestTimeout: The time after which one of its calls cannot be carried out any more.
  public func journal(requestTimeout: Duration? = nil) -> any SubmissionJournal {
    ImportJournal(self, timeout: requestTimeout)
  }

  /// The journal of an import that is gone on with.
  ///
  /// - Parameter requestTimeout: The time after which one of the calls to come cannot be carried out any more.
  public func journal(ofImport id: String, requestTimeout: Duration? = nil) -> any SubmissionJournal {
    ImportJournal(self, resuming: id, timeout: requestTimeout)
  }

  /// Marks an unfinished import as one that nobody will go on with.
  public func abandon(importWithID id: String, time: Double) throws(JournalError) {
    let mark = try JournalFile.perform {
      try database.write { database in
        let row = try JournalRows.requiredHead(id: id, database).row
        return try JournalRows.append([.ended(time: time, isComplete: true)], to: row, id: id, database)
      }
    }
    keep(mark)
  }

  /// Takes the journal for whole as it is, once what was lost can do no harm any more.
  public func acceptLostSteps() {
    mark?.clear()
  }

  /// Notes beside the file how far it has come.
  func keep(_ reached: JournalMark, timeout: Double? = nil) {
    var reached = reached
    reached.timeout = timeout
    mark?.write(reached)
  }

  /// Works with the file at once.
  func perform<Value>(_ body: (DatabaseQueue) throws -> Value) throws(JournalError) -> Value {
    try JournalFile.perform { try body(database) }
  }

  /// Runs a transaction on a thread of its own, which no cancellation ends half-way.
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
