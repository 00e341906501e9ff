import GRDB
import TranslationReview

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The index of finished imports: a plan looks up the requests of its rows and reads no import.
///
/// Each row is checked by its checksum. A damaged or missing row can only hide own work, which leads to a conflict.
extension JournalRows {
  /// Adds an import to the index.
  static func trace(
    _ record: SubmissionRecord, _ entries: [JournalEntry], of head: Head, _ database: Database
  ) throws {
    var isUndo = false
    if case .undo = record.purpose { isUndo = true }
    let traces = OwnHistory.traces(of: record.changeset, entries, isUndo: isUndo)
    let statement = try database.cachedStatement(
      sql: "INSERT INTO trace (key, import, place, file, sheet, checksum) VALUES (?, ?, ?, ?, ?, ?)")
    for (place, trace) in traces.sorted(by: { $0.mark < $1.mark }).enumerated() {
      let sheet = trace.sheetID.map { Int64(bitPattern: $0.bits) }
      try statement.execute(arguments: [
        key(trace.mark), head.row, place, trace.file, sheet, proof(trace.mark, head.row, place, trace.file, sheet),
      ])
    }
  }

  /// The key of a question. Few others have the same key; the checksum of a row tells them apart.
  private static func key(_ mark: String) -> Int64 {
    Int64(bitPattern: UInt64(mark.prefix(16), radix: 16) ?? 0)
  }

  private static func proof(_ mark: String, _ row: Int64, _ place: Int, _ file: Int?, _ sheet: Int64?) -> Data {
    let text = "\(mark) \(file.map(String.init) ?? "-") \(sheet.map(String.init) ?? "-")"
    return checksum("trace", row, place, Data(text.utf8), after: Data()).prefix(8)
  }

  /// Adds the answers of finished imports to a history.
  ///
  /// - Parameter isOwn: Whether an import counts.
  static func add(
    _ questions: Set<OwnHistory.Question>, to history: inout OwnHistory, where isOwn: (KeptImport) -> Bool,
    _ database: Database
  ) throws {
    guard try hasArchive(database), try Row.fetchOne(database, sql: "SELECT 1 FROM trace LIMIT 1") != nil else {
      return
    }
    var sources: [Int64: ImportSources] = [:]
    let statement = try database.cachedStatement(
      sql: "SELECT import, place, file, sheet, checksum FROM trace WHERE key = ?")
    for question in questions {
      let mark = question.mark
      let cursor = try Row.fetchCursor(statement, arguments: [key(mark)])
      while let found = try cursor.next() {
        let (row, place): (Int64, Int) = (found[0], found[1])
        let (file, sheet): (Int?, Int64?) = (found[2], found[3])
        guard found[4] == proof(mark, row, place, file, sheet) else { continue }
        let source: ImportSources
        if let known = sources[row] {
          source = known
        } else {
          source = try ImportSources(ofRow: row, where: isOwn, database)
          sources[row] = source
        }
        let id = sheet.map { TextHash(bits: UInt64(bitPattern: $0)).text }
        for file in source.files(at: file) { history.add(question, sheetID: id ?? file.sheetID, of: file) }
      }
    }
  }
}

/// The files that an import counts as work on.
private struct ImportSources {
  /// The import's own files; empty if the import does not count.
  private var own: [ReturnedSheet.File] = []
  /// The files of the import that it undid.
  private var undone: [ReturnedSheet.File] = []

  init(ofRow row: Int64, where isOwn: (KeptImport) -> Bool, _ database: Database) throws {
    guard let head = try JournalRows.head(row: row, database),
      isOwn(try JournalRows.summary(of: head, database))
    else { return }
    own = head.kept.returnedFiles
    undone = try JournalRows.filesTakenBack(by: head, where: isOwn, database)
  }

  func files(at place: Int?) -> [ReturnedSheet.File] {
    guard let place else { return undone }
    return own.indices.contains(place) ? [own[place]] : []
  }
}

extension JournalRows {
  /// The files of the import that another one undid; the undoing counts as work on them.
  static func filesTakenBack(
    by head: Head, where isOwn: (KeptImport) -> Bool, _ database: Database
  ) throws -> [ReturnedSheet.File] {
    var (head, seen) = (head, Set<Int64>())
    while let other = head.kept.undoOf {
      // An import that claims to undo itself, which only damage can cause, has no files.
      guard seen.insert(head.row).inserted, let next = try Self.head(id: other, database),
        isOwn(try summary(of: next, database))
      else { return [] }
      head = next
    }
    return seen.isEmpty ? [] : head.kept.returnedFiles
  }
}
