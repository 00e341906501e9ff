import Foundation
import GRDB
import TranslationReview

/// The imports of a journal within one transaction.
///
/// An import has a row, with the number of its blocks, and the blocks have its plan and its steps. Checksums reveal a
/// changed row or block, and the number reveals a missing block.
struct JournalRows {
  /// An import's own row.
  struct Head: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "import"

    let row: Int64
    let id: String
    /// What lists show of the import, in JSON, as of its start or its end.
    fileprivate(set) var body: Data
    fileprivate(set) var blocks = 0
    fileprivate(set) var isOver = false
    fileprivate var proof = Data()

    fileprivate var foundProof: Data { JournalBlock.proof("import \(row) \(id) \(blocks) \(isOver)", body) }

    fileprivate func kept() throws -> KeptImport { try JSONDecoder().decode(KeptImport.self, from: body) }
  }

  /// The most values in one block, so that a large import is inflated in parts.
  private static let valuesOfBlock = 16_384

  let database: Database

  init(_ database: Database) { self.database = database }

  static func damaged(_ what: String, _ row: Int64) -> JournalError {
    JournalError(.corrupt, "The journal's \(what) of import \(row) is damaged or missing.")
  }

  // MARK: - Reading

  func heads(_ condition: String = "", _ arguments: StatementArguments = []) throws -> [Head] {
    try Head.fetchAll(database, sql: "SELECT * FROM import \(condition) ORDER BY row", arguments: arguments).map {
      head in
      guard head.proof == head.foundProof else { throw Self.damaged("row", head.row) }
      return head
    }
  }

  func head(row: Int64) throws -> Head? { try heads("WHERE row = ?", [row]).first }

  func head(id: String) throws -> Head? { try heads("WHERE id = ?", [id]).first }

  func requiredHead(id: String) throws -> Head {
    guard let head = try head(id: id) else {
      throw JournalError(.unknownImport, "The journal has no import \"\(id)\".")
    }
    return head
  }

  private func blocks(of head: Head) throws -> [JournalBlock] {
    let blocks = try JournalBlock.fetchAll(
      database, sql: "SELECT * FROM block WHERE import = ? ORDER BY place", arguments: [head.row])
    guard blocks.count == head.blocks, blocks.enumerated().allSatisfy({ $1.isIntact(at: $0) }) else {
      throw Self.damaged("plan or a step", head.row)
    }
    return blocks
  }

  func record(_ head: Head) throws -> (record: SubmissionRecord, entries: [JournalEntry]) {
    let (blocks, kept) = (try blocks(of: head), try head.kept())
    let changeset = Changeset(
      items: try blocks.values(.item), changes: try blocks.values(.change), counts: kept.counts, files: kept.files,
      diagnostics: try blocks.values(.finding), notes: try blocks.values(.note), foreignFiles: kept.foreignFiles)
    let steps: [KeptStep] = try blocks.values(.step)
    return (kept.record(of: changeset), steps.map(\.entry))
  }

  /// An import as a list shows it.
  func keptImport(_ head: Head) throws -> KeptImport {
    var kept = try head.kept()
    if !head.isOver { kept.follow(try blocks(of: head).values(.step)) }
    return kept
  }

  // MARK: - Writing

  func begin(_ record: SubmissionRecord, timeout: Duration?) throws -> LostSteps {
    let kept = KeptImport(record)
    let row = 1 + (try Int64.fetchOne(database, sql: "SELECT max(row) FROM import") ?? 0)
    var head = Head(row: row, id: kept.id, body: try JSONEncoder.ofRecords.encode(kept))
    try head.insert(database)
    let plan = kept.keptPlan(of: record.changeset)
    try add(plan.items, as: .item, to: &head)
    try add(plan.changes, as: .change, to: &head)
    try add(plan.notes, as: .note, to: &head)
    try add(plan.diagnostics, as: .finding, to: &head)
    try save(&head)
    return LostSteps(since: head, timeout)
  }

  /// Adds steps to an import, and packs the import if it has ended.
  ///
  /// - Parameter timeout: The time after which the call of an intent can no longer be carried out.
  func append(_ entries: [JournalEntry], toImport id: String, timeout: Duration? = nil) throws -> LostSteps {
    var head = try requiredHead(id: id)
    if head.isOver {
      // A reading that was under way when the import ended is no longer needed.
      guard entries.allSatisfy(\.isReading) else {
        throw JournalError(.unusable, "The import \(id) is over, and nothing can be added to it.")
      }
    } else {
      try add(entries.map { KeptStep(entry: $0, timeout: timeout) }, as: .step, to: &head)
      if case .ended(_, true)? = entries.last { try pack(&head) }
      try save(&head)
    }
    return LostSteps(since: head, timeout)
  }

  /// Packs the steps of an import that is over, without its earlier readings, and adds what it did to the index.
  ///
  /// An import with a damaged block stays as it is; reading it throws an error.
  private func pack(_ head: inout Head) throws {
    guard let blocks = try? blocks(of: head), let record = try? record(head).record, var kept = try? head.kept() else {
      return
    }
    let all: [KeptStep] = try blocks.values(.step)
    let lastReading = all.lastIndex(where: \.entry.isReading)
    let steps = all.enumerated().filter { !$1.entry.isReading || $0 == lastReading }.map(\.element)
    try database.execute(
      sql: "DELETE FROM block WHERE import = ? AND kind = ?", arguments: [head.row, JournalBlock.Kind.step])
    head.blocks -= blocks.count { $0.kind == .step }
    try add(steps, as: .step, to: &head)
    kept.follow(steps)
    (kept.lastUnconfirmed, kept.unconfirmedTimeout) = (nil, nil)
    (head.body, head.isOver) = (try JSONEncoder.ofRecords.encode(kept), true)
    try index(record, steps.map(\.entry), of: head)
  }

  private func add<Value: Encodable>(_ values: [Value], as kind: JournalBlock.Kind, to head: inout Head) throws {
    for start in stride(from: 0, to: values.count, by: Self.valuesOfBlock) {
      let part = Array(values[start..<min(start + Self.valuesOfBlock, values.count)])
      try JournalBlock(part, kind, of: head.row, at: head.blocks).insert(database)
      head.blocks += 1
    }
  }

  private func save(_ head: inout Head) throws {
    head.proof = head.foundProof
    try head.update(database)
  }
}

extension JournalEntry { var isReading: Bool { if case .reading = self { true } else { false } } }
