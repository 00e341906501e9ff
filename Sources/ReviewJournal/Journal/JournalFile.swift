import GRDB
import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file of a journal: its creation, its identification, and the meaning of its errors.
enum JournalFile {
  /// `NSRV`, which marks the file as a journal of this program.
  static let mark = 0x4E53_5256
  /// The version of the format. Version 1 kept only the rows of a plan. Since version 3, finished imports are packed
  /// and indexed.
  static let version = 3

  static func configuration(readsOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.journalMode = readsOnly ? .default : .wal
    configuration.readonly = readsOnly
    return configuration
  }

  /// Makes every commit of a connection reach the disk before it returns.
  ///
  /// GRDB lowers `synchronous` when it turns the write-ahead log on, after every hook of its configuration.
  ///
  /// - Throws: `notDurable` if SQLite did not take the settings.
  static func makeDurable(_ database: Database) throws {
    try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
    try checkDurability(
      synchronous: try Int.fetchOne(database, sql: "PRAGMA synchronous"),
      journalMode: try String.fetchOne(database, sql: "PRAGMA journal_mode"))
  }

  /// Refuses settings of SQLite with which a commit could be lost after it returned.
  static func checkDurability(synchronous: Int?, journalMode: String?) throws(JournalError) {
    // 2 is FULL, 3 EXTRA.
    guard let synchronous, synchronous >= 2, journalMode == "wal" else {
      throw JournalError(
        .notDurable,
        "The journal cannot be kept safe from a power cut: SQLite runs with synchronous=\(synchronous ?? -1) and "
          + "journal_mode=\(journalMode ?? "none") instead of 2 and wal. Put the state folder on a local disk.")
    }
  }

  /// Whether there is a file.
  ///
  /// - Throws: `unusable` if something else has its name.
  static func exists(_ path: String) throws(JournalError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw failure("The journal \(path) cannot be reached", errno) }
      return false
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw JournalError(.unusable, "The journal \(path) is not a regular file.")
    }
    return true
  }

  /// Creates an empty journal under another name and renames it, so that the file is never incomplete.
  static func make(_ path: String) throws(JournalError) {
    let half = path + ".new"
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(half + suffix) }
    let descriptor = open(half, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("The journal \(path) cannot be created", errno) }
    close(descriptor)
    try perform {
      let database = try DatabaseQueue(path: half)
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try database.write { try $0.execute(sql: JournalRows.schema) }
      try database.close()
    }
    guard rename(half, path) == 0 else { throw failure("The journal \(path) cannot be put in place", errno) }
    try syncFolder(of: path)
  }

  /// Syncs the names in a folder. Otherwise a power cut may remove a new file, even if its contents were synced.
  private static func syncFolder(of path: String) throws(JournalError) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("The journal's folder \(folder) cannot be synced", errno) }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw failure("The journal's folder \(folder) cannot be synced", errno)
    }
  }

  /// Refuses a file that is not a journal of a known version.
  static func checkVersion(_ database: Database) throws {
    let mark = try Int.fetchOne(database, sql: "PRAGMA application_id")
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version")
    guard mark == Self.mark, let version, version > 0 else {
      throw JournalError(.corrupt, "The journal's file is not a journal of this program, or is damaged.")
    }
    guard version <= Self.version else {
      throw JournalError(
        .newerVersion, "A newer version of this program made the journal (\(version)); this one knows \(Self.version).")
    }
  }

  static func perform<Value>(_ body: () throws -> Value) throws(JournalError) -> Value {
    do {
      return try body()
    } catch let error as JournalError {
      throw error
    } catch let error as DatabaseError {
      let cause = error.message ?? "\(error.resultCode)"
      switch error.resultCode {
      // On a working disk, only a lack of space keeps the shared-memory file from growing.
      case _ where isOfSpace(error.extendedResultCode):
        throw JournalError(.noSpace, "The disk with the journal is full.", cause: cause)
      case .SQLITE_CORRUPT, .SQLITE_NOTADB:
        throw JournalError(.corrupt, "The journal's file is damaged.", cause: cause)
      case .SQLITE_ERROR where cause.contains("no such table"):
        throw JournalError(.corrupt, "The journal's file is damaged.", cause: cause)
      default: throw JournalError(.unusable, "The journal cannot be used.", cause: cause)
      }
    } catch {
      throw JournalError(.corrupt, "The journal holds a row that cannot be understood.", cause: "\(error)")
    }
  }

  private static func isOfSpace(_ code: ResultCode) -> Bool {
    code.primaryResultCode == .SQLITE_FULL || code == .SQLITE_IOERR_SHMSIZE
  }

  static func failure(_ what: String, _ number: Int32) -> JournalError {
    JournalError(
      number == ENOSPC || number == EDQUOT ? .noSpace : .unusable, "\(what): \(String(cString: strerror(number))).")
  }
}
