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

  init(_ storage: SandboxConfiguration.Storage) throws(SandboxError) {
    writer = try Self.perform {
      var configuration = Configuration()
      // Two programs on one sandbox take turns: the other one may have the write lock for a moment.
      configuration.busyMode = .timeout(10)
      // With a write-ahead log no write waits for the disk. The log is removed when the database is closed. GRDB's own way
      // to turn it on writes to the file, so that each start and each end would wait for the disk.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL") }
      let writer =
        switch storage {
        case .memory: try DatabaseQueue(configuration: configuration)
        case .file(let path): try DatabaseQueue(path: path, configuration: configuration)
        }
      try SandboxSchema.migrator.migrate(writer)
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

enum SandboxSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(
        sql: """
          CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
          CREATE TABLE language (
            id INTEGER PRIMARY KEY, place INTEGER NOT NULL, name TEXT NOT NULL, locale TEXT NOT NULL UNIQUE,
            direction TEXT NOT NULL, is_default INTEGER NOT NULL);
          CREATE TABLE resource (
            id INTEGER PRIMARY KEY, language_id INTEGER NOT NULL UNIQUE REFERENCES language (id),
            last_updated_at INTEGER NOT NULL, published BLOB NOT NULL, newest BLOB);
          CREATE TABLE text (
            section TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (section, key)) WITHOUT ROWID;
          CREATE TABLE proposal (
            id INTEGER PRIMARY KEY AUTOINCREMENT, section TEXT NOT NULL, key TEXT NOT NULL, locale TEXT NOT NULL,
            value BLOB NOT NULL, guid TEXT NOT NULL, is_accepted INTEGER NOT NULL DEFAULT 0);
          CREATE INDEX proposal_text ON proposal (section, key, locale, guid);
          """)
    }
    migrator.registerMigration("2") { database in
      // Until here a database held one platform.
      let platform = try SandboxDatabase.setting("platform", database) { "mobile" }
      try database.execute(
        sql: """
          CREATE TABLE new_language (
            platform TEXT NOT NULL, id INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL,
            locale TEXT NOT NULL, direction TEXT NOT NULL, is_default INTEGER NOT NULL,
            PRIMARY KEY (platform, id), UNIQUE (platform, locale));
          CREATE TABLE new_resource (
            id INTEGER PRIMARY KEY, platform TEXT NOT NULL, language_id INTEGER NOT NULL,
            last_updated_at INTEGER NOT NULL, published BLOB NOT NULL, newest BLOB,
            UNIQUE (platform, language_id));
          CREATE TABLE new_text (
            platform TEXT NOT NULL, section TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (platform, section, key)
            ) WITHOUT ROWID;
          ALTER TABLE proposal ADD COLUMN platform TEXT NOT NULL DEFAULT '';
          """)
      try database.execute(
        sql: """
          INSERT INTO new_language SELECT :platform, id, place, name, locale, direction, is_default FROM language;
          INSERT INTO new_resource SELECT id, :platform, language_id, last_updated_at, published, newest FROM resource;
          INSERT INTO new_text SELECT :platform, section, key FROM text;
          UPDATE proposal SET platform = :platform;
          """, arguments: ["platform": platform])
      try database.execute(
        sql: """
          DROP TABLE text; DROP TABLE resource; DROP TABLE language;
          ALTER TABLE new_language RENAME TO language;
          ALTER TABLE new_resource RENAME TO resource;
          ALTER TABLE new_text RENAME TO text;
          """)
    }
    return migrator
  }
}
