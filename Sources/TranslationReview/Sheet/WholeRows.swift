import Exchange
import Spreadsheet

/// The rows of a review sheet with all their texts, edited or not, in whatever format the file is.
struct WholeRows {
  private let path: String
  private let csv: CSVReadingOptions
  private let limits: SpreadsheetLimits

  /// The formats that are not tables, each with what recognises its files by their contents.
  private static let exchangeFormats: [(recognizer: any UnitCoding, coding: any ExchangeCoding)] = [
    (XLIFFCoding(), XLIFFSheetCoding()), (POCoding(), POSheetCoding()),
  ]

  init(of path: String, _ options: UnitReadingOptions) {
    self.path = path
    // A review sheet is always read strictly, and its classifier takes the apostrophes away.
    var csv = options.csv
    csv.isLenient = false
    csv.unescapesFormulas = false
    self.csv = csv
    limits = options.limits
  }

  /// Whether the file has the header of a review sheet, or a unit that an export of a review wrote.
  func isReviewSheet(_ file: ExaminedFile) throws -> Bool {
    do {
      if let format = try Self.exchangeFormat(of: file) {
        _ = try format.read(path, limits: limits) { _ in throw Found() }
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
    guard let format = try Self.exchangeFormat(of: file) else {
      return try readTables(header: {}) { try body($0, nil) }
    }
    _ = try format.read(path, limits: limits) { row in
      let place = RowPlace(fileIndex: 0, file: path, worksheet: nil, row: row.number)
      try body(RowClassifier.wholeRow(of: row, at: place, in: SheetFormat(format)), row.sourceLanguage)
    }
  }

  /// Ends the reading once the format is known.
  private struct Found: Error {}

  private static func exchangeFormat(of file: ExaminedFile) throws -> (any ExchangeCoding)? {
    try exchangeFormats.first { try $0.recognizer.recognizes(file) }?.coding
  }

  /// Reads the tables that have the header.
  ///
  /// - Parameter header: Called before the first row of each table. An error that it throws ends the reading.
  private func readTables(header: () throws -> Void, _ body: (ReturnedRow) throws -> Void) throws {
    var attempts: [HeaderSearch] = []
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
      attempts.append(search)
    }
    guard attempts.contains(where: { $0.columns != nil }) else { throw HeaderSearch.error(for: attempts, file: path) }
  }
}
