import Foundation
import GRDB
import TranslationReview

/// One thing that a finished import did, indexed by the hash of its `OwnHistory.Question`.
///
/// If a row is damaged or missing, a plan takes the person's own work for somebody else's, and shows it as a conflict.
struct JournalAction: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "action"

  private let key: Int64
  let `import`: Int64
  private let place: Int
  let file: Int?
  private let sheet: Int64?
  private let proof: Data

  init(_ action: OwnHistory.IndexedAction, of import: Int64, at place: Int = 0) {
    key = Self.key(action.fingerprint)
    (self.import, self.place, file) = (`import`, place, action.file)
    sheet = action.sheetID.map { Int64(bitPattern: $0.bits) }
    proof = Self.proof(action.fingerprint, `import`, place, file, sheet)
  }

  var sheetID: TextHash? { sheet.map { TextHash(bits: UInt64(bitPattern: $0)) } }

  /// The key of a question. Different questions rarely have the same key; the proof tells them apart.
  static func key(_ fingerprint: String) -> Int64 { Int64(bitPattern: UInt64(fingerprint.prefix(16), radix: 16) ?? 0) }

  func isOf(_ fingerprint: String) -> Bool { proof == Self.proof(fingerprint, `import`, place, file, sheet) }

  private static func proof(_ fingerprint: String, _ row: Int64, _ place: Int, _ file: Int?, _ sheet: Int64?) -> Data {
    let contents = "\(fingerprint) \(file.map(String.init) ?? "-") \(sheet.map(String.init) ?? "-")"
    return JournalBlock.proof("action \(row) \(place)", Data(contents.utf8)).prefix(8)
  }
}

/// What a person's imports did. For finished imports, a plan looks up its rows in the index, and need not read the
/// imports.
struct JournalIndex {
  private let rows: JournalRows
  private let isOwn: (KeptImport) -> Bool
  /// What unfinished imports did so far, by the hash of the question.
  private var unfinished: [String: [JournalAction]] = [:]
  private var works: [Int64: (kept: KeptImport, undone: [ReturnedSheet.File])?] = [:]

  init(_ rows: JournalRows, where isOwn: @escaping (KeptImport) -> Bool) throws {
    (self.rows, self.isOwn) = (rows, isOwn)
    for head in try rows.heads() where !head.isOver {
      let (record, entries) = try rows.record(head)
      for action in try rows.actions(of: record, entries) {
        unfinished[action.fingerprint, default: []].append(JournalAction(action, of: head.row))
      }
    }
  }

  /// Looks up questions, and adds the answers to a history.
  mutating func add(_ questions: Set<OwnHistory.Question>, to history: inout OwnHistory) throws {
    for question in questions {
      for action in try actions(question.fingerprint) {
        guard let work = try work(of: action) else { continue }
        let files = action.file.map { work.kept.files.indices.contains($0) ? [work.kept.files[$0]] : [] } ?? work.undone
        for file in files { history.add(question, sheetID: action.sheetID?.text ?? file.sheetID, of: file) }
      }
    }
  }

  /// When undos took back what rows ask for, in seconds since 1970, by the index of the row.
  ///
  /// An exported row is recognised in any file. So is a row without a base, because nothing but its request is known.
  /// Any other row is recognised only in the file in which it was imported. Changes that were sent again after the undo
  /// do not count.
  mutating func timesTakenBack(of rows: [ReturnedRow], in files: [ReturnedSheet.File]) throws -> [Int: Double] {
    if try actions(JournalRows.anyTakenBack).isEmpty { return [:] }
    let history = OwnHistory(resolvingPathsBy: AbsolutePath.of)
    var times: [Int: Double] = [:]
    for (index, row) in rows.enumerated() {
      let export = row.exportFingerprint
      for action in try actions(row.requestFingerprint) {
        guard let work = try work(of: action) else { continue }
        if row.base != nil, export == nil || export != action.sheetID {
          guard let file = action.file, work.undone.indices.contains(file), files.indices.contains(row.place.fileIndex),
            history.isSameWork(work.undone[file], files[row.place.fileIndex])
          else { continue }
        }
        let sent = try OwnHistory.sendings(of: row).flatMap { try actions($0.fingerprint) }
        if !sent.contains(where: { $0.import > action.import }) {
          times[index] = max(times[index] ?? 0, work.kept.startedAt)
        }
      }
    }
    return times
  }

  private func actions(_ fingerprint: String) throws -> [JournalAction] {
    let statement = try rows.database.cachedStatement(sql: "SELECT * FROM action WHERE key = ?")
    let finished = try JournalAction.fetchAll(statement, arguments: [JournalAction.key(fingerprint)])
    return finished.filter { $0.isOf(fingerprint) } + (unfinished[fingerprint] ?? [])
  }

  /// The import that did something, and the files of the import that it undid; nil if the import is not the person's
  /// own.
  private mutating func work(of action: JournalAction) throws -> (kept: KeptImport, undone: [ReturnedSheet.File])? {
    if let known = works[action.import] { return known }
    let kept = try rows.head(row: action.import).map(rows.keptImport).flatMap { isOwn($0) ? $0 : nil }
    let work = try kept.map { ($0, try rows.filesUndone(by: $0, where: isOwn)) }
    works[action.import] = .some(work)
    return work
  }
}

extension JournalRows {
  /// Stands for every undo that took something back. If the index lacks this fingerprint, no row needs to be looked up.
  fileprivate static let anyTakenBack = PlanIdentity(parts: ["taken back"]).text

  func index(_ record: SubmissionRecord, _ entries: [JournalEntry], of head: Head) throws {
    for (place, action) in try actions(of: record, entries).sorted(by: { $0.fingerprint < $1.fingerprint }).enumerated()
    { try JournalAction(action, of: head.row, at: place).insert(database) }
  }

  /// What an import did; for an undo, also the rows whose requests it took back.
  fileprivate func actions(of record: SubmissionRecord, _ entries: [JournalEntry]) throws -> [OwnHistory.IndexedAction]
  {
    guard case .undo(let other) = record.purpose else {
      return OwnHistory.indexedActions(of: record.changeset, entries, isUndo: false)
    }
    let actions = OwnHistory.indexedActions(of: record.changeset, entries, isUndo: true)
    guard let undone = try head(id: other).map(self.record)?.record else { return actions }
    if case .undo = undone.purpose { return actions }
    let rows = OwnHistory.rowsTakenBack(by: record.changeset, of: undone.changeset)
    guard !rows.isEmpty else { return actions }
    return actions + [OwnHistory.IndexedAction(fingerprint: Self.anyTakenBack, file: nil)]
      + rows.map {
        OwnHistory.IndexedAction(
          fingerprint: $0.requestFingerprint, file: $0.place.fileIndex, sheetID: $0.exportFingerprint)
      }
  }

  /// For an undo, the files of the import that it undid, because an undo counts as work on them; else none.
  fileprivate func filesUndone(by kept: KeptImport, where isOwn: (KeptImport) -> Bool) throws -> [ReturnedSheet.File] {
    var (kept, seen) = (kept, Set<String>())
    while case .undo(let other) = kept.purpose {
      // An import that claims to undo itself, which only damage can cause, has no files.
      guard seen.insert(kept.id).inserted, let next = try head(id: other).map(keptImport), isOwn(next) else {
        return []
      }
      kept = next
    }
    return seen.isEmpty ? [] : kept.files
  }
}
