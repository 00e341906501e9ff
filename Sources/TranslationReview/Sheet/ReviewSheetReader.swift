import Basics
import NStackAPI
public import Spreadsheet

/// Reads returned files into one ``ReturnedSheet``.
public struct ReviewSheetReader {
  /// The number of rows in all files that may have an edit, a note or a pending proposal. Each of them is kept in
  /// memory.
  static let keptRows = 100_000
  /// The bytes of input that allow one more kept row. A text that a person wrote takes more, even compressed.
  static let bytesPerKeptRow = 20

  private let csv: CSVReadingOptions
  private let limits: SpreadsheetLimits
  private let formats: [SheetFormat]
  private var sheet = ReturnedSheet()
  private var fileSize = 0
  private var keptCount = 0
  /// Whether a row of the current table contains a base.
  private var hasBase = false
  private var unchangedScopes = RunningCounts<TextHash?>()
  private var unchangedKeys = RunningCounts<UInt64>()
  /// Rows whose cells and base do not belong together, kept until all rows are read.
  private var misfits: [ReturnedRow] = []
  private var keptTexts: KeptTexts
  private var hiddenWorksheets = HiddenWorksheets()
  private var struckRows = StruckRows()
  /// The rows of the current file whose exported texts came back as ``Mojibake``.
  private var mojibake: [RowPlace] = []

  /// Reads files. If another program writes to one of them meanwhile, reads all of them once more.
  ///
  /// - Parameters:
  ///   - paths: The files, in the order in which reports name them.
  ///   - csv: How to read CSV files; a review sheet is always read strictly.
  ///   - limits: The limits for what a file may contain.
  ///   - leavesOutForeignFiles: Whether to leave out files without the header of a review sheet and to name them in
  ///     ``ReturnedSheet/foreignFiles``, if at least one file is a review sheet.
  /// - Throws: `SpreadsheetError` for a file that cannot be read or is not a review sheet (`sheet.no-header`,
  ///   `sheet.missing-column`, `sheet.repeated-column`), or that changed during both readings (`file.changed`).
  public static func read(
    _ paths: [String], csv: CSVReadingOptions = CSVReadingOptions(), limits: SpreadsheetLimits = SpreadsheetLimits(),
    leavesOutForeignFiles: Bool = false
  ) throws -> ReturnedSheet {
    try read(
      paths, csv: csv, limits: limits, leavesOutForeignFiles: leavesOutForeignFiles, afterRows: { _ in })
  }

  /// The errors of files that are no review sheets. They come before any row. A sheet that is only damaged is never left out.
  private static let foreignCodes: Set<SpreadsheetError.Code> = [
    .sheetNoHeader, .fileEmpty, .fileUnsupportedFormat, .xlsxNotAWorkbook, .csvBinary,
  ]

  /// Reads files, and calls `afterRows` after the rows of each file, before checking whether the file changed.
  static func read(
    _ paths: [String], csv: CSVReadingOptions, limits: SpreadsheetLimits, leavesOutForeignFiles: Bool = false,
    formats: [SheetFormat] = SheetFormat.allCases, afterRows: (_ path: String) -> Void
  ) throws -> ReturnedSheet {
    try FileVersion.retryingOnce {
      var reader = ReviewSheetReader(csv: csv, limits: limits, formats: formats)
      var foreign: SpreadsheetError?
      for path in paths {
        let index = reader.sheet.files.count
        let file = try InputFile(path: path)
        reader.fileSize += file.size
        let digest = DigestAhead(of: file)
        reader.sheet.files.append(ReturnedSheet.File(path: path, digest: ""))
        do {
          reader.mojibake = []
          try reader.readFile(path, index: index)
          try reader.refuseMojibake(path)
        } catch {
          // If the file cannot be read at all, report that error, whatever was found in its rows.
          _ = try digest.value()
          guard leavesOutForeignFiles, let error = error as? SpreadsheetError, foreignCodes.contains(error.code)
          else { throw error }
          foreign = foreign ?? error
          reader.leaveOutLastFile(error)
          reader.fileSize -= file.size
          if FileVersion(path: path) != file.version { throw SpreadsheetError.changed(path) }
          continue
        }
        reader.sheet.files[index].digest = try digest.value()
        afterRows(path)
        // Digest and rows must come from the same file. A program that saves a file may put another one in its place.
        if FileVersion(path: path) != file.version { throw SpreadsheetError.changed(path) }
      }
      if reader.sheet.files.isEmpty, let foreign { throw foreign }
      reader.placeMisfits()
      reader.sheet.diagnostics += reader.hiddenWorksheets.diagnostics(for: reader.sheet.rows.filter(\.isEdited))
      if let struck = reader.struckRows.diagnostic { reader.sheet.diagnostics.append(struck) }
      reader.sheet.unchangedCounts = reader.unchangedScopes.counts
      reader.sheet.unchangedKeys = reader.unchangedKeys.counts
      // Only rows that were placed at the end are out of order, and usually there are none.
      let rows = reader.sheet.rows
      if zip(rows, rows.dropFirst()).contains(where: { $1.place < $0.place }) {
        reader.sheet.rows.sort { $0.place < $1.place }
      }
      return reader.sheet
    }
  }

  private init(csv: CSVReadingOptions, limits: SpreadsheetLimits, formats: [SheetFormat] = SheetFormat.allCases) {
    var csv = csv
    csv.isLenient = false
    csv.unescapesFormulas = false
    self.csv = csv
    self.limits = limits
    self.formats = formats
    keptTexts = KeptTexts(limits)
  }

  // MARK: - Files

  private mutating func readFile(_ path: String, index: Int) throws {
    if let lock = SpreadsheetDocument.lockFile(beside: path) {
      sheet.diagnostics.append(
        Diagnostic(
          code: .fileOpenElsewhere, severity: .warning,
          message:
            "\(Visible.path(path)) is open in a program (\(Visible.path(lock)) is beside "
            + "it), so changes that are not saved yet are missing."))
    }
    if let format = SheetFormat.exchange(ofFileNamed: path, among: formats) {
      return try readRows(of: path, index: index, format)
    }
    let tables = try ReturnedTable.tables(ofFileAt: path, index: index, csv: csv, limits: limits)
    sheet.files[index].sheetID = tables.lazy.compactMap(\.sheetID).first
    var attempts: [HeaderSearch] = []
    for table in tables {
      // Merged cells come after the rows. Only a table that has some is read again.
      let before = table.isDelimited ? nil : self
      var search = try readTable(table, of: path, index: index)
      if let before, let columns = search.columns, let merged = MergedCells(table.mergedRanges(), of: columns) {
        self = before
        search = try readTable(table, of: path, index: index, merged: merged)
        sheet.diagnostics.append(merged.diagnostic { table.place(ofRow: $0) })
      }
      attempts.append(search)
    }
    sheet.files[index].addLostTables(tables.first?.exportedRowCounts)
    if sheet.files[index].rowCount == 0, attempts.contains(where: { $0.columns != nil }) {
      sheet.diagnostics.append(
        Diagnostic(
          code: .sheetNoRows, severity: .warning,
          message: "\(Visible.text(path, limit: 1_000)) has the header of a review sheet but no rows."))
    }
    if !attempts.contains(where: { $0.columns != nil }) {
      throw HeaderSearch.error(for: attempts, file: path)
    }
  }

  /// Reads one table of a file.
  ///
  /// - Parameter merged: The merged cells that hide others; nil if they are not known yet.
  private mutating func readTable(
    _ table: ReturnedTable, of path: String, index: Int, merged: MergedCells? = nil
  ) throws -> HeaderSearch {
    let rowCount = sheet.files[index].rowCount
    let evidence = GuardEvidence()
    var classifiers: RowClassifiers?
    hasBase = false
    // Comments that cannot be read end the import only if their table is read.
    let comments = Result { () throws(SpreadsheetError) in try table.comments() }
    var rowComments: RowComments?
    let search = try table.read(
      header: { columns in
        classifiers = RowClassifiers(columns, table: table, evidence: evidence, merged: merged)
        if let found = try? comments.get(), !found.isEmpty { rowComments = RowComments(found, columns: columns) }
      },
      row: { row in
        try classifiers?.find(in: row) { finding in
          try take(finding, evidence, of: path)
        }
        guard rowComments != nil else { return }
        let notes = rowComments?.take(row) { table.place(ofRow: row.index, locale: $0) } ?? []
        try keptTexts.take(notes, file: path, fileSize: fileSize)
        sheet.notes += notes
      })
    try search.refuseUnreadable(file: path)
    if let columns = search.columns {
      let place = table.place(ofRow: columns.headerRow)
      try columns.refuseLostAction(at: place)
      for row in evidence.settled(isPlain: table.keepsApostrophes) { admit(row) }
      sheet.guardWitnesses[index, default: []] += evidence.witnesses
      let count = sheet.files[index].rowCount - rowCount
      // A to-fix sheet may contain only rows of texts that the server never had, which have no base.
      if count > 0, !hasBase, columns.groups.contains(where: { $0[.base] >= 0 && $0[.problem] < 0 }) {
        throw lostBases(count, place)
      }
      sheet.diagnostics += columns.warnings(at: place)
      if let name = table.name { sheet.files[index].worksheets.append(name) }
      sheet.files[index].tables.append(
        ReturnedSheet.Table(
          name: table.name, rowCount: count, exportedRowCount: table.name.flatMap { table.exportedRowCounts[$0] }))
      hiddenWorksheets.take(table.name, table.visibility, fileIndex: index, file: path)
      _ = try comments.get()
      if let left = rowComments?.diagnostic(place: { table.place(ofRow: $0) }) { sheet.diagnostics.append(left) }
    }
    return search
  }

  /// Reads a file of an exchange format.
  private mutating func readRows(of path: String, index: Int, _ format: any ExchangeCoding) throws {
    let evidence = GuardEvidence()
    let file = try format.read(path, limits: limits) { row in
      let place = RowPlace(fileIndex: index, file: path, worksheet: nil, row: row.number)
      try take(RowClassifier.finding(of: row, at: place, in: SheetFormat(format)), evidence, of: path)
    }
    sheet.files[index].sheetID = file.sheetID ?? sheet.files[index].sheetID
    sheet.files[index].exportedRowCount = file.exportedRowCount
    let count = sheet.files[index].rowCount
    sheet.files[index].tables.append(ReturnedSheet.Table(name: nil, rowCount: count, exportedRowCount: nil))
  }

  /// Removes the last file, which is not a review sheet.
  private mutating func leaveOutLastFile(_ error: SpreadsheetError) {
    let path = sheet.files.removeLast().path
    let message = error.hint.map { "\(error.message) \($0)" } ?? error.message
    let foreign = ReturnedSheet.ForeignFile(path: path, message: message)
    sheet.foreignFiles.append(foreign)
    sheet.diagnostics.append(foreign.diagnostic)
  }

  /// Whether a file may be a review sheet, by its first rows. Only then are all rows worth reading.
  package static func mayBeReviewSheet(_ path: String, csv: CSVReadingOptions) throws -> Bool {
    let reader = ReviewSheetReader(csv: csv, limits: SpreadsheetLimits())
    if SheetFormat.exchange(ofFileNamed: path, among: reader.formats) != nil { return true }
    let tables = try ReturnedTable.tables(ofFileAt: path, index: 0, csv: reader.csv, limits: reader.limits)
    return try tables.contains { try $0.mayBeReviewSheet() }
  }

  /// Reads only the bases of an exported sheet, row by row.
  static func readBases(_ path: String, csv: CSVReadingOptions, _ body: (RowBase) -> Void) throws {
    let reader = ReviewSheetReader(csv: csv, limits: SpreadsheetLimits())
    if let format = SheetFormat.exchange(ofFileNamed: path, among: reader.formats) {
      _ = try format.read(path, limits: reader.limits) { row in row.cells.base.map(body) }
      return
    }
    let tables = try ReturnedTable.tables(ofFileAt: path, index: 0, csv: reader.csv, limits: reader.limits)
    var attempts: [HeaderSearch] = []
    for table in tables {
      var places: [Int] = []
      attempts.append(
        try table.read(
          header: { columns in places = columns.groups.map { $0[.base] }.filter { $0 >= 0 } },
          row: { row in
            for place in places {
              if let cell = row.cell(inColumn: place), let base = RowBase(utf8: row.utf8(of: cell)) { body(base) }
            }
          }))
    }
    if !attempts.contains(where: { $0.columns != nil }) { throw HeaderSearch.error(for: attempts, file: path) }
  }

  // MARK: - Rows

  private func tooManyRows(_ path: String) -> SpreadsheetError {
    SpreadsheetError(
      .limitEdits,
      "more than \(keptCount - 1) rows have an edit, a note or a pending proposal.",
      hint: "Split the sheet and import its parts one after the other.", place: SpreadsheetError.Place(file: path))
  }

  /// The smallest number of such rows for which the file as a whole is refused.
  private static let mojibakeRows = 3

  private func refuseMojibake(_ path: String) throws(SpreadsheetError) {
    guard mojibake.count >= Self.mojibakeRows, let first = mojibake.first else { return }
    throw SpreadsheetError(
      .sheetWrongEncoding,
      "a program read the UTF-8 of the file as Windows-1252 and wrote what it saw, as in \u{201C}Ã©\u{201D} for "
        + "\u{201C}é\u{201D}; \(mojibake.count) rows came back in this way.",
      hint:
        "Start from the file as it was before, and open it as UTF-8. If you import with --encoding, leave that out.",
      place: SpreadsheetError.Place(file: path, worksheet: first.worksheet, line: first.row))
  }

  private func lostBases(_ count: Int, _ place: RowPlace) -> SpreadsheetError {
    SpreadsheetError(
      .sheetLostBase,
      "the column \"Base\" cannot be read in \(count == 1 ? "the only row" : "any of \(count) rows"), "
        + "so edits cannot be recognised.",
      hint: "Restore the column, or delete its header to plan the rows against the server alone.",
      place: SpreadsheetError.Place(file: place.file, worksheet: place.worksheet, line: place.row))
  }

  private mutating func take(
    _ finding: RowClassifier.Finding, _ evidence: GuardEvidence, of path: String
  ) throws {
    try keptTexts.take(finding, file: path, fileSize: fileSize)
    take(finding, evidence)
    if keptCount > max(Self.keptRows, fileSize / Self.bytesPerKeptRow) { throw tooManyRows(path) }
  }

  private mutating func take(_ finding: RowClassifier.Finding, _ evidence: GuardEvidence) {
    switch finding {
    case .blank: return
    case .untouched(let base, let key):
      sheet.files[sheet.files.count - 1].rowCount += 1
      remember(base)
      countUnchanged(scope: base?.scope, key: key)
    case .returned(let row):
      count(row)
      admit(row)
    case .doubtful(let row):
      count(row)
      evidence.keep(row)
    }
  }

  private mutating func count(_ row: ReturnedRow) {
    keptCount += 1
    sheet.files[sheet.files.count - 1].rowCount += 1
    if row.isBaseElsewhere { hasBase = true }
    if row.isMojibake { mojibake.append(row.place) }
    remember(row.base)
  }

  private mutating func admit(_ row: ReturnedRow) {
    let note = ReviewColumn.trimmed(row.note)
    if !note.isEmpty {
      sheet.notes.append(ReturnedSheet.Note(place: row.place, text: row.text, note: row.note))
      if row.action.isEmpty, ReviewAction(word: note) == .delete {
        sheet.diagnostics.append(
          Diagnostic(
            code: .rowActionInNote, severity: .warning, place: row.place, column: ReviewColumn.note.header,
            message: "The note is the word \"\(Visible.text(note))\", which has no effect in a note. "
              + "To delete the proposal, write it under Action."))
      }
    }
    // A unit of an exchange format is not sorted without what it keeps beside its texts.
    if row.misplacement == nil, !row.isExchanged, row.base != nil, row.damage.contains(where: { $0.column == .key }) {
      misfits.append(row)
    } else {
      settle(row)
    }
  }

  /// Keeps the id of the sheet, and the pending proposals that the export showed; the rules for other rows of the text
  /// need them.
  private mutating func remember(_ base: RowBase?) {
    if base != nil { hasBase = true }
    // CSV files have no properties, so their bases name the sheet.
    if let id = base?.sheetID, sheet.files[sheet.files.count - 1].sheetID == nil {
      sheet.files[sheet.files.count - 1].sheetID = id.text
    }
    guard let base, let id = base.proposalID else { return }
    keptCount += 1
    let text = ReturnedSheet.ExportedText(file: sheet.files.count - 1, identity: base.identity)
    sheet.exportedProposals[text, default: [:]][id] = base.proposal
  }

  private mutating func countUnchanged(scope: TextHash?, key: UInt64) {
    unchangedScopes.add(scope)
    unchangedKeys.add(key)
  }

  /// Keeps a row that needs a decision, and counts any other.
  private mutating func settle(_ row: ReturnedRow) {
    if !row.damage.isEmpty, let base = row.base {
      for damage in row.damage {
        guard let value = base.value(of: damage.column), value != .empty, value != .tooLong else { continue }
        sheet.displacedValues[row.place.fileIndex, default: []].insert(value)
      }
    }
    // Nothing here tells a program's change of a guarded cell from a person's.
    guard !row.isEdited, row.damage.isEmpty else {
      sheet.rows.append(row)
      return
    }
    countUnchanged(scope: row.base?.scope, key: row.keyBits)
    if row.isProposalStruck { struckRows.take(row.place) }
  }

  /// Gives rows that a sort separated from their hidden columns the base of their own text.
  private mutating func placeMisfits() {
    var bases = LeftBases(of: misfits)
    // If a text has several pending proposals, a row gets the base of the proposal that it still shows. The other rows
    // get the remaining bases, if there is only one way to assign them.
    var waiting: [ReturnedRow] = []
    for row in misfits {
      if let found = bases.take(of: row.identity, proposal: TextHash(row.proposal)) {
        settle(row.given(found))
      } else {
        waiting.append(row)
      }
    }
    let rivals = Dictionary(grouping: waiting, by: \.identity).mapValues(\.count)
    for row in waiting {
      guard let (found, count) = bases.takeAny(of: row.identity) else {
        settle(row)
        continue
      }
      var placed = row.given(found)
      if count > 1 || (rivals[row.identity] ?? 0) > 1 {
        placed.damage.append(ReturnedRow.Damage(column: .base, found: "the base of one of several proposals"))
      }
      settle(placed)
    }
    let found = bases.takenCount
    if found > 0 {
      sheet.diagnostics.append(
        Diagnostic(
          code: .sheetHiddenColumnsLeftBehind, severity: .warning,
          message:
            "In \(Counted.text(found, "row")) the hidden columns belong to other rows, as after a sort that left them "
            + "behind. Each row was matched with its own hidden columns by section, key and locale."))
    }
  }
}
