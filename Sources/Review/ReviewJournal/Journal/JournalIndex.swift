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
    let traces = OwnHistory.traces(of: record.changeset, entries, isUndo: isUndo) + (try tracesTakenBack(by: record))
    let statement = try database.cachedStatement(
      sql: "INSERT INTO trace (key, import, place, file, sheet, proof) VALUES (?, ?, ?, ?, ?, ?)")
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
    return JournalBlock.proof("trace \(row) \(position)", Data(text.utf8)).prefix(8)
  }

  /// Adds the answers of finished imports to a history.
  func add(_ questions: Set<OwnHistory.Question>, to history: inout OwnHistory, where isOwn: (KeptImport) -> Bool)
    throws
  {
    guard try Row.fetchOne(database, sql: "SELECT 1 FROM trace LIMIT 1") != nil else { return }
    var sources: [Int64: (own: [ReturnedSheet.File], undone: [ReturnedSheet.File])] = [:]
    for question in questions {
      for (row, file, sheet) in try traces(question.mark) {
        let source = try sources[row] ?? importSources(ofRow: row, where: isOwn)
        sources[row] = source
        let id = sheet.map { TextHash(bits: UInt64(bitPattern: $0)).text }
        let files = file.map { source.own.indices.contains($0) ? [source.own[$0]] : [] } ?? source.undone
        for file in files { history.add(question, sheetID: id ?? file.sheetID, of: file) }
      }
    }
  }

  private func traces(_ mark: String) throws -> [(import: Int64, file: Int?, sheet: Int64?)] {
    let statement = try database.cachedStatement(
      sql: "SELECT import, place, file, sheet, proof FROM trace WHERE key = ?")
    var traces: [(import: Int64, file: Int?, sheet: Int64?)] = []
    let cursor = try Row.fetchCursor(statement, arguments: [Self.key(mark)])
    while let found = try cursor.next() {
      let (row, position): (Int64, Int) = (found[0], found[1])
      let (file, sheet): (Int?, Int64?) = (found[2], found[3])
      if found[4] == Self.proof(mark, row, position, file, sheet) { traces.append((row, file, sheet)) }
    }
    return traces
  }

  // MARK: - What was taken back

  /// What rows of sheets asked for that an undo took back; none for another import.
  private func tracesTakenBack(by record: SubmissionRecord) throws -> [OwnHistory.Trace] {
    guard case .undo(let other) = record.purpose, let undone = try head(id: other).map(self.record)?.record else {
      return []
    }
    if case .undo = undone.purpose { return [] }
    let rows = OwnHistory.rowsTakenBack(by: record.changeset, of: undone.changeset)
    let traces = rows.map { OwnHistory.Trace(mark: $0.requestMark, file: $0.place.fileIndex, sheetID: $0.exportMark) }
    return traces + (traces.isEmpty ? [] : [OwnHistory.Trace(mark: Self.anyTakenBack, file: nil)])
  }

  /// The mark of every undo that took something back. Without one, no row is looked up.
  private static let anyTakenBack = PlanIdentity(parts: ["taken back"]).text

  /// When undos took back what rows ask for, in seconds since 1970, by the place of the row.
  ///
  /// A row of an export is recognised in any file, any other one in its own. What was sent again later does not count.
  func timesTakenBack(of rows: [ReturnedRow], in files: [ReturnedSheet.File], where isOwn: (KeptImport) -> Bool) throws
    -> [Int: Double]
  {
    var unfinished: [String: [(import: Int64, file: Int?, sheet: Int64?)]] = [:]
    for head in try heads() where !head.isOver {
      for trace in try tracesTakenBack(by: try record(head).record) {
        let sheet = trace.sheetID.map { Int64(bitPattern: $0.bits) }
        unfinished[trace.mark, default: []].append((head.row, trace.file, sheet))
      }
    }
    if unfinished.isEmpty, try traces(Self.anyTakenBack).isEmpty { return [:] }
    let history = OwnHistory(resolvingPathsBy: AbsolutePath.of)
    var undos: [Int64: (startedAt: Double, files: [ReturnedSheet.File])?] = [:]
    return try rows.enumerated().reduce(into: [:]) { times, entry in
      let (index, row) = entry
      let mark = row.requestMark
      let export = row.exportMark.map { Int64(bitPattern: $0.bits) }
      for trace in try traces(mark) + (unfinished[mark] ?? []) {
        let known = try undos[trace.import] ?? undo(ofRow: trace.import, where: isOwn)
        undos[trace.import] = .some(known)
        guard let known else { continue }
        if export == nil || export != trace.sheet {
          guard let file = trace.file, known.files.indices.contains(file), files.indices.contains(row.place.fileIndex),
            history.isSameWork(known.files[file], files[row.place.fileIndex])
          else { continue }
        }
        let sent = try OwnHistory.sendings(of: row).flatMap { try traces($0.mark) }
        if !sent.contains(where: { $0.import > trace.import }) {
          times[index] = max(times[index] ?? 0, known.startedAt)
        }
      }
    }
  }

  /// The start of an undo, and the files of what it undid; nil if it does not count.
  private func undo(ofRow row: Int64, where isOwn: (KeptImport) -> Bool) throws -> (
    startedAt: Double, files: [ReturnedSheet.File]
  )? {
    guard let kept = try head(row: row).map(keptImport), isOwn(kept) else { return nil }
    return (kept.startedAt, try filesUndone(by: kept, where: isOwn) ?? [])
  }

  /// The files that an import counts as work on, its own and those of the import that it undid; none if it does not count.
  private func importSources(ofRow row: Int64, where isOwn: (KeptImport) -> Bool) throws -> (
    own: [ReturnedSheet.File], undone: [ReturnedSheet.File]
  ) {
    guard let kept = try head(row: row).map(keptImport), isOwn(kept) else { return ([], []) }
    return (kept.files, try filesUndone(by: kept, where: isOwn) ?? [])
  }
}
