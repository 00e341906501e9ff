import Basics
import GRDB
import NStackAPI
import TranslationMemory

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The entries that imports made.
extension StoredRows {
  /// The names of the files whose entries a memory has, in the order in which they were added.
  static func files(_ database: Database) throws -> [String] {
    try Data.fetchAll(database, sql: "SELECT name FROM origin WHERE NOT isImport ORDER BY id").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  static func hasProposals(of home: JournalScope, _ database: Database) throws -> Bool {
    try Row.fetchOne(
      database, sql: "SELECT 1 FROM proposal WHERE journal = ? AND scope = ? LIMIT 1",
      arguments: [home.journal, home.scope]) != nil
  }

  static func isUnsettled(_ home: JournalScope, _ database: Database) throws -> Bool {
    try Row.fetchOne(
      database, sql: "SELECT 1 FROM unsettled WHERE journal = ? AND scope = ?",
      arguments: [home.journal, home.scope]) != nil
  }

  static func markUnsettled(_ home: JournalScope, _ database: Database) throws {
    try database.execute(
      sql: "INSERT INTO unsettled (journal, scope) VALUES (?, ?) ON CONFLICT DO NOTHING",
      arguments: [home.journal, home.scope])
  }

  /// Adds a proposal that is not offered yet, unless the memory has it.
  static func insert(
    _ candidate: StoredMemory.Candidate, from origin: Int64, time: Int, _ database: Database
  ) throws {
    guard
      let entry = try insert(
        candidate.unit, from: origin, time: time, text: candidate.text, isOffered: false, database)
    else { return }
    let (home, text) = (candidate.text.home, candidate.text.text)
    try database.cachedStatement(
      sql: "INSERT INTO proposal (entry, journal, scope, section, key, locale, value) VALUES (?, ?, ?, ?, ?, ?, ?)"
    ).execute(arguments: [
      entry, home.journal, home.scope, Data(text.section.utf8), Data(text.key.utf8), text.locale,
      Data(candidate.value.utf8),
    ])
  }

  /// The texts for which imports of a journal proposed entries.
  static func proposedTexts(of home: JournalScope, _ database: Database) throws -> Set<TextIdentity> {
    var texts: Set<TextIdentity> = []
    try forEachProposal(of: home, database) { _, text, _ in texts.insert(text) }
    return texts
  }

  /// Offers the entries whose value the last call about their text proposed, and no others. The entries of texts
  /// without a call stay as they are.
  ///
  /// - Returns: How many entries are offered now that were not, and the other way round.
  static func settle(
    _ home: JournalScope, _ calls: [TextIdentity: LastCall], _ database: Database
  ) throws -> (added: Int, removed: Int) {
    var offered: [(entry: Int64, isOffered: Bool)] = []
    try forEachProposal(of: home, database) { entry, text, value in
      switch calls[text] {
      case .proposed(let last): offered.append((entry, ExactText(last) == ExactText(value)))
      case .removed: offered.append((entry, false))
      case nil: break
      }
    }
    let statement = try database.cachedStatement(sql: "UPDATE entry SET isOffered = ? WHERE id = ? AND isOffered <> ?")
    var (added, removed) = (0, 0)
    for (entry, isOffered) in offered {
      try statement.execute(arguments: [isOffered, entry, isOffered])
      if isOffered { added += database.changesCount } else { removed += database.changesCount }
    }
    try database.execute(
      sql: "DELETE FROM unsettled WHERE journal = ? AND scope = ?", arguments: [home.journal, home.scope])
    return (added, removed)
  }

  private static func forEachProposal(
    of home: JournalScope, _ database: Database, _ body: (_ entry: Int64, TextIdentity, _ value: String) -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT entry, section, key, locale, value FROM proposal WHERE journal = ? AND scope = ?",
      arguments: [home.journal, home.scope])
    while let row = try rows.next() {
      let (section, key, locale, value): (Data, Data, String, Data) = (row[1], row[2], row[3], row[4])
      let text = TextIdentity(
        section: String(decoding: section, as: UTF8.self), key: String(decoding: key, as: UTF8.self), locale: locale)
      body(row[0], text, String(decoding: value, as: UTF8.self))
    }
  }
}
