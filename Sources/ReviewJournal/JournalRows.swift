import Crypto
import GRDB
import TranslationReview

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The tables of a journal, and its rows with their checksums.
enum JournalRows {
  static let schema = """
    PRAGMA application_id = \(JournalFile.mark);
    PRAGMA user_version = \(JournalFile.version);
    CREATE TABLE import (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body BLOB NOT NULL, checksum BLOB NOT NULL);
    CREATE TABLE item (
      import INTEGER NOT NULL REFERENCES import (row), place INTEGER NOT NULL, body BLOB NOT NULL,
      checksum BLOB NOT NULL, PRIMARY KEY (import, place)) WITHOUT ROWID;
    CREATE TABLE change (
      import INTEGER NOT NULL REFERENCES import (row), place INTEGER NOT NULL, body BLOB NOT NULL,
      checksum BLOB NOT NULL, PRIMARY KEY (import, place)) WITHOUT ROWID;
    CREATE TABLE entry (
      import INTEGER NOT NULL REFERENCES import (row), place INTEGER NOT NULL, body BLOB NOT NULL,
      checksum BLOB NOT NULL, PRIMARY KEY (import, place)) WITHOUT ROWID;
    """

  /// The tables of rows that follow each other.
  enum Table: String {
    case item, change, entry
  }

  /// The row of an import with an id.
  ///
  /// - Throws: `unknownImport`.
  static func number(ofImport id: String, _ database: Database) throws -> Int64 {
    guard let row = try Int64.fetchOne(database, sql: "SELECT row FROM import WHERE id = ?", arguments: [id]) else {
      throw JournalError(.unknownImport, "The journal knows no import \"\(id)\".")
    }
    return row
  }

  /// One import's own row.
  struct Head {
    let row: Int64
    let id: String
    let kept: KeptHead
  }

  // MARK: - Checksums

  /// The first 16 bytes of SHA-256 over a row and the checksum of the row before it.
  static func checksum(_ table: String, _ row: Int64, _ place: Int, _ body: Data, after previous: Data) -> Data {
    var hash = SHA256()
    hash.update(data: Data("\(table) \(row) \(place) ".utf8))
    hash.update(data: previous)
    hash.update(data: body)
    return Data(hash.finalize().prefix(16))
  }

  private static func damaged(_ table: String, _ row: Int64, _ place: Int) -> JournalError {
    JournalError(.corrupt, "The journal's row \(place) in \(table) of import \(row) is damaged or missing.")
  }

  // MARK: - Reading

  static func heads(_ database: Database) throws -> [Head] {
    try Row.fetchAll(database, sql: "SELECT row, id, body, checksum FROM import ORDER BY row").map { row in
      let number: Int64 = row[0]
      let id: String = row[1]
      let body: Data = row[2]
      guard row[3] == checksum("import \(id)", number, 0, body, after: Data()) else {
        throw damaged("import", number, 0)
      }
      return Head(row: number, id: id, kept: try JSONDecoder().decode(KeptHead.self, from: body))
    }
  }

  /// The rows of a table, each proven by its checksum.
  static func bodies(_ table: Table, of import: Int64, _ database: Database) throws -> [Data] {
    var bodies: [Data] = []
    var previous = Data()
    let cursor = try Row.fetchCursor(
      database, sql: "SELECT place, body, checksum FROM \(table.rawValue) WHERE import = ? ORDER BY place",
      arguments: [`import`])
    while let row = try cursor.next() {
      let place: Int = row[0]
      let body: Data = row[1]
      let found: Data = row[2]
      guard place == bodies.count, found == checksum(table.rawValue, `import`, place, body, after: previous) else {
        throw damaged(table.rawValue, `import`, bodies.count)
      }
      previous = found
      bodies.append(body)
    }
    return bodies
  }

  static func entries(of import: Int64, _ database: Database) throws -> [JournalEntry] {
    try keptEntries(of: `import`, database).map { try $0.entry() }
  }

  private static func keptEntries(of import: Int64, _ database: Database) throws -> [KeptEntry] {
    let decoder = JSONDecoder()
    return try bodies(.entry, of: `import`, database).map { try decoder.decode(KeptEntry.self, from: $0) }
  }

  static func record(
    of head: Head, _ database: Database
  ) throws -> (record: SubmissionRecord, entries: [JournalEntry]) {
    let decoder = JSONDecoder()
    var rows = try bodies(.item, of: head.row, database)
    let remarks = head.kept.hasRemarks == true ? rows.popLast() : nil
    let items = try rows.map { try decoder.decode(KeptItem.self, from: $0) }
    let changes = try bodies(.change, of: head.row, database).map { try decoder.decode(KeptChange.self, from: $0) }
    guard items.count == head.kept.items, changes.count == head.kept.changes,
      (remarks != nil) == (head.kept.hasRemarks == true)
    else { throw damaged("import", head.row, 0) }
    let record = try head.kept.record(
      items: items, changes: changes, remarks: try remarks.map { try decoder.decode(KeptRemarks.self, from: $0) })
    return (record, try entries(of: head.row, database))
  }

  static func summary(of head: Head, _ database: Database) throws -> KeptImport {
    try KeptImport(head.kept, entries: keptEntries(of: head.row, database))
  }

  // MARK: - Writing

  static func begin(_ record: SubmissionRecord, _ database: Database) throws -> JournalMark {
    let encoder = JSONEncoder()
    let changeset = record.changeset
    let body = try encoder.encode(KeptHead(record))
    // Earlier versions are to say that the journal is newer, not that it is damaged.
    try database.execute(sql: "PRAGMA user_version = \(JournalFile.version)")
    let row = 1 + (try Int64.fetchOne(database, sql: "SELECT max(row) FROM import") ?? 0)
    let proof = checksum("import \(record.id)", row, 0, body, after: Data())
    try database.execute(
      sql: "INSERT INTO import (row, id, body, checksum) VALUES (?, ?, ?, ?)",
      arguments: [row, record.id, body, proof])
    let items = try changeset.items.map { try encoder.encode(KeptItem($0)) }
    try insert(items + [try encoder.encode(KeptRemarks(changeset))], into: .item, of: row, database)
    try insert(changeset.changes.map { try encoder.encode(KeptChange($0)) }, into: .change, of: row, database)
    return JournalMark(row: row, id: record.id, steps: 0, checksum: proof)
  }

  /// - Parameter timeout: The seconds after which a call that an intent is for cannot be carried out any more.
  /// - Returns: How far the journal has come with it.
  static func append(
    _ entries: [JournalEntry], to import: Int64, id: String, timeout: Double? = nil, _ database: Database
  ) throws -> JournalMark {
    let encoder = JSONEncoder()
    let kept = entries.map { entry in
      var kept = KeptEntry(entry)
      if case .intent = entry { kept.timeout = timeout }
      return kept
    }
    let last = try insert(kept.map { try encoder.encode($0) }, into: .entry, of: `import`, database)
    return JournalMark(row: `import`, id: id, steps: last.count, checksum: last.checksum)
  }

  /// - Returns: How many rows the import has in the table now, and the checksum of the last one.
  @discardableResult
  private static func insert(
    _ bodies: [Data], into table: Table, of import: Int64, _ database: Database
  ) throws -> (count: Int, checksum: Data) {
    let last = try Row.fetchOne(
      database,
      sql: "SELECT place, checksum FROM \(table.rawValue) WHERE import = ? ORDER BY place DESC LIMIT 1",
      arguments: [`import`])
    var place = last.map { $0[0] + 1 } ?? 0
    var previous: Data = last?[1] ?? Data()
    let statement = try database.cachedStatement(
      sql: "INSERT INTO \(table.rawValue) (import, place, body, checksum) VALUES (?, ?, ?, ?)")
    for body in bodies {
      previous = checksum(table.rawValue, `import`, place, body, after: previous)
      try statement.execute(arguments: [`import`, place, body, previous])
      place += 1
    }
    return (place, previous)
  }
}
