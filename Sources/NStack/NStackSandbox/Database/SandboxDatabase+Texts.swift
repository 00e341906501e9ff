import Basics
import Foundation
import GRDB
import Resources

extension SandboxDatabase {
  /// A resource with the time of its last change, in seconds since 1970, and its language.
  typealias IndexEntry = (id: Int, lastUpdatedAt: Int, language: LanguageList.Language)

  func holdsPlatform(_ platform: String) throws(SandboxError) -> Bool {
    try read { database in
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM language WHERE platform = ?)", arguments: [platform]) ?? false
    }
  }

  func languages(platform: String) throws(SandboxError) -> [LanguageList.Language] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM language WHERE platform = ? ORDER BY place", arguments: [platform])
        .map(Self.language)
    }
  }

  func index(platform: String) throws(SandboxError) -> [IndexEntry] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT resource.id AS resource_id, resource.last_updated_at, language.* FROM resource
          JOIN language ON language.id = resource.language_id AND language.platform = resource.platform
          WHERE language.platform = ? ORDER BY language.place
          """, arguments: [platform]
      ).map { row in (row["resource_id"], row["last_updated_at"], Self.language(row)) }
    }
  }

  func resource(id: Int, isNewest: Bool) throws(SandboxError) -> (bytes: [UInt8], platform: String, locale: String)? {
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

  func holds(_ text: TextAddress) throws(SandboxError) -> Bool {
    try read { database in
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM text WHERE platform = ? AND section = ? AND key = ?)",
        arguments: [text.platform, text.section, text.key]) ?? false
    }
  }

  func publish() throws(SandboxError) {
    try write { database in
      try database.execute(
        sql: "UPDATE resource SET published = newest, newest = NULL, last_updated_at = ? WHERE newest IS NOT NULL",
        arguments: [Int(Date().timeIntervalSince1970)])
    }
  }

  private static func language(_ row: Row) -> LanguageList.Language {
    LanguageList.Language(
      id: row["id"], name: row["name"], locale: row["locale"], direction: row["direction"], isDefault: row["is_default"]
    )
  }
}

enum Timestamp {
  static var now: String { text(Int(Date().timeIntervalSince1970)) }

  /// ISO 8601 in UTC, such as `2026-01-31T10:00:00+00:00`.
  static func text(_ secondsSince1970: Int) -> String {
    UTCTime.text(secondsSince1970: secondsSince1970, zone: "+00:00")
  }

  /// The seconds since 1970; nil if the text is not ISO 8601. Clients write the offset with a colon, without one, or as
  /// `Z`, and parts of a second or none.
  static func seconds(_ text: String) -> Int? {
    let quoted = text.filter { $0 != "\"" }
    // A `+` that was not escaped in a query arrives as a space.
    let time = quoted.dropFirst(19).contains(" ") ? quoted.replacing(" ", with: "+") : quoted
    for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
      if let date = try? style.parse(time.replacing("+00:00", with: "Z").replacing("+0000", with: "Z")) {
        return Int(date.timeIntervalSince1970)
      }
    }
    return nil
  }
}
