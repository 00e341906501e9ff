import Foundation
import GRDB

extension SandboxDatabase {
  /// A language as it is served.
  struct Language: Sendable {
    let id: Int
    let name: String
    let locale: String
    let direction: String
    let isDefault: Bool
  }

  /// A resource without its texts.
  struct IndexEntry: Sendable {
    let id: Int
    /// Seconds since 1970.
    let lastUpdatedAt: Int
    let language: Language
  }

  /// Whether texts of a platform were loaded.
  func holdsPlatform(_ platform: String) throws(SandboxError) -> Bool {
    try read { database in
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM language WHERE platform = ?)", arguments: [platform]) ?? false
    }
  }

  /// The languages of a platform in the order in which they were loaded.
  func languages(platform: String) throws(SandboxError) -> [Language] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM language WHERE platform = ? ORDER BY place", arguments: [platform]
      ).map(Self.language)
    }
  }

  /// The resources of a platform in the order of their languages.
  func index(platform: String) throws(SandboxError) -> [IndexEntry] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT resource.id AS resource_id, resource.last_updated_at, language.* FROM resource
          JOIN language ON language.id = resource.language_id AND language.platform = resource.platform
          WHERE language.platform = ? ORDER BY language.place
          """, arguments: [platform]
      ).map { row in
        IndexEntry(id: row["resource_id"], lastUpdatedAt: row["last_updated_at"], language: Self.language(row))
      }
    }
  }

  /// The bytes of a resource; nil if there is none of that number.
  ///
  /// - Parameter isNewest: Whether texts that are not yet published are asked for.
  func resource(
    id: Int, isNewest: Bool
  ) throws(SandboxError) -> (bytes: [UInt8], platform: String, locale: String)? {
    try read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT \(isNewest ? "coalesce(newest, published)" : "published") AS body, language.platform, locale
          FROM resource JOIN language ON language.id = resource.language_id AND language.platform = resource.platform
          WHERE resource.id = ?
          """, arguments: [id]
      ).map { row in (Array(row["body"] as Data), row["platform"], row["locale"]) }
    }
  }

  /// Whether any resource of a platform has a text.
  func holdsText(at place: Place) throws(SandboxError) -> Bool {
    try read { database in
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM text WHERE platform = ? AND section = ? AND key = ?)",
        arguments: [place.platform, place.section, place.key]) ?? false
    }
  }

  /// Publishes the newest texts.
  func publish() throws(SandboxError) {
    try write { database in
      try database.execute(
        sql: "UPDATE resource SET published = newest, newest = NULL, last_updated_at = ? WHERE newest IS NOT NULL",
        arguments: [Int(Date().timeIntervalSince1970)])
    }
  }

  private static func language(_ row: Row) -> Language {
    Language(
      id: row["id"], name: row["name"], locale: row["locale"], direction: row["direction"], isDefault: row["is_default"]
    )
  }
}
