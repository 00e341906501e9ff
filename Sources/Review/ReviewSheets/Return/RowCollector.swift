import Basics
import NStackAPI
import Spreadsheet

/// Collects the rows of returned files into one sheet. Unedited rows are counted, all others are kept.
struct RowCollector {
  /// The number of rows in all files that may have an edit, a note or a pending proposal. Each of them is kept in
  /// memory.
  static let keptRows = 100_000
  /// One more row may be kept for this many bytes of input. A text that a person wrote takes more, even compressed.
  static let bytesPerKeptRow = 20
  /// The bytes of text that may be kept for each byte of the files, even above the limit, so that a small file whose
  /// cells all refer to one long text cannot fill the memory. Real text does not compress better than this, even if a
  /// row keeps it four times.
  private static let textPerFileByte = 16
  /// The smallest number of rows in a wrong encoding for which the file as a whole is refused.
  private static let mojibakeRows = 3

  var sheet = ReturnedSheet()
  /// The total size of the files so far, in bytes.
  var fileSize = 0
  var hasBase = false
  private let textLimit: Int
  private var keptCount = 0
  private var keptText = 0
  private var unchangedScopes = RunningCounts<TextHash?>()
  private var unchangedKeys = RunningCounts<UInt64>()
  /// Rows whose cells do not match their base, kept until all rows are read.
  private var mismatches: [ReturnedRow] = []
  /// The rows of the current file whose exported texts came back as ``Mojibake``.
  private var mojibake: [RowPlace] = []
  private var hiddenWorksheets: [(path: String, index: Int, name: String, isVeryHidden: Bool)] = []
  /// Rows that still need a decision, by the file's index.
  private var undecided: [Int: [ReturnedRow]] = [:]
  /// Rows whose only change is that their proposal was struck out.
  private var struckRows: [RowPlace] = []

  init(_ limits: SpreadsheetLimits) { textLimit = limits.keptText }

  private var file: ReturnedSheet.File {
    get { sheet.files[sheet.files.count - 1] }
    _modify { yield &sheet.files[sheet.files.count - 1] }
  }

  // MARK: - Files

  mutating func begin(_ path: String, size: Int) {
    sheet.files.append(ReturnedSheet.File(path: path, digest: ""))
    fileSize += size
    mojibake = []
  }

  /// Records a file that is left out.
  mutating func leaveOut(_ path: String, _ error: SpreadsheetError) {
    var error = error
    error.place.file = nil
    let foreign = ReturnedSheet.ForeignFile(path: path, message: error.description)
    sheet.foreignFiles.append(foreign)
    sheet.diagnostics.append(foreign.diagnostic)
  }

  /// Records a hidden worksheet that was read. Its edits count, but the person who sends the sheet may not know about
  /// them.
  mutating func note(_ visibility: Worksheet.Visibility, ofWorksheet name: String) {
    guard visibility != .visible else { return }
    hiddenWorksheets.append((file.path, sheet.files.count - 1, name, visibility == .veryHidden))
  }

  /// Refuses the current file if a program wrote it in a wrong encoding.
  func refuseMojibake() throws(SpreadsheetError) {
    guard mojibake.count >= Self.mojibakeRows, let first = mojibake.first else { return }
    throw SpreadsheetError(
      .sheetWrongEncoding,
      "a program read the UTF-8 of the file as Windows-1252 and wrote what it saw, as in \u{201C}Ã©\u{201D} for "
        + "\u{201C}é\u{201D}; \(mojibake.count) rows came back in this way.",
      hint:
        "Start from the file as it was before, and open it as UTF-8. If you import with --encoding, leave that out.",
      place: SpreadsheetError.Place(first))
  }

  // MARK: - Rows

  /// Adds what a classifier found. A row whose apostrophe is uncertain is only counted: the caller adds it again with
  /// ``admit(_:)`` once all rows are read.
  mutating func add(_ finding: RowClassifier.Finding) throws(SpreadsheetError) {
    switch finding {
    case .blank: return
    case .untouched(let base, let key):
      file.rowCount += 1
      if let base { remember(base, base.identity) }
      countUnchanged(scope: base?.scope, key: key)
    case .returned(let row, let isUncertain):
      try countText(of: row)
      keptCount += 1
      file.rowCount += 1
      if row.isBaseElsewhere { hasBase = true }
      if row.isMojibake { mojibake.append(row.place) }
      if let base = row.base { remember(base, row.identity) }
      if !isUncertain { admit(row) }
    }
    guard keptCount > max(Self.keptRows, fileSize / Self.bytesPerKeptRow) else { return }
    throw SpreadsheetError(
      .limitEdits, "more than \(keptCount - 1) rows have an edit, a note or a pending proposal.",
      hint: "Split the sheet and import its parts one after the other.", place: SpreadsheetError.Place(file: file.path))
  }

  mutating func add(_ notes: [ReturnedSheet.Note]) throws(SpreadsheetError) {
    for note in notes { try countText([note.note, note.text.section, note.text.key, note.text.locale]) }
    sheet.notes += notes
  }

  /// Keeps a row that was counted before.
  mutating func admit(_ row: ReturnedRow) {
    let note = ReviewColumn.trimmed(row.note)
    if !note.isEmpty {
      let errors = NotedErrors(note)
      sheet.notes.append(ReturnedSheet.Note(of: row, errors))
      if !errors.remarks.isEmpty {
        sheet.diagnostics.append(
          Diagnostic(
            code: .rowErrorInNote, severity: .warning, place: row.place, column: ReviewColumn.note.header,
            message: errors.remarks.joined(separator: " ")))
      }
      if row.action.isEmpty, let action = ReviewAction(word: note), [.delete, .reject].contains(action) {
        sheet.diagnostics.append(
          Diagnostic(
            code: .rowActionInNote, severity: .warning, place: row.place, column: ReviewColumn.note.header,
            message: "The note is the word \"\(Visible.text(note))\", which has no effect in a note. "
              + "To \(action.rawValue) the proposal, write it under Action."))
      }
    }
    // A sort cannot separate a unit of an exchange format from its metadata.
    if row.misplacement == nil, !row.isExchanged, row.base != nil, row.damage.contains(where: { $0.column == .key }) {
      mismatches.append(row)
    } else {
      keepOrCount(row)
    }
  }

  private mutating func countText(of row: ReturnedRow) throws(SpreadsheetError) {
    // A note is kept twice: for its row and for the next export.
    try countText(
      [
        row.text.section, row.text.key, row.text.locale, row.sourceValue ?? "", row.currentValue, row.proposal,
        row.exportedProposal ?? "", row.action, row.context?.description ?? "", row.context?.screenshot ?? "", row.note,
        row.note,
      ] + (row.damage + row.own).map(\.found))
  }

  private mutating func countText(_ texts: [String]) throws(SpreadsheetError) {
    keptText += texts.reduce(0) { $0 + $1.utf8.count }
    let most = max(textLimit, fileSize.multipliedReportingOverflow(by: Self.textPerFileByte).partialValue)
    guard keptText > most else { return }
    throw SpreadsheetError(
      .limitKeptText, "the texts of rows with an edit, a note or damage take more than \(most) bytes.",
      hint: "Split the sheet and import its parts one after the other, or raise the limit `keptText`.",
      place: SpreadsheetError.Place(file: file.path))
  }

  /// Keeps the id of the sheet, and the pending proposals that the export showed; the rules for other rows of the text
  /// need them.
  private mutating func remember(_ base: RowBase, _ identity: TextHash) {
    hasBase = true
    file.mark(base, identity)
    // CSV files have no properties, so the bases give the sheet's id.
    if let id = base.sheetID, file.sheetID == nil { file.sheetID = id.text }
    guard let id = base.proposalID else { return }
    keptCount += 1
    let text = ReturnedSheet.ExportedText(file: sheet.files.count - 1, identity: base.identity)
    sheet.exportedProposals[text, default: [:]][id] = base.proposal
  }

  private mutating func countUnchanged(scope: TextHash?, key: UInt64) {
    unchangedScopes.add(scope)
    unchangedKeys.add(key)
  }

  /// Keeps a row that needs a decision, and counts any other.
  private mutating func keepOrCount(_ row: ReturnedRow) {
    if let base = row.base {
      for damage in row.damage where damage.header == nil {
        guard let value = base.value(of: damage.column), value != .empty, value != .tooLong else { continue }
        sheet.displacedValues[row.place.fileIndex, default: []].insert(value)
      }
    }
    if row.isUndecided { undecided[row.place.fileIndex, default: []].append(row) }
    // It is not known yet whether a program or a person changed a guarded cell.
    if row.isEdited || !row.damage.isEmpty {
      sheet.rows.append(row)
    } else {
      countUnchanged(scope: row.base?.scope, key: row.keyBits)
      if row.isProposalStruck { struckRows.append(row.place) }
    }
  }

  // MARK: - All files

  mutating func finish() -> ReturnedSheet {
    matchMismatches()
    sheet.diagnostics += hiddenWorksheetWarnings
    if let first = struckRows.first {
      let what =
        struckRows.count == 1
        ? "The proposal is struck out but otherwise unchanged"
        : "The proposals of this row and \(Counted.text(struckRows.count - 1, "other row")) are struck out but otherwise "
          + "unchanged"
      sheet.diagnostics.append(
        Diagnostic(
          code: .sheetStruckOut, severity: .warning, place: first, column: ReviewColumn.proposal.header,
          message: what + ", so nothing is sent. Write \"delete\" under Action to withdraw a proposal."))
    }
    sheet.undecidedCount = undecided.values.reduce(0) { $0 + $1.count }
    sheet.diagnostics += undecidedWarnings
    sheet.unchangedCounts = unchangedScopes.counts
    sheet.unchangedKeys = unchangedKeys.counts
    // Only rows that were matched at the end are out of order; usually there are none.
    if zip(sheet.rows, sheet.rows.dropFirst()).contains(where: { $1.place < $0.place }) {
      sheet.rows.sort { $0.place < $1.place }
    }
    return sheet
  }

  /// A warning about the rows of each file that still need a decision.
  private var undecidedWarnings: [Diagnostic] {
    undecided.sorted { $0.key < $1.key }.map { _, rows in
      Diagnostic(
        code: .rowUndecided, severity: .warning, place: rows.map(\.place).min(),
        message: "\(Counted.text(rows.count, "row")) still to fix: an earlier import did not do what was asked for "
          + "there. "
          + (rows[0].isExchanged
            ? "Approve the translation to propose it, correct it, or empty it to propose nothing."
            : "Under Action write accept to propose the text that is shown, delete to withdraw the proposal, ok to sign "
              + "the text off, or skip to do nothing; or write another text under Proposal."))
    }
  }

  private var hiddenWorksheetWarnings: [Diagnostic] {
    if hiddenWorksheets.isEmpty { return [] }
    var counts: [Int: [String: Int]] = [:]
    for row in sheet.rows where row.isEdited {
      if let name = row.place.worksheet { counts[row.place.fileIndex, default: [:]][name, default: 0] += 1 }
    }
    return hiddenWorksheets.compactMap { path, index, name, isVeryHidden in
      guard let count = counts[index]?[name] else { return nil }
      return Diagnostic(
        code: .sheetHiddenWorksheet, severity: .warning,
        message: "\(Visible.text(path, limit: 1_000)): the worksheet \"\(Visible.text(name))\" is hidden"
          + (isVeryHidden ? " (only a macro can show it)" : "")
          + " and has \(Counted.text(count, "edited row")). Its edits count like all others.")
    }
  }

  /// Gives rows that a sort separated from their hidden columns the base of their own text.
  private mutating func matchMismatches() {
    struct Shown: Hashable {
      let text: TextHash
      let proposal: TextHash
    }
    // The rows by their bases' identities, in reverse order.
    var bases: [Shown: [Int]] = [:]
    for (index, row) in mismatches.enumerated().reversed() {
      guard let base = row.base else { continue }
      bases[Shown(text: base.identity, proposal: base.shownProposal), default: []].append(index)
    }
    // If a text has several pending proposals, a row gets the base of the proposal that it still shows. The other rows
    // get the remaining bases, if there is only one way to assign them.
    var waiting: [ReturnedRow] = []
    for row in mismatches {
      if let found = bases[Shown(text: row.identity, proposal: TextHash(row.proposal))]?.popLast() {
        keepOrCount(row.given(hiddenCellsOf: mismatches[found]))
      } else {
        waiting.append(row)
      }
    }
    var matched = mismatches.count - waiting.count
    var rest = Dictionary(grouping: bases.values.joined().sorted(by: >)) { mismatches[$0].base?.identity }
    let rivals = Dictionary(grouping: waiting, by: \.identity)
    for row in waiting {
      let count = rest[row.identity]?.count ?? 0
      guard let found = rest[row.identity]?.popLast() else {
        keepOrCount(row)
        continue
      }
      matched += 1
      var given = row.given(hiddenCellsOf: mismatches[found])
      if count > 1 || (rivals[row.identity]?.count ?? 0) > 1 {
        given.damage.append(ReturnedRow.Damage(column: .base, found: "the base of one of several proposals"))
      }
      keepOrCount(given)
    }
    guard matched > 0 else { return }
    sheet.diagnostics.append(
      Diagnostic(
        code: .sheetHiddenColumnsLeftBehind, severity: .warning,
        message:
          "In \(Counted.text(matched, "row")) the hidden columns belong to other rows, as after a sort that left them "
          + "behind. Each row was matched with its own hidden columns by section, key and locale."))
  }
}

/// Counts how often each of several values occurs. Values in runs, or in the same order each time, need hardly any
/// look-ups.
struct RunningCounts<Value: Hashable> {
  private var entries: [(value: Value, count: Int)] = []
  private var indices: [Value: Int] = [:]
  /// The index of the most recent value.
  private var last = 0

  var counts: [Value: Int] { Dictionary(uniqueKeysWithValues: entries.map { ($0.value, $0.count) }) }

  mutating func add(_ value: Value) {
    if last < entries.count, entries[last].value != value {
      last = last + 1 < entries.count ? last + 1 : 0
      if entries[last].value != value { last = indices[value] ?? entries.count }
    }
    if last == entries.count {
      indices[value] = last
      entries.append((value, 0))
    }
    entries[last].count += 1
  }
}
