import Foundation
import GRDB
import TranslationReview

/// The index of finished imports: a plan looks up the requests of its rows and reads no import.
///
/// Each row is checked by its checksum. A damaged or missing row can only hide own work, which leads to a conflict.
extension JournalRows {
  func index(_ record: SubmissionRecord, _ entries: [JournalEntry], of head: Head) throws {
    var isUndo = false
    if case .undo = record.purpose { isUndo = true }
    let traces = OwnHistory.traces(of: record.changeset, entries, isUndo: isUndo)
    let statement = try database.cachedStatement(
      sql: "INSERT INTO trace (key, import, place, file, sheet, checksum) VALUES (?, ?, ?, ?, ?, ?)")
    for (position, trace) in traces.sorted(by: { $0.mark < $1.mark }).enumerated() {
      let sheet = trace.sheetID.map { Int64(bitPattern: $0.bits) }
      let proof = Self.proof(trace.mark, head.row, position, trace.file, sheet)
      try statement.execute(arguments: [Self.key(trace.mark), head.row, position, trace.file, sheet, proof])
    }
  }

  /// The key of a question. Few others have the same key; the checksum of a row tells them apart.
  private static func key(_ mark: String) -> Int64 { Int64(bitPattern: UInt64(mark.prefix(16), radix: 16) ?? 0) }

  private static func proof(_ mark: String, _ row: Int64, _ position: Int, _ file: Int?, _ sheet: Int64?) -> Data {
    let text = "\(mark) \(file.map(String.init) ?? "-") \(sheet.map(String.init) ?? "-")"
    return checksum("trace", row, position, Data(text.utf8)).prefix(8)
  }

  /// Adds the answers of finished imports to a history.
  func add(_ questions: Set<OwnHistory.Question>, to history: inout OwnHistory, where isOwn: (KeptImport) -> Bool)
    throws
  {
    guard try Row.fetchOne(database, sql: "SELECT 1 FROM trace LIMIT 1") != nil else { return }
    var sources: [Int64: (own: [ReturnedSheet.File], undone: [ReturnedSheet.File])] = [:]
    let statement = try database.cachedStatement(
      sql: "SELECT import, place, file, sheet, checksum FROM trace WHERE key = ?")
    for question in questions {
      let mark = question.mark
      let cursor = try Row.fetchCursor(statement, arguments: [Self.key(mark)])
      while let found = try cursor.next() {
        let (row, position): (Int64, Int) = (found[0], found[1])
        let (file, sheet): (Int?, Int64?) = (found[2], found[3])
        guard found[4] == Self.proof(mark, row, position, file, sheet) else { continue }
        let source = try sources[row] ?? importSources(ofRow: row, where: isOwn)
        sources[row] = source
        let id = sheet.map { TextHash(bits: UInt64(bitPattern: $0)).text }
        let files = file.map { source.own.indices.contains($0) ? [source.own[$0]] : [] } ?? source.undone
        for file in files { history.add(question, sheetID: id ?? file.sheetID, of: file) }
      }
    }
  }

  /// The files that an import counts as work on, its own and those of the import that it undid; none if it does not count.
  private func importSources(ofRow row: Int64, where isOwn: (KeptImport) -> Bool) throws -> (
    own: [ReturnedSheet.File], undone: [ReturnedSheet.File]
  ) {
    guard let head = try head(row: row), isOwn(try keptImport(head)) else { return ([], []) }
    return (head.kept.returnedFiles, try filesUndone(by: head, where: isOwn))
  }
}
