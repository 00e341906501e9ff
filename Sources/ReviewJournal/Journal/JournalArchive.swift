import GRDB
import TranslationReview

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finished imports: their rows, packed, and a summary from which lists are made.
extension JournalRows {
  /// The tables that versions before 3 do not have.
  static let archiveSchema = """
    CREATE TABLE IF NOT EXISTS summary (
      import INTEGER PRIMARY KEY REFERENCES import (row), body BLOB NOT NULL, checksum BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS block (
      import INTEGER NOT NULL, place INTEGER NOT NULL, body BLOB NOT NULL, checksum BLOB NOT NULL,
      PRIMARY KEY (import, place)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS trace (
      key INTEGER NOT NULL, import INTEGER NOT NULL, place INTEGER NOT NULL, file INTEGER, sheet INTEGER,
      checksum BLOB NOT NULL, PRIMARY KEY (key, import, place)) WITHOUT ROWID;
    """

  /// The number of rows in one block, so that no more of a large import is inflated at a time.
  private static let rowsOfBlock = 16_384

  /// The rows of an import as they were written.
  struct Bodies {
    var items: [Data] = []
    var changes: [Data] = []
    var entries: [Data] = []
  }

  /// Whether the file has archives, which began with version 3.
  static func hasArchive(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0 >= 3
  }

  // MARK: - Reading

  /// The summary of a finished import; nil for any other.
  static func summary(ofRow row: Int64, id: String, _ database: Database) throws -> KeptSummary? {
    guard try hasArchive(database),
      let found = try Row.fetchOne(
        database, sql: "SELECT body, checksum FROM summary WHERE import = ?", arguments: [row])
    else { return nil }
    return try summary(body: found[0], checksum: found[1], ofRow: row, id: id)
  }

  static func summary(body: Data, checksum found: Data, ofRow row: Int64, id: String) throws -> KeptSummary {
    guard found == checksum("summary \(id)", row, 0, body, after: Data()) else { throw damaged("summary", row, 0) }
    return try JSONDecoder().decode(KeptSummary.self, from: body)
  }

  /// The rows of an import, from its blocks if it is finished.
  static func bodies(of head: Head, _ database: Database) throws -> Bodies {
    guard let summary = try summary(ofRow: head.row, id: head.id, database) else {
      return Bodies(
        items: try checkedRows("item", of: head.row, database).bodies,
        changes: try checkedRows("change", of: head.row, database).bodies,
        entries: try checkedRows("entry", of: head.row, database).bodies)
    }
    let blocks = try checkedRows("block", of: head.row, database)
    guard blocks.bodies.count == summary.blocks, blocks.last.base64EncodedString() == summary.blocksChecksum else {
      throw damaged("block", head.row, blocks.bodies.count)
    }
    var bodies = Bodies()
    for (place, block) in blocks.bodies.enumerated() {
      let lists = try DocumentBlock.lists(in: block)
      guard lists.count == 3 else { throw damaged("block", head.row, place) }
      bodies.items += lists[0]
      bodies.changes += lists[1]
      bodies.entries += lists[2]
    }
    guard bodies.items.count == summary.items, bodies.changes.count == summary.changes,
      bodies.entries.count == summary.entries
    else { throw damaged("summary", head.row, 0) }
    return bodies
  }

  // MARK: - Packing

  /// Packs a finished import, and adds what it did to the index. Only readings before the last are dropped.
  ///
  /// An import with a damaged row stays as it is; reading it throws an error.
  static func archive(_ head: Head, _ database: Database) throws {
    var bodies: Bodies
    let kept: (record: SubmissionRecord, entries: [JournalEntry])
    let blocks: [Data]
    do {
      bodies = try self.bodies(of: head, database)
      kept = try record(of: head, bodies)
      let lastReading = kept.entries.lastIndex { $0.isReading }
      bodies.entries = zip(bodies.entries, kept.entries).enumerated().filter { place, pair in
        !pair.1.isReading || place == lastReading
      }.map(\.element.0)
      blocks = try Self.blocks(of: [bodies.items, bodies.changes, bodies.entries])
    } catch {
      return
    }
    for table in ["item", "change", "entry"] {
      try database.execute(sql: "DELETE FROM \(table) WHERE import = ?", arguments: [head.row])
    }
    let last = try insert(blocks, into: "block", of: head.row, database)
    let states = SubmissionProgress(count: kept.record.changeset.changes.count, entries: kept.entries).states
    let summary = KeptSummary(
      outcomes: states.reduce(into: [:]) { $0[$1.standing?.name ?? "not-attempted", default: 0] += 1 },
      lastSent: states.compactMap(\.lastSent).max(), items: bodies.items.count, changes: bodies.changes.count,
      entries: bodies.entries.count, blocks: blocks.count, blocksChecksum: last.checksum.base64EncodedString())
    let body = try encoder().encode(summary)
    try database.execute(
      sql: "INSERT INTO summary (import, body, checksum) VALUES (?, ?, ?)",
      arguments: [head.row, body, checksum("summary \(head.id)", head.row, 0, body, after: Data())])
    try trace(kept.record, kept.entries, of: head, database)
  }

  /// The rows in blocks of about ``rowsOfBlock``, each with its part of every list.
  private static func blocks(of lists: [[Data]]) throws -> [Data] {
    let count = 1 + lists.map(\.count).reduce(0, +) / rowsOfBlock
    return try (0..<count).map { block in
      try DocumentBlock.bytes(
        of: lists.map { Array($0[(block * $0.count / count)..<((block + 1) * $0.count / count)]) })
    }
  }

  /// Upgrades a file of an earlier version: finished imports are packed. Those of version 3 stay as they are.
  ///
  /// - Returns: Whether imports were packed.
  static func migrate(_ database: Database) throws -> Bool {
    let isPacked = try hasArchive(database)
    if try Int.fetchOne(database, sql: "PRAGMA user_version") != JournalFile.file.version {
      try database.execute(sql: archiveSchema + "PRAGMA user_version = \(JournalFile.file.version)")
    }
    guard !isPacked else { return false }
    for head in try heads(database) where try summary(of: head, database).isComplete { try archive(head, database) }
    return true
  }
}

extension JournalEntry {
  fileprivate var isReading: Bool {
    if case .reading = self { true } else { false }
  }
}
