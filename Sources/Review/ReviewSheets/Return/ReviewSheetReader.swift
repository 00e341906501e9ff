import Basics
import NStackAPI
public import Spreadsheet

/// Reads returned files into one ``ReturnedSheet``.
public struct ReviewSheetReader {
  private let csv: CSVReadingOptions
  private let limits: SpreadsheetLimits
  private let names: FetchedNames
  private var rows: RowCollector

  /// Reads files. If another program writes to one of them meanwhile, reads all of them once more.
  ///
  /// - Parameters:
  ///   - paths: The files, in the order in which reports name them.
  ///   - csv: How to read CSV files; a review sheet is always read strictly.
  ///   - limits: The limits for what a file may contain.
  ///   - leavesOutForeignFiles: Whether to leave out files that are not review sheets or cannot be read, and to name them in
  ///     `ReturnedSheet.foreignFiles`, if at least one file can be read.
  /// - Throws: `SpreadsheetError` for a file that cannot be read or is not a review sheet (`sheet.no-header`,
  ///   `sheet.missing-column`, `sheet.repeated-column`), or that changed during both readings (`file.changed`).
  public static func read(
    _ paths: [String], csv: CSVReadingOptions = CSVReadingOptions(), limits: SpreadsheetLimits = SpreadsheetLimits(),
    leavesOutForeignFiles: Bool = false
  ) throws -> ReturnedSheet {
    try read(paths, csv: csv, limits: limits, leavesOutForeignFiles: leavesOutForeignFiles, names: FetchedNames([:]))
  }

  /// Reads files that may be local copies of fetched sheets. Calls `afterRows` after the rows of each file, before
  /// checking whether the file changed. Rows, remarks and files name the fetched sheets, but errors name the local
  /// files.
  package static func read(
    _ paths: [String], csv: CSVReadingOptions, limits: SpreadsheetLimits = SpreadsheetLimits(),
    leavesOutForeignFiles: Bool = false, names: FetchedNames, afterRows: (_ path: String) -> Void = { _ in }
  ) throws -> ReturnedSheet {
    try FileVersion.retryingOnce {
      var reader = ReviewSheetReader(csv: csv, limits: limits, names: names)
      var foreign: SpreadsheetError?
      for path in paths {
        let error = try reader.read(path, leavesOutForeign: leavesOutForeignFiles, afterRows: afterRows)
        foreign = foreign ?? error
      }
      if reader.rows.sheet.files.isEmpty, let foreign { throw foreign }
      return reader.rows.finish()
    }
  }

  private init(csv: CSVReadingOptions, limits: SpreadsheetLimits, names: FetchedNames) {
    self.csv = csv.forReviewSheets
    (self.limits, self.names) = (limits, names)
    rows = RowCollector(limits)
  }

  // MARK: - Files

  /// Errors that end the reading of several files, because they concern the arguments, the machine or all files
  /// together.
  private static let endingCodes: Set<SpreadsheetError.Code> = [
    .fileNotFound, .fileIsDirectory, .fileChanged, .ioMemory, .limitEdits, .limitKeptText,
  ]

  /// Reads a file, or leaves it out and returns why.
  private mutating func read(_ path: String, leavesOutForeign: Bool, afterRows: (_ path: String) -> Void) throws
    -> SpreadsheetError?
  {
    let before = leavesOutForeign ? rows : nil
    do {
      try read(path, afterRows)
      return nil
    } catch {
      guard let before, let error = error as? SpreadsheetError, !Self.endingCodes.contains(error.code) else {
        throw error
      }
      rows = before
      rows.leaveOut(names.name(of: path), error)
      return error
    }
  }

  private mutating func read(_ path: String, _ afterRows: (_ path: String) -> Void) throws {
    let index = rows.sheet.files.count
    let file = try InputFile(path: path)
    let digest = DigestAhead(of: file)
    rows.begin(names.name(of: path), size: file.size)
    if names.name(of: path) != path { rows.sheet.files[index].fetchedPath = path }
    rows.sheet.files[index].savedAt = file.version.modifiedAt
    let reading = Result {
      try readRows(of: path, index: index)
      try rows.refuseMojibake()
    }
    // If the file cannot be read at all, that error is reported, whatever was found in its rows.
    rows.sheet.files[index].digest = try digest.value()
    if case .success = reading { afterRows(path) }
    // A program that saves may replace the file, but digest and rows must come from the same file.
    if FileVersion(path: path) != file.version { throw SpreadsheetError.changed(path) }
    try reading.get()
  }

  private mutating func readRows(of path: String, index: Int) throws {
    let name = rows.sheet.files[index].path
    if let lock = SpreadsheetDocument.lockFile(beside: path) {
      rows.sheet.diagnostics.append(
        Diagnostic(
          code: .fileOpenElsewhere, severity: .warning,
          message: "\(Visible.path(name)) is open in a program (its lock file "
            + "\(Visible.path(lock)) exists), so changes that are not saved yet are missing."))
    }
    if let coding = SheetFormat(exchangeOf: path)?.exchangeCoding {
      return try readUnits(of: path, index: index, coding)
    }
    let tables = try ReturnedTable.tables(ofFileAt: path, named: name, index: index, csv: csv, limits: limits)
    rows.sheet.files[index].format = tables.first?.format
    rows.sheet.files[index].sheetID = tables.lazy.compactMap(\.sheetID).first
    if let savedAt = tables.first?.savedAt { rows.sheet.files[index].savedAt = savedAt }
    rows.sheet.files[index].authors = tables.first?.author.map { [$0] } ?? []
    var searches: [HeaderSearch] = []
    for table in tables {
      // Merged cells, and the purpose of reviewers' own columns, are known only after the rows were read. Only tables
      // that have such cells or columns are read again.
      let before = rows
      var (search, translations) = try readTable(table, of: name, index: index)
      let merged = search.columns.flatMap { MergedCells(table.mergedRanges(), of: $0) }
      if merged != nil || !translations.isEmpty {
        rows = before
        (search, _) = try readTable(table, of: name, index: index, merged: merged, translations: translations)
        if let merged { rows.sheet.diagnostics.append(merged.diagnostic { table.place(ofRow: $0) }) }
      }
      searches.append(search)
    }
    rows.sheet.files[index].addLostTables(tables.first?.exportedRowCounts)
    try HeaderSearch.refuseAllLost(searches, file: name)
    for (table, search) in zip(tables, searches) { rows.sheet.diagnostics += Self.remarks(on: table, search) }
    if rows.sheet.files[index].rowCount == 0 {
      rows.sheet.diagnostics.append(
        Diagnostic(
          code: .sheetNoRows, severity: .warning,
          message: "\(Visible.text(name, limit: 1_000)) has the header of a review sheet but no rows."))
    }
  }

  /// Remarks about texts of a worksheet outside its table.
  private static func remarks(on table: ReturnedTable, _ search: HeaderSearch) -> [Diagnostic] {
    guard table.isForPeople(search) else { return [] }
    let advice = "Write texts under Proposal, and remarks under Note."
    let name = "the worksheet \"\(Visible.text(table.name ?? ""))\""
    let isTable = search.columns != nil
    var boxes = UnreadTexts()
    for text in table.boxTexts { boxes.add(text, row: 0) }
    let comments = isTable ? [] : (try? table.comments()) ?? []
    return [
      search.unread.texts.diagnostic(in: isTable ? "lines above the header" : name, advice) { table.place(ofRow: $0) },
      boxes.diagnostic(in: "text boxes on \(name)", advice) { table.place(ofRow: $0) },
      RowComments.diagnostic(of: comments) { table.place(ofRow: $0) },
    ].compactMap(\.self)
  }

  /// Reads one table of a file, and returns the columns that reviewers added for translations.
  ///
  /// - Parameters:
  ///   - merged: The merged cells that hide others; nil if they are not known yet.
  ///   - translations: The columns for translations; empty if they are not known yet.
  private mutating func readTable(
    _ table: ReturnedTable, of name: String, index: Int, merged: MergedCells? = nil,
    translations: [TranslationColumn] = []
  ) throws -> (HeaderSearch, [TranslationColumn]) {
    let rowCount = rows.sheet.files[index].rowCount
    let evidence = GuardEvidence()
    var classifiers: RowClassifiers?
    rows.hasBase = false
    // Unreadable comments end the import only if their table is read.
    let comments = Result { () throws(SpreadsheetError) in try table.comments() }
    var rowComments: RowComments?
    let search = try table.read(
      header: { columns in
        classifiers = RowClassifiers(
          columns, table: table, evidence: evidence, merged: merged, translations: translations)
        if let found = try? comments.get(), !found.isEmpty { rowComments = RowComments(found, columns: columns) }
      },
      row: { row in
        try classifiers?.find(in: row) { finding in
          try rows.add(finding)
          if case .returned(let row, isUncertain: true) = finding { evidence.keep(row) }
        }
        if let notes = rowComments?.removeNotes(of: row, { table.place(ofRow: row.index, locale: $0) }) {
          try rows.add(notes)
        }
      })
    try search.refuseUnreadable(file: name)
    guard let columns = search.columns, let misplaced = classifiers?.misplaced else { return (search, []) }
    let place = table.place(ofRow: columns.headerRow)
    try columns.refuseLostAction(at: place)
    for row in evidence.decided(isPlain: table.keepsApostrophes) { rows.admit(row) }
    rows.sheet.guardSamples[index, default: []] += evidence.samples
    let count = rows.sheet.files[index].rowCount - rowCount
    // A to-fix sheet may contain only rows of texts that the server never had, which have no base.
    if count > 0, !rows.hasBase, columns.groups.contains(where: { $0[.base] >= 0 && $0[.problem] < 0 }) {
      throw SpreadsheetError(
        .sheetLostBase,
        "the column \"Base\" cannot be read in \(count == 1 ? "the only row" : "any of \(count) rows"), "
          + "so edits cannot be recognised.",
        hint: "Restore the column, or delete its header to compare the rows with the server only.",
        place: SpreadsheetError.Place(place))
    }
    rows.sheet.diagnostics += columns.warnings(
      at: place, told: Set(misplaced.own.texts.keys).union(translations.map(\.position)))
    rows.sheet.diagnostics += try misplaced.own.diagnostics(in: table)
    let origin = columns.groups.allSatisfy { $0[.locale] < 0 } ? ProvenLocales.Origin.lostColumn(place) : .column
    if let told = misplaced.locales.diagnostic(of: origin, place: { table.place(ofRow: $0) }) {
      rows.sheet.diagnostics.append(told)
    }
    rows.sheet.files[index].tables.append(
      ReturnedSheet.Table(
        name: table.name, rowCount: count, exportedRowCount: table.name.flatMap { table.exportedRowCounts[$0] }))
    if let name = table.name {
      rows.sheet.files[index].worksheets.append(name)
      rows.note(table.visibility, ofWorksheet: name)
    }
    _ = try comments.get()
    if let left = rowComments?.diagnostic(place: { table.place(ofRow: $0) }) { rows.sheet.diagnostics.append(left) }
    return (search, translations.isEmpty ? try misplaced.own.translations(in: table) : translations)
  }

  private mutating func readUnits(of path: String, index: Int, _ coding: any ExchangeCoding) throws {
    let evidence = GuardEvidence()
    let name = rows.sheet.files[index].path
    let file = try coding.read(path, limits: limits) { row in
      var place = RowPlace(fileIndex: index, file: name, worksheet: nil, row: row.number, author: row.author)
      place.approver = row.approver
      if let author = row.author, !rows.sheet.files[index].authors.contains(author) {
        rows.sheet.files[index].authors.append(author)
      }
      if row.hasQuotePrefix { evidence.isShown = true }
      let finding = RowClassifier.finding(of: row, at: place)
      try rows.add(finding)
      if case .returned(let row, isUncertain: true) = finding { evidence.keep(row) }
    }
    for row in evidence.decided(isPlain: true) { rows.admit(row) }
    rows.sheet.files[index].sheetID = file.sheetID ?? rows.sheet.files[index].sheetID
    rows.sheet.files[index].exportedRowCount = file.exportedRowCount
    func place(_ number: Int) -> RowPlace { RowPlace(fileIndex: index, file: name, worksheet: nil, row: number) }
    if let told = file.locales?.diagnostic(of: .file, place: place) { rows.sheet.diagnostics.append(told) }
    rows.sheet.diagnostics += file.unread.compactMap { $0.texts.diagnostic(in: $0.place, $0.advice, place: place) }
    let count = rows.sheet.files[index].rowCount
    rows.sheet.files[index].tables.append(ReturnedSheet.Table(name: nil, rowCount: count, exportedRowCount: nil))
  }

  // MARK: - Other questions

  /// Whether a file may be a review sheet, by its first rows. If not, its other rows are not read.
  package static func mayBeReviewSheet(_ path: String, csv: CSVReadingOptions) throws -> Bool {
    if SheetFormat(exchangeOf: path) != nil { return true }
    return try !tables(of: path, csv: csv).isEmpty
  }

  /// The tables of a file that may be review sheets, by their first rows: the name of each worksheet, or nil for the table
  /// of a file without worksheets.
  package static func tables(of path: String, csv: CSVReadingOptions) throws -> [String?] {
    let tables = try ReturnedTable.tables(
      ofFileAt: path, index: 0, csv: csv.forReviewSheets, limits: SpreadsheetLimits())
    return try tables.filter { try $0.mayBeReviewSheet() }.map(\.name)
  }

  /// Whether the table of a file, or its worksheet with a name, has columns for each locale.
  package static func isInColumns(_ path: String, worksheet: String?, csv: CSVReadingOptions) throws -> Bool {
    try ReturnedTable.tables(ofFileAt: path, index: 0, csv: csv.forReviewSheets, limits: SpreadsheetLimits()).contains {
      try $0.name == worksheet && $0.isInColumns()
    }
  }

  /// Whether a file is a review in a page, be it whole or not.
  package static func isPage(_ path: String) -> Bool { PageTable.isFound(in: path) }

  /// Whether every row of one review sheet's table is also in the other file's table, by columns and bytes of cells.
  /// False if a table has no such header or cannot be read, or if there are texts outside its rows.
  package static func hasRows(of path: String, in other: String, csv: CSVReadingOptions) -> Bool {
    if SheetFormat(exchangeOf: path) != nil || SheetFormat(exchangeOf: other) != nil { return false }
    let (own, others) = (
      RowHashes(of: path, CSVReadingOptions().forReviewSheets), RowHashes(of: other, csv.forReviewSheets)
    )
    let thread = WorkerThread.processors > 1 ? WorkerThread { others.read() } : nil
    own.read()
    if let thread { thread.join() } else { others.read() }
    guard own.isWhole, others.isWhole, !own.hasOthers else { return false }
    return own.hashes == others.hashes || Set(own.hashes).isSubset(of: others.hashes)
  }

  /// Reads only the bases of an exported sheet, row by row.
  static func readBases(_ path: String, csv: CSVReadingOptions, _ body: (_ base: RowBase, _ source: String?) -> Void)
    throws
  {
    let limits = SpreadsheetLimits()
    if let coding = SheetFormat(exchangeOf: path)?.exchangeCoding {
      _ = try coding.read(path, limits: limits) { row in
        if let base = row.cells.base { body(base, row.cells.sourceValue ?? row.cells.sourceText) }
      }
      return
    }
    let searches = try ReturnedTable.tables(ofFileAt: path, index: 0, csv: csv.forReviewSheets, limits: limits).map {
      var groups: [ColumnGroup] = []
      return try $0.read(
        header: { columns in groups = columns.groups.filter { $0[.base] >= 0 } },
        row: { row in
          for group in groups {
            guard let cell = row.cell(inColumn: group[.base]), let base = RowBase(utf8: row.utf8(of: cell)) else {
              continue
            }
            let column = max(group[.sourceValue], group[.checkedSource])
            let source = column < 0 ? nil : row.text(inColumn: column)
            let plain = source.map(FormulaGuard.unescape)
            body(base, plain.map { TextHash($0) } == base.sourceValue ? plain : source)
          }
        })
    }
    try HeaderSearch.refuseAllLost(searches, file: path)
  }
}

extension CSVReadingOptions {
  /// The options for a review sheet, which is always read strictly; the classifier removes apostrophes.
  package var forReviewSheets: CSVReadingOptions {
    var options = self
    options.isLenient = false
    options.unescapesFormulas = false
    return options
  }
}

extension PreviousSheet {
  /// Reads the bases of an exported sheet.
  ///
  /// - Throws: `SpreadsheetError` like ``ReviewSheetReader``, and `sheet.no-base` for a sheet without bases.
  package init(path: String, csv: CSVReadingOptions = CSVReadingOptions()) throws {
    self.init(at: path)
    try ReviewSheetReader.readBases(path, csv: csv) { add($0, source: $1) }
    guard !isEmpty else {
      throw SpreadsheetError(
        .sheetNoBase, "no row has a base to compare with.", hint: "Use a sheet that an export wrote.",
        place: SpreadsheetError.Place(file: path))
    }
  }
}

/// The hashes of the rows of a file, which one thread reads.
private final class RowHashes: @unchecked Sendable {
  private let path: String
  private let csv: CSVReadingOptions
  private(set) var hashes: [UInt64] = []
  /// Whether a table has the header of a review sheet, and the rows are complete as shown.
  private(set) var isWhole = false
  /// Whether there are texts, comments or text boxes outside the rows.
  private(set) var hasOthers = false

  init(of path: String, _ csv: CSVReadingOptions) { (self.path, self.csv) = (path, csv) }

  func read() {
    var (hasHeader, lacksResult) = (false, false)
    do {
      for table in try ReturnedTable.tables(ofFileAt: path, index: 0, csv: csv, limits: SpreadsheetLimits()) {
        var computed: Set<Int> = []
        let search = try table.read(
          header: { columns in
            hasHeader = true
            computed = columns.computed
          },
          row: { row in
            var chain = TextHash.Chain()
            // What formulas say of a row follows from its other cells.
            for cell in row.filledCells where !computed.contains(cell.column) {
              withUnsafeBytes(of: cell.column) { chain.append($0.assumingMemoryBound(to: UInt8.self)) }
              chain.append(row.utf8(of: cell))
              if cell.lacksResult { lacksResult = true }
            }
            hashes.append(chain.hash.bits)
          })
        let (comments, boxes) = (try table.comments(), try table.boxes())
        if search.unread.texts.count > 0 || !comments.isEmpty || !boxes.isEmpty { hasOthers = true }
      }
      isWhole = hasHeader && !lacksResult
    } catch { isWhole = false }
  }
}
