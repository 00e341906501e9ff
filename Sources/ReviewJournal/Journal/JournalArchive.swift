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

  /// The number of rows in one block; a block keeps a repeated text once.
  private static let rowsOfBlock = 16_384

  /// The rows of an import as they were written.
  struct Bodies {
    var items: [Data] = []
    var changes: [Data] = []
    var entries: [Data] = []

    /// The rows with their members in the order in which this version writes them, so that they pack well.
    func sorted(hasRemarks: Bool) throws -> Bodies {
      let (decoder, encoder) = (JSONDecoder(), JournalRows.encoder())
      func sorted<Kept: Codable>(_ bodies: some Sequence<Data>, _ type: Kept.Type) throws -> [Data] {
        try bodies.map { try encoder.encode(try decoder.decode(type, from: $0)) }
      }
      let remarks = hasRemarks ? items.suffix(1) : []
      return Bodies(
        items: try sorted(items.dropLast(remarks.count), KeptItem.self) + sorted(remarks, KeptRemarks.self),
        changes: try sorted(changes, KeptChange.self), entries: try sorted(entries, KeptEntry.self))
    }
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
      let lists = try PackedDocuments.unpack(block)
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
  private static func pack(
    _ head: Head, _ bodies: Bodies, _ kept: (record: SubmissionRecord, entries: [JournalEntry]), _ database: Database
  ) throws {
    var bodies = bodies
    let states = SubmissionProgress(count: kept.record.changeset.changes.count, entries: kept.entries).states
    let lastReading = kept.entries.lastIndex { $0.isReading }
    bodies.entries = zip(bodies.entries, kept.entries).enumerated().filter { place, pair in
      !pair.1.isReading || place == lastReading
    }.map(\.element.0)
    var outcomes: [String: Int] = [:]
    for state in states { outcomes[state.standing?.name ?? "not-attempted", default: 0] += 1 }

    let count = 1 + (bodies.items.count + bodies.changes.count + bodies.entries.count) / rowsOfBlock
    let blocks = (0..<count).map { block in
      PackedDocuments.pack(
        [bodies.items, bodies.changes, bodies.entries].map {
          Array($0[(block * $0.count / count)..<((block + 1) * $0.count / count)])
        })
    }
    for table in ["item", "change", "entry"] {
      try database.execute(sql: "DELETE FROM \(table) WHERE import = ?", arguments: [head.row])
    }
    let last = try insert(blocks, into: "block", of: head.row, database)
    let summary = KeptSummary(
      outcomes: outcomes, lastSent: states.compactMap(\.lastSent).max(), items: bodies.items.count,
      changes: bodies.changes.count, entries: bodies.entries.count, blocks: blocks.count,
      blocksChecksum: last.checksum.base64EncodedString())
    let body = try encoder().encode(summary)
    try database.execute(
      sql: "INSERT INTO summary (import, body, checksum) VALUES (?, ?, ?)",
      arguments: [head.row, body, checksum("summary \(head.id)", head.row, 0, body, after: Data())])
    try trace(kept.record, kept.entries, of: head, database)
  }

  /// Upgrades a file of an earlier version: finished imports are packed.
  ///
  /// - Returns: Whether the file was upgraded.
  static func migrate(_ database: Database) throws -> Bool {
    guard try !hasArchive(database) else { return false }
    try database.execute(sql: archiveSchema)
    try database.execute(sql: "PRAGMA user_version = \(JournalFile.file.version)")
    for head in try heads(database) where try summary(of: head, database).isComplete {
      try archive(head, isEarlier: true, database)
    }
    return true
  }

  /// Packs a finished import. An import with a damaged row stays as it is; reading it throws an error.
  ///
  /// - Parameter isEarlier: Whether an earlier version wrote its rows, with their members in any order.
  static func archive(_ head: Head, isEarlier: Bool = false, _ database: Database) throws {
    var bodies: Bodies
    let kept: (record: SubmissionRecord, entries: [JournalEntry])
    do {
      bodies = try self.bodies(of: head, database)
      kept = try record(of: head, bodies)
      if isEarlier { bodies = try bodies.sorted(hasRemarks: head.kept.hasRemarks == true) }
    } catch {
      return
    }
    try pack(head, bodies, kept, database)
  }
}

extension JournalEntry {
  fileprivate var isReading: Bool {
    if case .reading = self { true } else { false }
  }
}
