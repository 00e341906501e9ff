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

  /// Opens the database and brings its tables up to date.
  init(_ storage: SandboxConfiguration.Storage) throws(SandboxError) {
    writer = try Self.perform {
      var configuration = Configuration()
      // Two programs on one sandbox take turns: the other one may have the write lock for a moment.
      configuration.busyMode = .timeout(10)
      // With a write-ahead log no write waits for the disk. The log is removed when the database is closed. GRDB's own way
      // to turn it on writes to the file, so that each start and each end would wait for the disk.
      configuration.prepareDatabase {
        try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      }
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

  /// The credentials, created at the first call.
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

  /// Closes the database; later calls fail.
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
    do {
      return try body()
    } catch let error as SandboxError {
      throw error
    } catch {
      throw SandboxError(.database, "the sandbox's database cannot be used", cause: "\(error)")
    }
  }
}
