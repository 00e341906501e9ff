import NStackAPI
import TranslationReview

/// The contents of an import's own row, as the file stores them.
struct KeptHead: Codable {
  struct File: Codable {
    var path: String
    /// The absolute path; journals of earlier versions do not have it.
    var absolutePath: String?
    var worksheets: [String]
    var rows: Int
    var sheetID: String?
    var sha256: String
  }

  /// A file that is not a review sheet.
  struct Foreign: Codable {
    var path: String
    var message: String
  }

  var id: String
  var plan: String
  var undoOf: String?
  var startedAt: Double
  var scope: UInt64
  var allowsDelete: Bool
  var files: [File]
  var counts: [String: Int]
  var items: Int
  var changes: Int
  /// A hash of the guid that proposes; journals of earlier versions do not have it.
  var guidMark: String?
  /// Whether notes and findings come after the rows; journals of earlier versions do not keep them.
  var hasRemarks: Bool?
  /// The files that were left out; nil for none, as in journals of earlier versions.
  var foreignFiles: [Foreign]?
  /// Whether the import deletes proposals that were chosen without a sheet; nil for no, as in journals of earlier
  /// versions.
  var isDeletion: Bool?
  /// Whether the import sends the drafts of a review page; nil for no, as in journals of earlier versions.
  var isOfDrafts: Bool?
  /// Whether only a chosen part of another import is undone; nil for no, as in journals of earlier versions.
  var isPart: Bool?

  init(_ record: SubmissionRecord) {
    id = record.id
    plan = record.identity.text
    switch record.purpose {
    case .sheets: break
    case .undo(let other):
      undoOf = other
      if record.isPart { isPart = true }
    case .deletion: isDeletion = true
    case .drafts: isOfDrafts = true
    }
    startedAt = record.startedAt
    scope = record.scope.bits
    allowsDelete = record.allowsDelete
    let paths = record.paths ?? []
    files = record.changeset.files.enumerated().map { index, file in
      File(
        path: file.path, absolutePath: paths.indices.contains(index) ? paths[index] : nil, worksheets: file.worksheets,
        rows: file.rowCount, sheetID: file.sheetID, sha256: file.digest)
    }
    counts = Dictionary(uniqueKeysWithValues: record.changeset.counts.map { ($0.key.rawValue, $0.value) })
    items = record.changeset.items.count
    changes = record.changeset.changes.count
    guidMark = record.guidMark
    hasRemarks = true
    let foreign = record.changeset.foreignFiles
    foreignFiles = foreign.isEmpty ? nil : foreign.map { Foreign(path: $0.path, message: $0.message) }
  }

  var purpose: SubmissionRecord.Purpose {
    if let undoOf { return .undo(of: undoOf) }
    if isOfDrafts == true { return .drafts }
    return isDeletion == true ? .deletion : .sheets
  }

  var scopeHash: TextHash { TextHash(bits: scope) }

  var returnedFiles: [ReturnedSheet.File] {
    files.map { kept in
      var file = ReturnedSheet.File(path: kept.absolutePath ?? kept.path, digest: kept.sha256)
      file.worksheets = kept.worksheets
      file.rowCount = kept.rows
      file.sheetID = kept.sheetID
      return file
    }
  }

  var leftOutFiles: [ReturnedSheet.ForeignFile] {
    (foreignFiles ?? []).map { ReturnedSheet.ForeignFile(path: $0.path, message: $0.message) }
  }

  func record(items: [KeptItem], changes: [KeptChange], remarks: KeptRemarks?) throws -> SubmissionRecord {
    var counts: [Verdict: Int] = [:]
    for (name, count) in self.counts {
      guard let verdict = Verdict(rawValue: name) else { throw KeptUnknown(name: name) }
      counts[verdict] = count
    }
    let returnedFiles = returnedFiles
    let changeset = Changeset(
      restoring: try items.map { try $0.item(of: returnedFiles) }, changes: changes.map(\.change), counts: counts,
      files: returnedFiles, diagnostics: try remarks?.diagnostics(of: returnedFiles) ?? [],
      notes: remarks?.notes(of: returnedFiles) ?? [],
      foreignFiles: leftOutFiles)
    return SubmissionRecord(
      id: id, identity: PlanIdentity(text: plan), purpose: purpose,
      startedAt: startedAt, scope: scopeHash, guidMark: guidMark,
      paths: returnedFiles.map(\.path), allowsDelete: allowsDelete, isPart: isPart ?? false, changeset: changeset)
  }
}

/// A name that this version does not know.
struct KeptUnknown: Error {
  let name: String
}

/// A change, as the file stores it.
struct KeptChange: Codable {
  var text: TextIdentity
  var value: String
  /// The proposal to delete; nil for one to post.
  var deletes: Int?
  var items: [Int]
  var pending: [Proposal]?

  init(_ change: Changeset.Change) {
    text = change.text
    switch change.operation {
    case .propose(let value): self.value = value
    case .delete(let id, let value):
      self.value = value
      deletes = id
    }
    items = change.items
    pending = change.pending
  }

  var change: Changeset.Change {
    Changeset.Change(
      text: text, operation: deletes.map { .delete(proposalID: $0, value: value) } ?? .propose(value: value),
      items: items, pending: pending)
  }
}
