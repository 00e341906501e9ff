import Exchange
import Spreadsheet

/// The rows of a review sheet with all their texts, edited or not, in whatever format the file is.
struct WholeRows {
  private let path: String
  private let csv: CSVReadingOptions
  private let limits: SpreadsheetLimits

  /// The formats that are not tables, each with what recognises its files by their contents.
  private static let exchangeFormats: [(recognizer: any UnitCoding, format: SheetFormat)] = [
    (XLIFFCoding(), .xliff), (POCoding(), .po),
  ]

  init(of path: String, _ options: UnitReadingOptions) {
    self.path = path
    csv = options.csv.forReviewSheets
    limits = options.limits
  }

  /// Whether the file has the header of a review sheet, or a unit that an export of a review wrote.
  func isReviewSheet(_ file: ExaminedFile) throws -> Bool {
    do {
      if let coding = try Self.exchangeFormat(of: file)?.exchangeCoding {
        _ = try coding.read(path, limits: limits) { _ in throw Found() }
        return true
      }
      guard file.isTable else { return false }
      try readTables(header: { throw Found() }) { _ in }
      return true
    } catch is Found {
      return true
    } catch let error as SpreadsheetError {
      // A sheet with a broken header is refused as what it is. Whatever else is wrong, the other formats say it.
      return [.sheetMissingColumn, .sheetRepeatedColumn, .sheetLostHeader].contains(error.code)
    }
  }

  /// Reads the rows in order.
  ///
  /// - Parameter body: Receives each row, and the language of its source text if the file names it. An error that it
  ///   throws ends the reading.
  /// - Throws: The codes of ``ReviewSheetReader``.
  func read(_ file: ExaminedFile, _ body: (_ row: ReturnedRow, _ sourceLanguage: String?) throws -> Void) throws {
    guard let format = try Self.exchangeFormat(of: file), let coding = format.exchangeCoding else {
      return try readTables(header: {}) { try body($0, nil) }
    }
    _ = try coding.read(path, limits: limits) { row in
      let place = RowPlace(fileIndex: 0, file: path, worksheet: nil, row: row.number)
      try body(RowClassifier.wholeRow(of: row, at: place, in: format), row.sourceLanguage)
    }
  }

  /// Ends the reading once the format is known.
  private struct Found: Error {}

  private static func exchangeFormat(of file: ExaminedFile) throws -> SheetFormat? {
    try exchangeFormats.first { try $0.recognizer.recognizes(file) }?.format
  }

  /// Reads the tables that have the header.
  ///
  /// - Parameter header: Called before the first row of each table. An error that it throws ends the reading.
  private func readTables(header: () throws -> Void, _ body: (ReturnedRow) throws -> Void) throws {
    var searches: [HeaderSearch] = []
    for table in try ReturnedTable.tables(ofFileAt: path, index: 0, csv: csv, limits: limits) {
      var classifiers: RowClassifiers?
      var isStarted = false
      let search = try table.read(
        header: { classifiers = RowClassifiers($0, table: table, evidence: GuardEvidence()) },
        row: { row in
          if !isStarted { try header() }
          isStarted = true
          try classifiers?.read(row, body)
        })
      if search.columns != nil, !isStarted { try header() }
      try search.refuseUnreadable(file: path)
      searches.append(search)
    }
    try HeaderSearch.refuseAllLost(searches, file: path)
  }
}
