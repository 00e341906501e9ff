public import Spreadsheet

/// Annotated copies of returned files: the same file with a `Result` column and colours, and with guarded cells
/// restored where the server still has their exported contents.
///
/// The copy after an import can be returned again: rows that were applied are updated, and all others send nothing
/// unless they are edited. The copy of a plan asks for the same changes as the returned file, because nothing was sent
/// yet.
public struct SheetAnnotation {
  private let changeset: Changeset
  private let results: [RowResult]
  private let outcome: (Int) -> ChangeOutcome?
  private let refresh: RowRefresh?
  private let restoration: CellRestoration
  private let csv: CSVReadingOptions
  private let limits: SpreadsheetLimits

  /// Creates annotations for the results of an import.
  ///
  /// - Parameters:
  ///   - report: The results of the import.
  ///   - catalog: The server's contents after the import.
  ///   - scope: The application, platform and origin of the connection.
  ///   - csv: How CSV files were read.
  ///   - limits: The limits with which the files were read.
  public init(
    _ report: SubmissionReport, catalog: Catalog, scope: SheetScope, csv: CSVReadingOptions = CSVReadingOptions(),
    limits: SpreadsheetLimits = SpreadsheetLimits()
  ) {
    changeset = report.changeset
    results = report.results
    outcome = report.outcome(ofItemAt:)
    refresh = RowRefresh(catalog: catalog, scope: scope)
    restoration = CellRestoration(catalog: catalog, scope: scope)
    self.csv = csv
    self.limits = limits
  }

  /// Creates annotations for a plan; no cell is updated.
  ///
  /// - Parameters:
  ///   - changeset: The plan.
  ///   - catalog: The catalog that the plan was made from.
  ///   - scope: The application, platform and origin of the connection.
  ///   - csv: How CSV files were read.
  ///   - limits: The limits with which the files were read.
  public init(
    _ changeset: Changeset, catalog: Catalog, scope: SheetScope, csv: CSVReadingOptions = CSVReadingOptions(),
    limits: SpreadsheetLimits = SpreadsheetLimits()
  ) {
    self.changeset = changeset
    results = changeset.results
    outcome = { _ in nil }
    refresh = nil
    restoration = CellRestoration(catalog: catalog, scope: scope)
    self.csv = csv
    self.limits = limits
  }

  /// Writes the annotated copy of one file.
  ///
  /// - Parameters:
  ///   - index: The place of the file in ``Changeset/files``.
  ///   - output: The destination of the copy. It is finished, or discarded if an error is thrown.
  /// - Throws: `SpreadsheetError`: `annotate.changed` for a file that changed after it was read,
  ///   `xlsx.not-rewritable`, and the codes of reading and writing.
  public func write(fileAt index: Int, to output: any ByteOutput) throws {
    let file = changeset.files[index]
    let path = file.readablePath
    do {
      guard try FileDigest.sha256(ofFileAt: path) == file.digest else {
        throw SpreadsheetError(
          .annotateChanged, "the file has changed since it was read.",
          hint: "Run the command again.", place: SpreadsheetError.Place(file: file.path))
      }
      if let format = SheetFormat.exchange(ofFileNamed: path, among: SheetFormat.allCases) {
        return try format.annotate(path, with: exchangedResults(fileAt: index), limits: limits, to: output)
      }
      var reading = csv
      reading.isLenient = false
      reading.unescapesFormulas = false
      let tables = try ReturnedTable.tables(ofFileAt: path, index: index, csv: reading, limits: limits)
      var edits: [Int: WorksheetEdits] = [:]
      for (position, table) in tables.enumerated() {
        if let annotated = try annotated(table, fileAt: index) { edits[position] = annotated.edits }
      }
      if tables.contains(where: \.isDelimited) {
        try CSVRewriter.rewrite(
          path: path, options: reading, edits: edits[0] ?? WorksheetEdits(), to: output, limits: limits)
      } else {
        try XLSXRewriter.rewrite(
          path: path, edits: edits, marks: AnnotatedTable.marks, to: output, limits: limits)
      }
    } catch {
      output.discard()
      throw FetchedNames([path: file.path]).named(error)
    }
  }

  /// The results of the rows of a file in an exchange format.
  private func exchangedResults(fileAt index: Int) -> [ExchangedResult] {
    results.compactMap { result in
      let item = changeset.items[result.item]
      guard item.row.place.fileIndex == index else { return nil }
      let refreshed = refresh?.refreshed(item, result, outcome: outcome(result.item)) ?? RowRefresh.Refreshed()
      return ExchangedResult(
        number: item.row.place.row, text: result.text + refreshed.hint, returned: item.row.cells,
        renewed: item.row.cells.refreshed(refreshed.cells))
    }
  }

  private func annotated(_ table: ReturnedTable, fileAt index: Int) throws -> AnnotatedTable? {
    let own = results.filter { result in
      let place = changeset.items[result.item].row.place
      return place.fileIndex == index && place.worksheet == table.name
    }
    let edited = Set(own.map { changeset.items[$0.item].row.place })
    let rows = Set(edited.map(\.row))
    var columns: SheetColumns?
    var survey: TableSurvey?
    var guards: GuardSurvey?
    _ = try table.read(
      header: { found in
        columns = found
        survey = TableSurvey(columns: found)
        guards = GuardSurvey(
          found, table: table, restoration: restoration, restoresText: !changeset.leftHiddenColumnsBehind)
      },
      row: { row in
        survey?.take(row)
        try guards?.take(row, hasResult: rows.contains(row.index + 1)) { edited.contains($0) }
      })
    guard let columns, let survey, let guards else { return nil }
    let refreshed = own.map { result -> RowRefresh.Refreshed in
      let item = changeset.items[result.item]
      guard let refresh else { return RowRefresh.Refreshed() }
      return refresh.refreshed(
        item, result, outcome: outcome(result.item), restored: guards.restored(item.row),
        formulas: guards.formulas(item.row))
    }
    let acting = zip(own, refreshed).filter { $1.cells[.action]?.isEmpty == false }
    var annotated = AnnotatedTable(
      columns: columns, survey: survey, isDelimited: table.isDelimited,
      groupsToAct: Set(acting.map { changeset.items[$0.0.item].row.place.locale }))
    for row in guards.unedited {
      annotated.set(row.text, .notSent, at: row.returned.place, cells: row.restored)
    }
    for (result, refreshed) in zip(own, refreshed) {
      let row = changeset.items[result.item].row
      // A plan leaves rows that ask for a change as they are, so that the copy gives the same plan as the file. A row
      // that was applied in spite of its damage belongs to the text that it names now.
      let restored = refresh == nil || result.kind.isDone ? [:] : guards.restored(row)
      annotated.set(
        result.text + refreshed.hint, result.kind, at: row.place,
        cells: restored.merging(refreshed.cells) { $1 })
    }
    return annotated
  }
}
