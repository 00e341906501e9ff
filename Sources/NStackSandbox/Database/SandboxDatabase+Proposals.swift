import Basics
import Foundation
import GRDB

extension SandboxDatabase {
  struct Text: Sendable {
    let platform: String
    let section: String
    let key: String
    let locale: String
  }

  struct Proposal: Sendable {
    let id: Int
    let text: Text
    let value: String
    let guid: String
  }

  enum PostResult: Sendable {
    case kept(Proposal)
    /// The guid proposes this very value already.
    case sameValue
  }

  enum DeleteResult: Sendable {
    case deleted(Proposal)
    case foreignGuid
    case notFound
  }

  /// The proposals in the order of their numbers: with nil, accepted and pending ones, and those of all platforms.
  func proposals(isAccepted: Bool?, platform: String?) throws(SandboxError) -> [Proposal] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM proposal WHERE (?1 IS NULL OR is_accepted = ?1) AND (?2 IS NULL OR platform = ?2) ORDER BY id
          """,
        arguments: [isAccepted, platform]
      ).map(Self.proposal)
    }
  }

  func proposedValues(platform: String, locale: String, guid: String) throws(SandboxError) -> [TextName: String] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM proposal WHERE platform = ? AND locale = ? AND guid = ? AND NOT is_accepted ORDER BY id
          """,
        arguments: [platform, locale, guid]
      ).reduce(into: [:]) { $0[TextName(section: $1["section"], key: $1["key"])] = Self.proposal($1).value }
    }
  }

  /// Keeps a posted value, and removes the proposals that it overrides.
  func post(
    _ value: String, for text: Text, guid: String, behavior: SandboxBehavior
  ) throws(SandboxError) -> PostResult {
    try write { database in
      let pending = try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM proposal
          WHERE section = ? AND key = ? AND locale = ? AND platform = ? AND NOT is_accepted ORDER BY id
          """,
        arguments: [text.section, text.key, text.locale, text.platform]
      ).map(Self.proposal)
      let own = pending.filter { $0.guid == guid }
      if let last = own.last, last.value.utf8.elementsEqual(value.utf8) { return .sameValue }
      for proposal in behavior.has(.overridesEverybody) ? pending : own {
        try database.execute(sql: "DELETE FROM proposal WHERE id = ?", arguments: [proposal.id])
      }
      let keptID = behavior.has(.renewedIdentifiers) ? nil : own.last?.id
      try database.execute(
        sql: "INSERT INTO proposal (id, platform, section, key, locale, value, guid) VALUES (?, ?, ?, ?, ?, ?, ?)",
        arguments: [keptID, text.platform, text.section, text.key, text.locale, Data(value.utf8), guid])
      return .kept(Proposal(id: keptID ?? Int(database.lastInsertedRowID), text: text, value: value, guid: guid))
    }
  }

  func deleteProposal(id: Int, guid: String) throws(SandboxError) -> DeleteResult {
    try write { database in
      let row = try Row.fetchOne(database, sql: "SELECT * FROM proposal WHERE id = ?", arguments: [id])
      guard let proposal = row.map(Self.proposal) else { return .notFound }
      guard proposal.guid == guid else { return .foreignGuid }
      try database.execute(sql: "DELETE FROM proposal WHERE id = ?", arguments: [id])
      return .deleted(proposal)
    }
  }

  /// Accepts a proposal: its value becomes the newest text. Other proposals for the text stay. Returns whether there
  /// was such a proposal, still pending.
  func acceptProposal(id: Int) throws(SandboxError) -> Bool {
    try write { database in
      guard
        let row = try Row.fetchOne(
          database, sql: "SELECT * FROM proposal WHERE id = ? AND NOT is_accepted", arguments: [id]),
        let resource = try Row.fetchOne(
          database,
          sql: """
            SELECT resource.id, coalesce(newest, published) AS body FROM resource
            JOIN language ON language.id = resource.language_id AND language.platform = resource.platform
            WHERE language.locale = ? AND language.platform = ?
            """, arguments: [row["locale"] as String, row["platform"] as String])
      else { return false }
      let proposal = Self.proposal(row)
      let body = try ResourceDocument.rewrite(
        Array(resource["body"] as Data),
        values: [TextName(section: proposal.text.section, key: proposal.text.key): proposal.value],
        isFlat: false)
      try database.execute(
        sql: "UPDATE resource SET newest = ?, last_updated_at = ? WHERE id = ?",
        arguments: [Data(body), Int(Date().timeIntervalSince1970), resource["id"] as Int])
      try database.execute(sql: "UPDATE proposal SET is_accepted = 1 WHERE id = ?", arguments: [id])
      return true
    }
  }

  /// Inserts loaded proposals. The deletable ones belong to `guid`, and each other one to a guid of its own, so that a text can
  /// have several.
  static func insert(
    _ proposals: [LoadedTexts.Proposal], platform: String, ownedBy guid: String, _ database: Database
  ) throws {
    let statement = try database.makeStatement(
      sql: "INSERT INTO proposal (id, platform, section, key, locale, value, guid) VALUES (?, ?, ?, ?, ?, ?, ?)")
    for proposal in proposals {
      let owner = proposal.canDelete == true ? guid : "loaded-\(proposal.id)"
      try statement.execute(arguments: [
        proposal.id, platform, proposal.section, proposal.key, proposal.locale, Data(proposal.value.utf8), owner,
      ])
    }
  }

  private static func proposal(_ row: Row) -> Proposal {
    // Values are kept as bytes: SQLite's texts end at the first NUL.
    Proposal(
      id: row["id"],
      text: Text(platform: row["platform"], section: row["section"], key: row["key"], locale: row["locale"]),
      value: String(decoding: row["value"] as Data, as: UTF8.self), guid: row["guid"])
  }
}
