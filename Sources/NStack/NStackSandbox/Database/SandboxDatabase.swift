import Foundation
import GRDB

/// Languages, texts, proposals and credentials in SQLite.
final class SandboxDatabase: Sendable {
  /// The credentials and names that the server expects, created once for every database.
  struct Identity: Sendable {
    let applicationID: String
    let restAPIKey: String
    let guid: String
    let platform: String
    /// The number that proposals name as `application_id`.
    let applicationNumber: Int
  }

  private let writer: DatabaseQueue

  /// Opens a file, or without one a database in memory.
  init(_ path: String?) throws(SandboxError) {
    writer = try Self.perform {
      var configuration = Configuration()
      // Another program on the same sandbox may have the write lock for a moment.
      configuration.busyMode = .timeout(10)
      let writer =
        try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      try writer.writeWithoutTransaction { database in
        // Checked before anything is written, so that a refused file stays unchanged.
        _ = try SandboxSchema.isMissing(in: database, at: writer.path)
        // With a write-ahead log no write waits for the disk. The log is removed when the database is closed. GRDB's own way to
        // turn it on writes to the file, so each start and each end would wait for the disk.
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      }
      try writer.write { database in
        if try SandboxSchema.isMissing(in: database, at: writer.path) {
          try database.execute(sql: SandboxSchema.tables)
        }
      }
      return writer
    }
  }

  func holdsTexts() throws(SandboxError) -> Bool {
    try read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM language)") ?? false }
  }

  func identity() throws(SandboxError) -> Identity {
    try write { database in
      Identity(
        applicationID: try Self.setting("application_id", database) { Self.randomDigits(20) },
        restAPIKey: try Self.setting("rest_api_key", database) { Self.randomDigits(40) },
        guid: try Self.setting("guid", database) { UUID().uuidString.lowercased() },
        platform: try Self.setting("platform", database) { "mobile" },
        applicationNumber: Int(try Self.setting("application_number", database) { "1" }) ?? 1)
    }
  }

  func close() {
    // If a call still runs, the database stays open until the process ends. Nothing is lost.
    try? writer.close()
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(SandboxError) -> Value {
    try Self.perform { try writer.read(body) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(SandboxError) -> Value {
    try Self.perform { try writer.write(body) }
  }

  /// The value of a setting. If there is none, one is created and kept.
  static func setting(_ name: String, _ database: Database, default makeValue: () -> String) throws -> String {
    if let value = try String.fetchOne(database, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name]) {
      return value
    }
    let value = makeValue()
    try keepSetting(name, value, database)
    return value
  }

  static func keepSetting(_ name: String, _ value: String, _ database: Database) throws {
    try database.execute(sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", arguments: [name, value])
  }

  private static func randomDigits(_ count: Int) -> String {
    String((0..<count).map { _ in "0123456789abcdef".randomElement() ?? "0" })
  }

  private static func perform<Value>(_ body: () throws -> Value) throws(SandboxError) -> Value {
    do { return try body() } catch let error as SandboxError { throw error } catch {
      throw SandboxError(.database, "the sandbox's database cannot be used", cause: "\(error)")
    }
  }
}

private enum SandboxSchema {
  /// Whether a database has no tables yet. A database with tables other than ``tables`` is refused.
  static func isMissing(in database: Database, at path: String) throws -> Bool {
    let found = try columns(of: database)
    if found.isEmpty { return true }
    let known = try DatabaseQueue().write { new in
      try new.execute(sql: tables)
      return try columns(of: new)
    }
    guard found == known else {
      throw SandboxError(
        .database, "\(path) is not a sandbox database of this version (its tables are different).",
        hint: "Move the file away to begin a new one.")
    }
    return false
  }

  /// The tables with their columns, without those that SQLite and GRDB keep for themselves.
  private static func columns(of database: Database) throws -> Set<String> {
    try String.fetchSet(
      database,
      sql: """
        SELECT tables.name || '.' || columns.name
        FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' AND tables.name != 'grdb_migrations'
        """)
  }

  static let tables = """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE language (
      platform TEXT NOT NULL, id INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, locale TEXT NOT NULL,
      direction TEXT NOT NULL, is_default INTEGER NOT NULL, PRIMARY KEY (platform, id), UNIQUE (platform, locale));
    CREATE TABLE resource (
      id INTEGER PRIMARY KEY, platform TEXT NOT NULL, language_id INTEGER NOT NULL, last_updated_at INTEGER NOT NULL,
      published BLOB NOT NULL, newest BLOB, UNIQUE (platform, language_id));
    CREATE TABLE text (
      platform TEXT NOT NULL, section TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (platform, section, key)
      ) WITHOUT ROWID;
    CREATE TABLE proposal (
      id INTEGER PRIMARY KEY AUTOINCREMENT, platform TEXT NOT NULL, section TEXT NOT NULL, key TEXT NOT NULL,
      locale TEXT NOT NULL, value BLOB NOT NULL, guid TEXT NOT NULL, is_accepted INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX proposal_text ON proposal (section, key, locale, guid);
    """
}
