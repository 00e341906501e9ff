import Foundation
import GRDB
import NStackAPI

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

  /// Replaces all texts and proposals by loaded ones.
  func load(_ loaded: LoadedTexts) throws(SandboxError) {
    let guid = try identity().guid
    try write { database in
      try database.execute(
        sql: "DELETE FROM proposal; DELETE FROM resource; DELETE FROM language; DELETE FROM text;")
      let now = Int(Date().timeIntervalSince1970)
      for (place, language) in loaded.languages.enumerated() {
        try database.execute(
          sql: "INSERT INTO language (id, place, name, locale, direction, is_default) VALUES (?, ?, ?, ?, ?, ?)",
          arguments: [
            language.id, place, language.name, language.locale, language.direction, language.isDefault ?? false,
          ])
        try database.execute(
          sql: "INSERT INTO resource (id, language_id, last_updated_at, published) VALUES (?, ?, ?, ?)",
          arguments: [301 + place, language.id, now, Data(loaded.resources[place].bytes)])
      }
      let text = try database.makeStatement(sql: "INSERT INTO text (section, key) VALUES (?, ?)")
      for name in loaded.texts { try text.execute(arguments: [name.section.string, name.key.string]) }
      try Self.insert(loaded.proposals, ownedBy: guid, database)
      if let platform = loaded.platform { try Self.keepSetting("platform", platform, database) }
      // Proposals change with every call, so what they were filled from is kept beside them.
      try database.execute(
        sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('loaded_proposals', ?)",
        arguments: [Data(loaded.proposalBytes ?? [])])
      if let number = loaded.proposals.first?.applicationID {
        try Self.keepSetting("application_number", "\(number)", database)
      }
    }
  }

  /// Whether the texts and proposals that were loaded are those of a source, byte by byte.
  func wasFilled(from source: SandboxConfiguration.Texts) throws(SandboxError) -> Bool {
    let resources = try LoadedTexts.resourceBytes(source)
    let proposals = try LoadedTexts.proposalBytes(source) ?? []
    return try read { database in
      // Databases of earlier versions do not hold what their proposals were loaded from.
      let loaded = try Data.fetchOne(database, sql: "SELECT value FROM setting WHERE name = 'loaded_proposals'")
      guard loaded.map({ $0.elementsEqual(proposals) }) ?? true else { return false }
      let published = try Row.fetchAll(
        database,
        sql: """
          SELECT language.locale, resource.published FROM resource
          JOIN language ON language.id = resource.language_id ORDER BY language.place
          """)
      guard published.count == resources.count else { return false }
      return zip(published, resources).allSatisfy { row, resource in
        let (locale, bytes): (String, Data) = (row["locale"], row["published"])
        return locale == resource.locale && bytes == resource.bytes.map { Data($0) }
      }
    }
  }

  /// The languages in the order in which they were loaded.
  func languages() throws(SandboxError) -> [Language] {
    try read { try Row.fetchAll($0, sql: "SELECT * FROM language ORDER BY place").map(Self.language) }
  }

  /// The resources in the order of their languages.
  func index() throws(SandboxError) -> [IndexEntry] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT resource.id AS resource_id, resource.last_updated_at, language.* FROM resource
          JOIN language ON language.id = resource.language_id ORDER BY language.place
          """
      ).map { row in
        IndexEntry(id: row["resource_id"], lastUpdatedAt: row["last_updated_at"], language: Self.language(row))
      }
    }
  }

  /// The bytes of a resource; nil where there is none of that number.
  ///
  /// - Parameter isNewest: Whether texts that are not yet published are asked for.
  func resource(id: Int, isNewest: Bool) throws(SandboxError) -> (bytes: [UInt8], locale: String)? {
    try read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT \(isNewest ? "coalesce(newest, published)" : "published") AS body, locale FROM resource
          JOIN language ON language.id = resource.language_id WHERE resource.id = ?
          """, arguments: [id]
      ).map { row in (Array(row["body"] as Data), row["locale"]) }
    }
  }

  /// Whether any resource holds a text.
  func holdsText(section: String, key: String) throws(SandboxError) -> Bool {
    try read { database in
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM text WHERE section = ? AND key = ?)", arguments: [section, key])
        ?? false
    }
  }

  /// Makes the newest texts the published ones.
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
