import Basics
import Foundation
import GRDB

extension SandboxDatabase {
  struct TextAddress: Sendable {
    let platform: String
    let section: String
    let key: String
    let locale: String
  }

  struct Proposal: Sendable {
    let id: Int
    let text: TextAddress
    let value: String
    let guid: String
  }

  enum DeleteResult: Sendable {
    case deleted(Proposal)
    case foreignGuid
    case notFound
  }

  /// The proposals in the order of their numbers. Nil for an argument means both pending and accepted ones, or those of all
  /// platforms.
  func proposals(isAccepted: Bool?, platform: String?) throws(SandboxError) -> [Proposal] {
    try read { database in
      try Self.proposals(
        "(?1 IS NULL OR is_accepted = ?1) AND (?2 IS NULL OR platform = ?2)", [isAccepted, platform], database)
    }
  }

  func proposedValues(platform: String, locale: String, guid: String) throws(SandboxError) -> [TextName: String] {
    try read { database in
      try Self.proposals(
        "platform = ? AND locale = ? AND guid = ? AND NOT is_accepted", [platform, locale, guid], database
      ).reduce(into: [:]) { $0[TextName(section: $1.text.section, key: $1.text.key)] = $1.value }
    }
  }

  /// Keeps a posted value, and removes the proposals that it overrides; nil if the guid proposes this very value already.
  func post(_ value: String, for text: TextAddress, guid: String, _ scenario: Scenario) throws(SandboxError)
    -> Proposal?
  {
    try write { database in
      let pending = try Self.proposals(
        "section = ? AND key = ? AND locale = ? AND platform = ? AND NOT is_accepted",
        [text.section, text.key, text.locale, text.platform], database)
      let own = pending.filter { $0.guid == guid }
      if let last = own.last, last.value.utf8.elementsEqual(value.utf8) { return nil }
      for proposal in scenario.has(.overridesEverybody) ? pending : own {
        try database.execute(sql: "DELETE FROM proposal WHERE id = ?", arguments: [proposal.id])
      }
      let keptID = scenario.has(.renewedIdentifiers) ? nil : own.last?.id
      try database.execute(
        sql: "INSERT INTO proposal (id, platform, section, key, locale, value, guid) VALUES (?, ?, ?, ?, ?, ?, ?)",
        arguments: [keptID, text.platform, text.section, text.key, text.locale, Data(value.utf8), guid])
      return Proposal(id: keptID ?? Int(database.lastInsertedRowID), text: text, value: value, guid: guid)
    }
  }

  func deleteProposal(id: Int, guid: String) throws(SandboxError) -> DeleteResult {
    try write { database in
      guard let proposal = try Self.proposals("id = ?", [id], database).first else { return .notFound }
      guard proposal.guid == guid else { return .foreignGuid }
      try database.execute(sql: "DELETE FROM proposal WHERE id = ?", arguments: [id])
      return .deleted(proposal)
    }
  }

  /// Accepts a proposal: its value becomes the newest text. Other proposals for the text stay. Returns whether there
  /// was such a proposal, still pending.
  func acceptProposal(id: Int) throws(SandboxError) -> Bool {
    try write { database in
      guard let proposal = try Self.proposals("id = ? AND NOT is_accepted", [id], database).first,
        let resource = try Row.fetchOne(
          database,
          sql: """
            SELECT resource.id, coalesce(newest, published) AS body FROM resource
            JOIN language ON language.id = resource.language_id AND language.platform = resource.platform
            WHERE language.locale = ? AND language.platform = ?
            """, arguments: [proposal.text.locale, proposal.text.platform])
      else { return false }
      let body = try ResourceDocument.rewrite(
        Array(resource["body"] as Data),
        values: [TextName(section: proposal.text.section, key: proposal.text.key): proposal.value], isFlat: false)
      try database.execute(
        sql: "UPDATE resource SET newest = ?, last_updated_at = ? WHERE id = ?",
        arguments: [Data(body), Int(Date().timeIntervalSince1970), resource["id"] as Int])
      try database.execute(sql: "UPDATE proposal SET is_accepted = 1 WHERE id = ?", arguments: [id])
      return true
    }
  }

  /// Inserts loaded proposals. The deletable ones belong to `guid`. Each of the others belongs to a guid of its own, so that a
  /// text can have several.
  static func insert(_ proposals: [LoadedTexts.Proposal], platform: String, ownedBy guid: String, _ database: Database)
    throws
  {
    let statement = try database.makeStatement(
      sql: "INSERT INTO proposal (id, platform, section, key, locale, value, guid) VALUES (?, ?, ?, ?, ?, ?, ?)")
    for proposal in proposals {
      let owner = proposal.canDelete == true ? guid : "loaded-\(proposal.id)"
      try statement.execute(arguments: [
        proposal.id, platform, proposal.section, proposal.key, proposal.locale, Data(proposal.value.utf8), owner,
      ])
    }
  }

  private static func proposals(_ condition: String, _ arguments: StatementArguments, _ database: Database) throws
    -> [Proposal]
  {
    let sql = "SELECT * FROM proposal WHERE \(condition) ORDER BY id"
    return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
      // Values are stored as bytes, because SQLite's texts end at the first NUL.
      Proposal(
        id: row["id"],
        text: TextAddress(platform: row["platform"], section: row["section"], key: row["key"], locale: row["locale"]),
        value: String(decoding: row["value"] as Data, as: UTF8.self), guid: row["guid"])
    }
  }
}
