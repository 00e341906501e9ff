import Basics
import GRDB
import Spreadsheet

/// A fault of a database, from which the owner of the database makes its own error.
struct SQLiteFault: Error {
  /// The last part of the error's code, after the owner's prefix.
  enum Kind: String {
    case locked
    case damaged
    case unknownVersion = "unknown-version"
    case noSpace = "no-space"
    case notDurable = "not-durable"
    case unusable
  }

  let kind: Kind
  /// A sentence that says what was found.
  let message: String
  /// SQLite's own message; nil if it reported none.
  var cause: String?
}

/// A kind of database file: its creation, settings and identification, and the meaning of its errors.
struct SQLiteFile {
  /// The name of the file in messages, such as `journal`.
  let noun: String
  /// The `application_id` of the files.
  let applicationID: Int
  /// The `user_version` of the files. Files of any other version are refused.
  let version: Int
  /// The statements that create the tables and indices.
  let schema: String

  /// Opens a database. For writing, it is created if it does not exist.
  ///
  /// - Returns: Nil if the file does not exist and is opened only for reading.
  func database(at path: String, isWriting: Bool) throws -> DatabaseQueue? {
    if try !exists(path) {
      guard isWriting else { return nil }
      try make(path)
    }
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.readonly = !isWriting
    // Turning the write-ahead log on changes the file, and a refused file must stay unchanged. Only a connection that
    // may write can recover the log after a power cut. The file is only ever read through SQLite: closing another
    // descriptor would release the locks of SQLite's connections.
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.read { try check(path, $0) }
    guard isWriting else { return database }
    try database.close()
    configuration.journalMode = .wal
    let durable = try DatabaseQueue(path: path, configuration: configuration)
    try durable.writeWithoutTransaction(makeDurable)
    return durable
  }

  /// Keeps other processes on this machine from writing to a database.
  ///
  /// - Parameter message: Makes the message if another process has the lock, from the words that name the process.
  func lock(_ path: String, orSay message: (_ holder: String) -> String) throws(SQLiteFault) -> ProcessLock {
    do throws(ProcessLock.Failure) { return try ProcessLock(path: path + ".lock") } catch {
      switch error {
      case .system(let what, let reason): throw fault(what, reason)
      case .held(let holder): throw SQLiteFault(kind: .locked, message: message(holder))
      }
    }
  }

  /// Makes every commit of a connection reach the disk before it returns.
  ///
  /// This must happen here: GRDB lowers `synchronous` when it turns the write-ahead log on, which it does after every
  /// hook of its configuration.
  private func makeDurable(_ database: Database) throws {
    try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
    try checkDurability(
      synchronous: try Int.fetchOne(database, sql: "PRAGMA synchronous"),
      journalMode: try String.fetchOne(database, sql: "PRAGMA journal_mode"))
  }

  /// Refuses settings of SQLite with which a power cut could undo a commit that has returned.
  func checkDurability(synchronous: Int?, journalMode: String?) throws(SQLiteFault) {
    // 2 is FULL, 3 EXTRA.
    guard let synchronous, synchronous >= 2, journalMode == "wal" else {
      throw SQLiteFault(
        kind: .notDurable,
        message: "The \(noun) cannot be kept safe from a power cut: SQLite runs with "
          + "synchronous=\(synchronous ?? -1) and journal_mode=\(journalMode ?? "none") instead of 2 and wal. "
          + "Put the state folder on a local disk.")
    }
  }

  func exists(_ path: String) throws(SQLiteFault) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw fault("The \(noun) \(path) cannot be reached", errno) }
      return false
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SQLiteFault(kind: .unusable, message: "The \(noun) \(path) is not a regular file.")
    }
    return true
  }

  /// Creates a database that only the user can read. It is created under another name and then renamed, so that the
  /// file is never incomplete.
  private func make(_ path: String) throws {
    let half = path + ".new"
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(half + suffix) }
    let descriptor = open(half, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw fault("The \(noun) \(path) cannot be created", errno) }
    close(descriptor)
    let database = try DatabaseQueue(path: half)
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try database.write {
      try $0.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version); \(schema)")
    }
    try database.close()
    guard rename(half, path) == 0 else { throw fault("The \(noun) \(path) cannot be put in place", errno) }
    try syncName(of: path)
  }

  /// Syncs the name of a file. Otherwise a power cut can remove a new file, even if its contents were synced.
  func syncName(of path: String) throws(SQLiteFault) {
    if let reason = SyncedFolder.syncName(of: path) {
      throw fault("The name of the \(noun) \(path) cannot be synced", reason)
    }
  }

  /// Refuses files of other programs and of other versions.
  private func check(_ path: String, _ database: Database) throws {
    guard try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID else {
      throw SQLiteFault(kind: .damaged, message: "The \(noun)'s file is not a \(noun) of this program, or is damaged.")
    }
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard found == version else {
      throw SQLiteFault(
        kind: .unknownVersion,
        message: "The \(noun) \(path) has version \(found), and this program reads version \(version). "
          + "Move the file away to begin a new one.")
    }
  }

  func fault(for error: any Error) -> SQLiteFault {
    if let fault = error as? SQLiteFault { return fault }
    guard let error = error as? DatabaseError else {
      return SQLiteFault(
        kind: .damaged, message: "The \(noun) holds a row that cannot be understood.", cause: "\(error)")
    }
    let cause = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    // On a working disk, the shared-memory file fails to grow only if the disk is full.
    case _ where error.resultCode == .SQLITE_FULL || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      return SQLiteFault(kind: .noSpace, message: "The disk with the \(noun) is full.", cause: cause)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      return SQLiteFault(kind: .damaged, message: "The \(noun)'s file is damaged.", cause: cause)
    case .SQLITE_ERROR where cause.contains("no such table"):
      return SQLiteFault(kind: .damaged, message: "The \(noun)'s file is damaged.", cause: cause)
    default: return SQLiteFault(kind: .unusable, message: "The \(noun) cannot be used.", cause: cause)
    }
  }

  func fault(_ what: String, _ number: Int32) -> SQLiteFault {
    SQLiteFault(
      kind: number == ENOSPC || number == EDQUOT ? .noSpace : .unusable,
      message: "\(what): \(String(cString: strerror(number))).")
  }
}

/// The SQLite library that this module was linked with.
package enum SQLiteLibrary {
  /// The version that runs; nil if it is not known.
  package static var version: String? {
    try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
  }
}
