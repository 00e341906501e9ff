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
    """ + archiveSchema

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

  static func damaged(_ table: String, _ row: Int64, _ place: Int) -> JournalError {
    JournalError(.corrupt, "The journal's row \(place) in \(table) of import \(row) is damaged or missing.")
  }

  // MARK: - Reading

  static func heads(_ database: Database) throws -> [Head] {
    try heads(database, "SELECT row, id, body, checksum FROM import ORDER BY row")
  }

  /// The heads of the imports without a summary: the unfinished ones, as a rule.
  static func openHeads(_ database: Database) throws -> [Head] {
    guard try hasArchive(database) else { return try heads(database) }
    return try heads(
      database,
      """
      SELECT row, id, body, checksum FROM import
      WHERE NOT EXISTS (SELECT 1 FROM summary WHERE summary.import = import.row) ORDER BY row
      """)
  }

  static func head(row: Int64, _ database: Database) throws -> Head? {
    try heads(database, "SELECT row, id, body, checksum FROM import WHERE row = ?", [row]).first
  }

  static func head(id: String, _ database: Database) throws -> Head? {
    try heads(database, "SELECT row, id, body, checksum FROM import WHERE id = ?", [id]).first
  }

  /// - Throws: `unknownImport`.
  static func requiredHead(id: String, _ database: Database) throws -> Head {
    guard let head = try head(id: id, database) else {
      throw JournalError(.unknownImport, "The journal knows no import \"\(id)\".")
    }
    return head
  }

  private static func heads(
    _ database: Database, _ sql: String, _ arguments: StatementArguments = []
  ) throws -> [Head] {
    let decoder = JSONDecoder()
    return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
      let number: Int64 = row[0]
      let id: String = row[1]
      let body: Data = row[2]
      guard row[3] == checksum("import \(id)", number, 0, body, after: Data()) else {
        throw damaged("import", number, 0)
      }
      return Head(row: number, id: id, kept: try decoder.decode(KeptHead.self, from: body))
    }
  }

  /// The rows of a table, each checked by its checksum, and the last checksum.
  static func checkedRows(
    _ table: String, of import: Int64, _ database: Database
  ) throws -> (bodies: [Data], last: Data) {
    var bodies: [Data] = []
    var previous = Data()
    let cursor = try Row.fetchCursor(
      database, sql: "SELECT place, body, checksum FROM \(table) WHERE import = ? ORDER BY place",
      arguments: [`import`])
    while let row = try cursor.next() {
      let place: Int = row[0]
      let body: Data = row[1]
      let found: Data = row[2]
      guard place == bodies.count, found == checksum(table, `import`, place, body, after: previous) else {
        throw damaged(table, `import`, bodies.count)
      }
      previous = found
      bodies.append(body)
    }
    return (bodies, previous)
  }

  static func record(
    of head: Head, _ database: Database
  ) throws -> (record: SubmissionRecord, entries: [JournalEntry]) {
    try record(of: head, try bodies(of: head, database))
  }

  static func record(
    of head: Head, _ bodies: Bodies
  ) throws -> (record: SubmissionRecord, entries: [JournalEntry]) {
    let decoder = JSONDecoder()
    var rows = bodies.items
    let remarks = head.kept.hasRemarks == true ? rows.popLast() : nil
    let items = try rows.map { try decoder.decode(KeptItem.self, from: $0) }
    let changes = try bodies.changes.map { try decoder.decode(KeptChange.self, from: $0) }
    guard items.count == head.kept.items, changes.count == head.kept.changes,
      (remarks != nil) == (head.kept.hasRemarks == true)
    else { throw damaged("import", head.row, 0) }
    let record = try head.kept.record(
      items: items, changes: changes, remarks: try remarks.map { try decoder.decode(KeptRemarks.self, from: $0) })
    return (record, try bodies.entries.map { try decoder.decode(KeptEntry.self, from: $0).entry() })
  }

  /// An import as a list shows it: from its summary if it is finished, otherwise from its steps.
  static func summary(of head: Head, _ database: Database) throws -> KeptImport {
    if let summary = try summary(ofRow: head.row, id: head.id, database) {
      return try KeptImport(head.kept, entries: [], summary: summary)
    }
    let decoder = JSONDecoder()
    return try KeptImport(
      head.kept,
      entries: try checkedRows("entry", of: head.row, database).bodies.map {
        try decoder.decode(KeptEntry.self, from: $0)
      })
  }

  // MARK: - Writing

  /// A fixed order of members makes rows pack well.
  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  static func begin(_ record: SubmissionRecord, _ database: Database) throws -> JournalMark {
    let encoder = Self.encoder()
    let changeset = record.changeset
    let body = try encoder.encode(KeptHead(record))
    let row = 1 + (try Int64.fetchOne(database, sql: "SELECT max(row) FROM import") ?? 0)
    let proof = checksum("import \(record.id)", row, 0, body, after: Data())
    try database.execute(
      sql: "INSERT INTO import (row, id, body, checksum) VALUES (?, ?, ?, ?)",
      arguments: [row, record.id, body, proof])
    let items = try changeset.items.map { try encoder.encode(KeptItem($0)) }
    try insert(items + [try encoder.encode(KeptRemarks(changeset))], into: "item", of: row, database)
    try insert(
      changeset.changes.map { try encoder.encode(KeptChange($0)) }, into: "change", of: row, database)
    return JournalMark(row: row, id: record.id, steps: 0, checksum: proof)
  }

  /// - Parameter timeout: The seconds after which a call that an intent is for cannot be carried out any more.
  /// - Returns: How far the journal has come with it.
  static func append(
    _ entries: [JournalEntry], to import: Int64, id: String, timeout: Double? = nil, _ database: Database
  ) throws -> JournalMark {
    let encoder = Self.encoder()
    var entries = entries
    if let summary = try summary(ofRow: `import`, id: id, database) {
      // A reading that was under way when the import ended tells nothing any more.
      entries.removeAll { if case .reading = $0 { true } else { false } }
      guard entries.isEmpty else {
        throw JournalError(.unusable, "The import \(id) is over, and nothing can be added to it.")
      }
      return JournalMark(row: `import`, id: id, steps: summary.entries, checksum: Data())
    }
    let kept = entries.map { entry in
      var kept = KeptEntry(entry)
      if case .intent = entry { kept.timeout = timeout }
      return kept
    }
    let last = try insert(kept.map { try encoder.encode($0) }, into: "entry", of: `import`, database)
    if case .ended(_, true)? = entries.last, let head = try head(row: `import`, database) {
      try archive(head, database)
    }
    return JournalMark(row: `import`, id: id, steps: last.count, checksum: last.checksum)
  }

  /// - Returns: How many rows the import has in the table now, and the checksum of the last one.
  @discardableResult
  static func insert(
    _ bodies: [Data], into table: String, of import: Int64, _ database: Database
  ) throws -> (count: Int, checksum: Data) {
    let last = try Row.fetchOne(
      database,
      sql: "SELECT place, checksum FROM \(table) WHERE import = ? ORDER BY place DESC LIMIT 1",
      arguments: [`import`])
    var place = last.map { $0[0] + 1 } ?? 0
    var previous: Data = last?[1] ?? Data()
    let statement = try database.cachedStatement(
      sql: "INSERT INTO \(table) (import, place, body, checksum) VALUES (?, ?, ?, ?)")
    for body in bodies {
      previous = checksum(table, `import`, place, body, after: previous)
      try statement.execute(arguments: [`import`, place, body, previous])
      place += 1
    }
    return (place, previous)
  }
}
