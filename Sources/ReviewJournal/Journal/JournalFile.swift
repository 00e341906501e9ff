import GRDB
import TranslationReview

/// The file of a journal: its creation, its identification, and the meaning of its errors.
enum JournalFile {
  /// `NSRV` marks the file as a journal of this program. Version 1 kept only the rows of a plan. Since version 3,
  /// finished imports are packed and indexed.
  static let file = SQLiteFile(noun: "journal", mark: 0x4E53_5256, version: 3)
  /// The version of the format.
  static var version: Int { file.version }

  /// Makes every commit of a connection reach the disk before it returns.
  ///
  /// - Throws: `notDurable` if SQLite did not take the settings.
  static func makeDurable(_ database: Database) throws { try file.makeDurable(database) }

  /// Refuses settings of SQLite with which a commit could be lost after it returned.
  static func checkDurability(synchronous: Int?, journalMode: String?) throws(JournalError) {
    try perform { try file.checkDurability(synchronous: synchronous, journalMode: journalMode) }
  }

  /// Whether there is a file.
  ///
  /// - Throws: `unusable` if something else has its name.
  static func exists(_ path: String) throws(JournalError) -> Bool { try perform { try file.exists(path) } }

  /// Creates an empty journal.
  static func make(_ path: String) throws(JournalError) {
    try perform { try file.make(path, schema: JournalRows.schema) }
  }

  /// Refuses a file that is not a journal of a known version.
  static func checkVersion(_ database: Database) throws { try file.checkVersion(database) }

  static func perform<Value>(_ body: () throws -> Value) throws(JournalError) -> Value {
    do {
      return try body()
    } catch let error as JournalError {
      throw error
    } catch {
      throw JournalError(file.fault(for: error))
    }
  }

  static func failure(_ what: String, _ number: Int32) -> JournalError { JournalError(file.fault(what, number)) }
}

extension JournalError {
  fileprivate init(_ fault: SQLiteFault) {
    let code: Code =
      switch fault.kind {
      case .damaged: .corrupt
      case .newerVersion: .newerVersion
      case .noSpace: .noSpace
      case .notDurable: .notDurable
      case .unusable: .unusable
      }
    self.init(code, fault.message, cause: fault.cause)
  }
}
