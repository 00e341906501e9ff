public import Spreadsheet

/// Annotated copies of returned files: the same file with a `Result` column, colours, and the cells of rows that were
/// carried out brought up to date, so that it can go round again.
public struct SheetAnnotation {
  private let changeset: Changeset
  private let results: [RowResult]
  private let outcome: (Int) -> ChangeOutcome?
  private let refresh: RowRefresh?
  private let csv: CSVReadingOptions
  private let limits: SpreadsheetLimits

  /// Annotates with what an import did.
  ///
  /// - Parameters:
  ///   - report: What became of the import.
  ///   - catalog: What the server holds after it.
  ///   - scope: The application, platform and origin connected to.
  ///   - csv: How CSV files were read.
  public init(
    _ report: SubmissionReport, catalog: Catalog, scope: SheetScope, csv: CSVReadingOptions = CSVReadingOptions(),
    limits: SpreadsheetLimits = SpreadsheetLimits()
  ) {
    changeset = report.changeset
    results = report.results
    outcome = report.outcome(ofItemAt:)
    refresh = RowRefresh(catalog: catalog, scope: scope)
    self.csv = csv
    self.limits = limits
  }

  /// Annotates with what an import would do; no cell is brought up to date.
  public init(
    _ changeset: Changeset, csv: CSVReadingOptions = CSVReadingOptions(),
    limits: SpreadsheetLimits = SpreadsheetLimits()
  ) {
    self.changeset = changeset
    results = changeset.results
    outcome = { _ in nil }
    refresh = nil
    self.csv = csv
    self.limits = limits
  }

  /// Writes the annotated copy of one file.
  ///
  /// - Parameters:
  ///   - index: The place of the file in ``Changeset/files``.
  ///   - output: Where the copy goes; it is finished, or discarded where something is thrown.
  /// - Throws: ``SpreadsheetError``: `annotate.changed` for a file that is no longer as it was read,
  ///   `xlsx.not-rewritable`, and the codes of reading and writing.
  public func write(fileAt index: Int, to output: any ByteOutput) throws {
    do {
      let file = changeset.files[index]
      guard try FileDigest.sha256(ofFileAt: file.path) == file.digest else {
        throw SpreadsheetError(
          SpreadsheetError.Code(rawValue: "annotate.changed"), "the file was changed since it was read.",
          hint: "Run the command again.", place: SpreadsheetError.Place(file: file.path))
      }
      var reading = csv
      reading.isLenient = false
      reading.unescapesFormulas = false
      let tables = try ReturnedTable.tables(ofFileAt: file.path, index: index, csv: reading, limits: limits)
      var edits: [Int: WorksheetEdits] = [:]
      for (position, table) in tables.enumerated() {
        if let annotated = try annotated(table, fileAt: index) { edits[position] = annotated.edits }
      }
      if tables.contains(where: \.isDelimited) {
        try CSVRewriter.rewrite(
          path: file.path, options: reading, edits: edits[0] ?? WorksheetEdits(), to: output, limits: limits)
      } else {
        try XLSXRewriter.rewrite(
          path: file.path, edits: edits, marks: AnnotatedTable.marks, to: output, limits: limits)
      }
    } catch {
      output.discard()
      throw error
    }
  }

  private func annotated(_ table: ReturnedTable, fileAt index: Int) throws -> AnnotatedTable? {
    var columns: SheetColumns?
    var survey: TableSurvey?
    _ = try table.read(
      header: { found in
        columns = found
        survey = TableSurvey(columns: found)
      }, row: { survey?.take($0) })
    guard let columns, let survey else { return nil }
    var annotated = AnnotatedTable(columns: columns, survey: survey, isDelimited: table.isDelimited)
    for result in results {
      let item = changeset.items[result.item]
      guard item.row.place.fileIndex == index, item.row.place.worksheet == table.name else { continue }
      annotated.set(
        result, of: item, refresh: refresh?.cells(for: item, result, outcome: outcome(result.item)) ?? [:])
    }
    return annotated
  }
}
