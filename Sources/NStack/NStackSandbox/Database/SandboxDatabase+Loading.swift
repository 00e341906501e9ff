import Basics
import Foundation
import GRDB
import NStackAPI
import Resources

extension SandboxDatabase {
  func load(_ loaded: LoadedTexts) throws(SandboxError) {
    let guid = try identity().guid
    try write { database in
      try database.execute(sql: "DELETE FROM proposal; DELETE FROM resource; DELETE FROM language; DELETE FROM text;")
      let main = loaded.platforms.first?.slug ?? "mobile"
      if loaded.namesPlatform { try Self.keepSetting("platform", main, database) }
      let kept = try Self.setting("platform", database) { main }
      var resourceID = 301
      for platform in loaded.platforms {
        let slug = loaded.namesPlatform ? platform.slug : kept
        try Self.insert(platform, slug: slug, ownedBy: guid, resourceID: &resourceID, database)
      }
      // Proposals change with every call, so the bytes they were loaded from are kept too.
      try database.execute(
        sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('loaded_proposals', ?)",
        arguments: [Data(loaded.proposalBytes)])
      if let number = loaded.platforms.lazy.flatMap(\.proposals).first?.applicationID {
        try Self.keepSetting("application_number", "\(number)", database)
      }
    }
  }

  /// Whether the texts and proposals that were loaded are those of a folder, byte by byte.
  func wasFilled(from source: String) throws(SandboxError) -> Bool {
    let folders = try LoadedTexts.folders(of: source)
    var resources: [(locale: String, bytes: [UInt8]?)] = []
    for folder in folders { resources += try folder.resources() }
    let proposals = try LoadedTexts.proposalBytes(folders)
    return try read { database in
      let loaded = try Data.fetchOne(database, sql: "SELECT value FROM setting WHERE name = 'loaded_proposals'")
      guard loaded?.elementsEqual(proposals) == true else { return false }
      let published = try Row.fetchAll(
        database,
        sql: """
          SELECT language.locale, resource.published FROM resource
          JOIN language ON language.id = resource.language_id AND language.platform = resource.platform
          ORDER BY resource.id
          """)
      guard published.count == resources.count else { return false }
      return zip(published, resources).allSatisfy { row, resource in
        let (locale, bytes): (String, Data) = (row["locale"], row["published"])
        return locale == resource.locale && bytes == resource.bytes.map { Data($0) }
      }
    }
  }

  private static func insert(
    _ platform: LoadedTexts.Platform, slug: String, ownedBy guid: String, resourceID: inout Int, _ database: Database
  ) throws {
    let now = Int(Date().timeIntervalSince1970)
    for (index, language) in platform.languages.enumerated() {
      try database.execute(
        sql: """
          INSERT INTO language (platform, id, place, name, locale, direction, is_default) VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [slug, language.id, index, language.name, language.locale, language.direction, language.isDefault])
      try database.execute(
        sql: "INSERT INTO resource (id, platform, language_id, last_updated_at, published) VALUES (?, ?, ?, ?, ?)",
        arguments: [resourceID, slug, language.id, now, Data(platform.resources[index])])
      resourceID += 1
    }
    let text = try database.makeStatement(sql: "INSERT INTO text (platform, section, key) VALUES (?, ?, ?)")
    for name in platform.texts { try text.execute(arguments: [slug, name.section.string, name.key.string]) }
    try insert(platform.proposals, platform: slug, ownedBy: guid, database)
  }
}
