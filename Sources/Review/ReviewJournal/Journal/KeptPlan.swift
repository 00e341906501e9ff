import Basics
import NStackAPI
import TranslationReview

/// The contents of an import's own row, as the file stores them.
struct KeptHead: Codable {
  struct File: Codable {
    var path: String
    var absolutePath: String?
    var worksheets: [String]
    var rows: Int
    var sheetID: String?
    var sha256: String
    var authors: [String]?
  }

  var id: String
  var plan: String
  var undoOf: String?
  var startedAt: Double
  var scope: TextHash
  var allowsDelete: Bool
  var files: [File]
  var counts: [String: Int]
  var items: Int
  var changes: Int
  var guidMark: String?
  var foreignFiles: [ReturnedSheet.ForeignFile]?
  /// Whether the import deletes proposals that were chosen without a sheet.
  var isDeletion: Bool?
  var isOfDrafts: Bool?
  var isPart: Bool?
  /// The people who wrote in the files and rows; nil for none.
  var authors: [String]?

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
    scope = record.scope
    allowsDelete = record.allowsDelete
    let paths = record.paths ?? []
    files = record.changeset.files.enumerated().map { index, file in
      File(
        path: file.path, absolutePath: paths.indices.contains(index) ? paths[index] : nil, worksheets: file.worksheets,
        rows: file.rowCount, sheetID: file.sheetID, sha256: file.digest,
        authors: file.authors.isEmpty ? nil : file.authors)
    }
    let people = Set(record.changeset.items.compactMap(\.row.place.author)).union(
      record.changeset.files.flatMap(\.authors))
    authors = people.isEmpty ? nil : people.sorted()
    counts = Dictionary(uniqueKeysWithValues: record.changeset.counts.map { ($0.key.rawValue, $0.value) })
    items = record.changeset.items.count
    changes = record.changeset.changes.count
    guidMark = record.guidMark
    let foreign = record.changeset.foreignFiles
    foreignFiles = foreign.isEmpty ? nil : foreign
  }

  var purpose: SubmissionRecord.Purpose {
    if let undoOf { return .undo(of: undoOf) }
    if isOfDrafts == true { return .drafts }
    return isDeletion == true ? .deletion : .sheets
  }

  var returnedFiles: [ReturnedSheet.File] {
    files.map { kept in
      var file = ReturnedSheet.File(path: kept.absolutePath ?? kept.path, digest: kept.sha256)
      file.worksheets = kept.worksheets
      file.rowCount = kept.rows
      file.sheetID = kept.sheetID
      file.authors = kept.authors ?? []
      return file
    }
  }

  func record(items: [KeptItem], changes: [Changeset.Change], remarks: KeptRemarks) throws -> SubmissionRecord {
    var counts: [Verdict: Int] = [:]
    for (name, count) in self.counts {
      guard let verdict = Verdict(rawValue: name) else { throw KeptUnknown(name: name) }
      counts[verdict] = count
    }
    let returnedFiles = returnedFiles
    let changeset = Changeset(
      items: items.map { $0.item(of: returnedFiles) }, changes: changes, counts: counts, files: returnedFiles,
      diagnostics: remarks.findings.map { finding in
        var finding = finding
        finding.place = finding.place?.among(returnedFiles)
        return finding
      },
      notes: remarks.notes.map { note in
        var note = note
        note.place = note.place.among(returnedFiles)
        return note
      }, foreignFiles: foreignFiles ?? [])
    return SubmissionRecord(
      id: id, identity: PlanIdentity(text: plan), purpose: purpose, startedAt: startedAt, scope: scope,
      guidMark: guidMark, paths: returnedFiles.map(\.path), allowsDelete: allowsDelete, isPart: isPart ?? false,
      changeset: changeset)
  }
}

/// A name that this version does not know.
struct KeptUnknown: Error { let name: String }

/// A row of the plan, as the file stores it, with what a report needs.
struct KeptItem: Codable {
  struct Damage: Codable {
    let column: String
    let found: String
    let header: String?
  }

  var file: String
  var fileIndex: Int
  var worksheet: String?
  var row: Int
  var localeGroup: String?
  var text: TextIdentity
  var currentValue: String
  var proposal: String
  var exportedProposal: String?
  var deletable: Bool?
  var proposalID: Int?
  var action: String
  var note: String
  var base: String?
  var verdict: Verdict
  var reason: Reason
  var notes: [Reason]
  var serverValue: String?
  var serverProposal: Proposal?
  var sourceValue: String?
  /// The text in the default locale, for a sheet that shows no source value.
  var sourceText: String?
  var context: TextContext?
  var placeholders: [String]?
  /// What a program turned the input into; nil for a certain proposal.
  var uncertain: String?
  var isProposalChanged: Bool
  var isProposalUnknown: Bool?
  var isBaseFoundElsewhere: Bool?
  var isSuggestionNoted: Bool?
  /// The name of the exchange format of the row's file; nil for a table.
  var exchange: String?
  /// What marks the translation as unfinished in an exchange format.
  var unfinished: String?
  /// Whether the file says that the translation was approved.
  var isApproved: Bool?
  var signOff: SignOff?
  var author: String?
  /// The cells that are not for editing and were changed; nil for none.
  var damage: [Damage]?
  /// Why the cells are not in their columns; nil if they are.
  var misplacement: String?
  /// What the sheet shows under `Status`.
  var status: String?
  var earlierDecision: EarlierDecision?
  var leftOut: Changeset.Item.LeftOut?

  init(_ item: Changeset.Item) {
    let place = item.row.place
    let cells = item.row.cells
    (file, fileIndex, worksheet, row) = (place.file, place.fileIndex, place.worksheet, place.row)
    (localeGroup, author) = (place.locale, place.author)
    text = cells.text
    (currentValue, proposal, exportedProposal) = (cells.currentValue, cells.proposal, cells.exportedProposal)
    (deletable, proposalID, action, note) = (cells.deletable, cells.proposalID, cells.action, cells.note)
    base = cells.base?.text
    (verdict, reason, notes) = (item.verdict, item.reason, item.notes)
    serverValue = item.serverValue
    serverProposal = item.serverProposal
    sourceValue = cells.sourceValue
    if sourceValue == nil { sourceText = cells.sourceText ?? item.source }
    context = cells.context
    if !cells.placeholders.isEmpty { placeholders = cells.placeholders }
    if case .uncertain(let found) = item.row.proposalForm { uncertain = found }
    isProposalChanged = item.row.isProposalChanged
    isProposalUnknown = item.row.isProposalUnknown ? true : nil
    isBaseFoundElsewhere = item.row.isBaseFoundElsewhere ? true : nil
    isSuggestionNoted = item.row.isSuggestionNoted ? true : nil
    (exchange, unfinished) = (item.row.exchange?.format.name, item.row.exchange?.unfinished)
    if item.row.exchange?.isApproved == true { isApproved = true }
    signOff = item.signOff
    if !item.row.damage.isEmpty {
      damage = item.row.damage.map { Damage(column: "\($0.column)", found: $0.found, header: $0.header) }
    }
    (misplacement, status) = (item.row.misplacement, cells.shownStatus)
    (earlierDecision, leftOut) = (item.earlierDecision, item.leftOut)
  }

  func item(of files: [ReturnedSheet.File]) -> Changeset.Item {
    var cells = ReviewRow(
      text: text, sourceValue: sourceValue, currentValue: currentValue, proposal: proposal, deletable: deletable,
      action: action, note: note, proposalID: proposalID, exportedProposal: exportedProposal,
      base: base.flatMap(RowBase.init(text:)))
    cells.sourceText = sourceText
    cells.context = context
    cells.placeholders = placeholders ?? []
    cells.shownStatus = status
    let place = RowPlace(
      fileIndex: fileIndex, file: file, worksheet: worksheet, row: row, locale: localeGroup, author: author)
    let format = SheetFormat.allCases.first { $0.name == exchange }
    let returned = ReturnedRow(
      place: place.among(files), cells: cells, proposalForm: uncertain.map { .uncertain($0) } ?? .certain,
      damage: (damage ?? []).compactMap { kept in
        ReviewColumn.allCases.first { "\($0)" == kept.column }.map {
          ReturnedRow.Damage(column: $0, found: kept.found, header: kept.header)
        }
      }, isProposalChanged: isProposalChanged, isProposalUnknown: isProposalUnknown ?? false,
      misplacement: misplacement,
      exchange: format.map {
        ReturnedRow.Exchange(format: $0, unfinished: unfinished, isApproved: isApproved ?? false)
      }, isSuggestionNoted: isSuggestionNoted ?? false, isBaseFoundElsewhere: isBaseFoundElsewhere ?? false)
    var item = Changeset.Item(
      row: returned, verdict: verdict, reason: reason, notes: notes, serverValue: serverValue,
      serverProposal: serverProposal, signOff: signOff)
    item.leftOut = leftOut
    item.withheld = earlierDecision.map { ($0, verdict) }
    return item
  }
}

/// The notes and findings of a plan, as the file stores them after the last row.
struct KeptRemarks: Codable {
  let notes: [ReturnedSheet.Note]
  let findings: [Diagnostic]
}

extension RowPlace {
  /// The place with the path that its file has among those of the import.
  func among(_ files: [ReturnedSheet.File]) -> RowPlace {
    var place = self
    if files.indices.contains(fileIndex) { place.file = files[fileIndex].path }
    // A draft that was made on the page has no file.
    if place.file.isEmpty { place.file = RowPlace.reviewPage }
    return place
  }
}
