import Foundation
import GRDB
import SystemCrypto
import TranslationReview

/// The rows of a journal, each with a checksum, as one transaction sees them.
///
/// An unfinished import has a row for each row, change and step of its plan. A finished one is packed into blocks.
struct JournalRows {
  struct Head {
    let row: Int64
    let id: String
    let kept: KeptHead
  }

  let database: Database

  init(_ database: Database) { self.database = database }

  // MARK: - Checksums

  /// The first 16 bytes of SHA-256 over a row and the checksum of the row before it.
  static func checksum(_ table: String, _ row: Int64, _ position: Int, _ body: Data, after previous: Data = Data())
    -> Data
  {
    let digest = MessageDigest(.sha256)
    digest.add(Data("\(table) \(row) \(position) ".utf8))
    digest.add(previous)
    digest.add(body)
    return Data(digest.value.prefix(16))
  }

  static func damaged(_ table: String, _ row: Int64, _ position: Int) -> JournalError {
    JournalError(.corrupt, "The journal's row \(position) in \(table) of import \(row) is damaged or missing.")
  }

  // MARK: - Reading

  func heads() throws -> [Head] { try heads("ORDER BY row") }

  /// The heads of the imports without a summary: as a rule the unfinished ones.
  func openHeads() throws -> [Head] {
    try heads("WHERE NOT EXISTS (SELECT 1 FROM summary WHERE summary.import = import.row) ORDER BY row")
  }

  func head(row: Int64) throws -> Head? { try heads("WHERE row = ?", [row]).first }

  func head(id: String) throws -> Head? { try heads("WHERE id = ?", [id]).first }

  func requiredHead(id: String) throws -> Head {
    guard let head = try head(id: id) else {
      throw JournalError(.unknownImport, "The journal knows no import \"\(id)\".")
    }
    return head
  }

  private func heads(_ condition: String, _ arguments: StatementArguments = []) throws -> [Head] {
    let decoder = JSONDecoder()
    let sql = "SELECT row, id, body, checksum FROM import " + condition
    return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
      let (number, id, body): (Int64, String, Data) = (row[0], row[1], row[2])
      guard row[3] == Self.checksum("import \(id)", number, 0, body) else { throw Self.damaged("import", number, 0) }
      return Head(row: number, id: id, kept: try decoder.decode(KeptHead.self, from: body))
    }
  }

  /// The rows of a table, each checked by its checksum, and the last checksum.
  func checkedRows(_ table: String, of import: Int64) throws -> (bodies: [Data], last: Data) {
    var bodies: [Data] = []
    var previous = Data()
    let cursor = try Row.fetchCursor(
      database, sql: "SELECT place, body, checksum FROM \(table) WHERE import = ? ORDER BY place", arguments: [`import`]
    )
    while let row = try cursor.next() {
      let (position, body, found): (Int, Data, Data) = (row[0], row[1], row[2])
      guard position == bodies.count, found == Self.checksum(table, `import`, position, body, after: previous) else {
        throw Self.damaged(table, `import`, bodies.count)
      }
      previous = found
      bodies.append(body)
    }
    return (bodies, previous)
  }

  func record(_ head: Head) throws -> (record: SubmissionRecord, entries: [JournalEntry]) {
    try record(head, try bodies(of: head))
  }

  func record(_ head: Head, _ bodies: Bodies) throws -> (record: SubmissionRecord, entries: [JournalEntry]) {
    let decoder = JSONDecoder()
    var rows = bodies.items
    guard let remarks = rows.popLast(), rows.count == head.kept.items, bodies.changes.count == head.kept.changes else {
      throw Self.damaged("import", head.row, 0)
    }
    let record = try head.kept.record(
      items: try rows.map { try decoder.decode(KeptItem.self, from: $0) },
      changes: try bodies.changes.map { try decoder.decode(Changeset.Change.self, from: $0) },
      remarks: try decoder.decode(KeptRemarks.self, from: remarks))
    return (record, try bodies.entries.map { try decoder.decode(KeptEntry.self, from: $0).entry() })
  }

  /// An import as a list shows it: from its summary if it is finished, otherwise from its steps.
  func keptImport(_ head: Head) throws -> KeptImport {
    if let summary = try summary(ofRow: head.row, id: head.id) {
      return try KeptImport(head.kept, entries: [], summary: summary)
    }
    let decoder = JSONDecoder()
    let entries = try checkedRows("entry", of: head.row).bodies
    return try KeptImport(head.kept, entries: entries.map { try decoder.decode(KeptEntry.self, from: $0) })
  }

  /// The files of the import that another one undid; the undoing counts as work on them.
  func filesUndone(by head: Head, where isOwn: (KeptImport) -> Bool) throws -> [ReturnedSheet.File] {
    var (head, seen) = (head, Set<Int64>())
    while let other = head.kept.undoOf {
      // An import that claims to undo itself, which only damage can cause, has no files.
      guard seen.insert(head.row).inserted, let next = try self.head(id: other), isOwn(try keptImport(next)) else {
        return []
      }
      head = next
    }
    return seen.isEmpty ? [] : head.kept.returnedFiles
  }

  // MARK: - Writing

  /// A fixed order of members makes rows pack well.
  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  func begin(_ record: SubmissionRecord) throws -> JournalMark {
    let encoder = Self.encoder()
    let changeset = record.changeset
    let body = try encoder.encode(KeptHead(record))
    let row = 1 + (try Int64.fetchOne(database, sql: "SELECT max(row) FROM import") ?? 0)
    let proof = Self.checksum("import \(record.id)", row, 0, body)
    try database.execute(
      sql: "INSERT INTO import (row, id, body, checksum) VALUES (?, ?, ?, ?)", arguments: [row, record.id, body, proof])
    let items = try changeset.items.map { try encoder.encode(KeptItem($0)) }
    let remarks = KeptRemarks(notes: changeset.notes, findings: changeset.diagnostics)
    try insert(items + [try encoder.encode(remarks)], into: "item", of: row)
    try insert(changeset.changes.map { try encoder.encode($0) }, into: "change", of: row)
    return JournalMark(row: row, id: record.id, steps: 0, checksum: proof)
  }

  /// Adds steps to an import, and packs it if it has ended.
  ///
  /// - Parameter timeout: The seconds after which the call of an intent can no longer be carried out.
  func append(_ entries: [JournalEntry], to import: Int64, id: String, timeout: Double? = nil) throws -> JournalMark {
    if let summary = try summary(ofRow: `import`, id: id) {
      // A reading that was under way when the import ended has no use any more.
      guard entries.allSatisfy(\.isReading) else {
        throw JournalError(.unusable, "The import \(id) is over, and nothing can be added to it.")
      }
      return JournalMark(row: `import`, id: id, steps: summary.entries, checksum: Data())
    }
    let encoder = Self.encoder()
    let bodies = try entries.map { entry in
      var kept = KeptEntry(entry)
      if case .intent = entry { kept.timeout = timeout }
      return try encoder.encode(kept)
    }
    let last = try insert(bodies, into: "entry", of: `import`)
    if case .ended(_, true)? = entries.last, let head = try head(row: `import`) { try archive(head) }
    return JournalMark(row: `import`, id: id, steps: last.count, checksum: last.checksum)
  }

  /// - Returns: How many rows the import has in the table now, and the checksum of the last one.
  @discardableResult func insert(_ bodies: [Data], into table: String, of import: Int64) throws -> (
    count: Int, checksum: Data
  ) {
    let last = try Row.fetchOne(
      database, sql: "SELECT place, checksum FROM \(table) WHERE import = ? ORDER BY place DESC LIMIT 1",
      arguments: [`import`])
    var position = last.map { $0[0] + 1 } ?? 0
    var previous: Data = last?[1] ?? Data()
    let statement = try database.cachedStatement(
      sql: "INSERT INTO \(table) (import, place, body, checksum) VALUES (?, ?, ?, ?)")
    for body in bodies {
      previous = Self.checksum(table, `import`, position, body, after: previous)
      try statement.execute(arguments: [`import`, position, body, previous])
      position += 1
    }
    return (position, previous)
  }
}

extension JournalEntry { var isReading: Bool { if case .reading = self { true } else { false } } }
