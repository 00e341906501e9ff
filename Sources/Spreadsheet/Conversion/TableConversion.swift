/// Converts a table row by row from any format that can be read to any format that can be written.
///
/// Values keep their kinds if the format has them: numbers, booleans, dates and errors between XLSX and JSON; CSV has
/// texts only. Formulas become their stored results. Texts are neither escaped nor unescaped, except for
/// ``isGuardedRow``.
public struct TableConversion: Sendable {
  /// Where the table is written.
  public enum Destination: Sendable {
    /// A file. If the format has room for one table and there are several worksheets, each gets a file:
    /// `NAME.SHEET.csv`.
    case file(path: String)
    /// Standard output.
    case standardOutput
  }

  /// The result of a conversion.
  public struct Outcome: Sendable {
    /// The files written, in order; empty for standard output.
    public let files: [String]
    /// The faults that a lenient reading of CSV accepted.
    public let warnings: [CSVWarning]
    /// The faults that a lenient reading of a workbook accepted.
    public let workbookWarnings: [XLSXWarning]
    /// The number of rows read, without blank ones.
    public let rowCount: Int
  }

  /// The format to write.
  public var format: TableFormat
  /// The one worksheet to convert, by its name; nil converts all.
  public var worksheet: String?
  /// How CSV is read.
  public var reading: CSVReadingOptions
  /// How CSV is written; TSV always takes tabs.
  public var writing: CSVWritingOptions
  /// Whether a row belongs to a table whose texts have the apostrophes of ``FormulaGuard`` in CSV. From that row on,
  /// they are removed on the way from CSV to another format, and added on the way back. Called for the first 100 rows
  /// of a table at most; nil leaves all texts as they are.
  public var isGuardedRow: (@Sendable (Row) -> Bool)?
  /// How XLSX is written.
  public var workbook: XLSXWritingOptions
  /// The limits for reading a document.
  public var limits: SpreadsheetLimits

  /// Creates a conversion. By default CSV is read leniently, and written with quotes only where they are needed.
  public init(
    to format: TableFormat, worksheet: String? = nil,
    reading: CSVReadingOptions = CSVReadingOptions(isLenient: true),
    writing: CSVWritingOptions = CSVWritingOptions(quoting: .asNeeded, escapesFormulas: false),
    workbook: XLSXWritingOptions = XLSXWritingOptions(), limits: SpreadsheetLimits = SpreadsheetLimits()
  ) {
    self.format = format
    self.worksheet = worksheet
    self.reading = reading
    self.writing = writing
    self.workbook = workbook
    self.limits = limits
  }

  /// Converts a file. If another program writes to it meanwhile, a conversion to a file is tried a second time.
  ///
  /// - Throws: `convert.no-worksheet` if there is no such worksheet, `convert.several-worksheets` if several would go
  ///   to standard output as CSV, `xlsx.row-order` for rows that are not in ascending order, `limit.blank-cells`, and
  ///   the errors of reading and writing. No file is written then.
  public func convert(_ path: String, to destination: Destination) throws -> Outcome {
    // Bytes sent to standard output can't be taken back.
    guard case .file = destination else { return try convertOnce(path, to: destination) }
    return try FileVersion.retryingOnce { try convertOnce(path, to: destination) }
  }

  private func convertOnce(_ path: String, to destination: Destination) throws -> Outcome {
    let document = try TableDocument(path: path, csv: reading, limits: limits)
    let chosen = try chosenWorksheets(of: document, path: path)
    var places = RowPlacing(file: path, limit: limits.blankCells)
    let files: [String]
    switch format {
    case .xlsx: files = try writeWorkbook(document, chosen, to: destination, &places)
    case .json: files = try writeJSON(document, chosen, to: destination, &places)
    case .csv, .tsv: files = try writeDelimited(document, chosen, path: path, to: destination, &places)
    }
    return Outcome(
      files: files, warnings: document.warnings, workbookWarnings: document.workbookWarnings,
      rowCount: places.count)
  }

  private func chosenWorksheets(of document: TableDocument, path: String) throws(SpreadsheetError) -> [Int] {
    guard let worksheet else { return Array(document.worksheets.indices) }
    // The exact name comes first. To spreadsheet programs, names that differ only in case are the same.
    let match =
      document.worksheets.firstIndex { $0.name.utf8.elementsEqual(worksheet.utf8) }
      ?? document.worksheets.firstIndex { $0.name.lowercased() == worksheet.lowercased() }
    if let match { return [match] }
    let names = document.worksheets.map { "\"\($0.name)\"" }.joined(separator: ", ")
    throw SpreadsheetError(
      .convertNoWorksheet, "there is no worksheet \"\(worksheet)\".",
      hint: "The worksheets are: \(names).", place: .init(file: path))
  }

  private func writeWorkbook(
    _ document: TableDocument, _ chosen: [Int], to destination: Destination, _ places: inout RowPlacing
  ) throws -> [String] {
    let (output, files) = try Self.output(for: destination)
    do {
      let writer = try XLSXWriter(to: output, properties: document.properties, options: workbook)
      for index in chosen {
        let worksheet = document.worksheets[index]
        var layout = WorksheetLayout(name: writer.allowedWorksheetName(worksheet.name))
        layout.visibility = worksheet.visibility
        layout.isLandscape = false
        try writer.beginWorksheet(layout)
        var styles = ConvertedStyles(document: document, writer: writer)
        places.begin(worksheet.name)
        var guarded = GuardedRows(document.isDelimited ? isGuardedRow : nil)
        try document.readRows(ofWorksheetAt: index) { row in
          if row.count == 0 { return }
          if guarded.contains(row) { row.removeFormulaGuards() }
          if row.index > places.nextIndex { try writer.appendBlankRows(row.index - places.nextIndex) }
          try places.take(row)
          styles.know(row)
          try writer.append(row, styleMap: styles.map)
        }
      }
      try writer.finish()
    } catch {
      output.discard()
      throw error
    }
    return files
  }

  private func writeJSON(
    _ document: TableDocument, _ chosen: [Int], to destination: Destination, _ places: inout RowPlacing
  ) throws -> [String] {
    let (output, files) = try Self.output(for: destination)
    do {
      let writer = JSONTableWriter(to: output)
      for index in chosen {
        let worksheet = document.worksheets[index]
        try writer.beginWorksheet(name: worksheet.name, isHidden: worksheet.visibility != .visible)
        places.begin(worksheet.name)
        var guarded = GuardedRows(document.isDelimited ? isGuardedRow : nil)
        try document.readRows(ofWorksheetAt: index) { row in
          if row.count == 0 { return }
          if guarded.contains(row) { row.removeFormulaGuards() }
          try places.takeFilling(row)
          try writer.append(row)
        }
      }
      try writer.finish()
    } catch {
      output.discard()
      throw error
    }
    return files
  }

  private func writeDelimited(
    _ document: TableDocument, _ chosen: [Int], path: String, to destination: Destination,
    _ places: inout RowPlacing
  ) throws -> [String] {
    var options = writing
    if format == .tsv { options.delimiter = 0x09 }
    var outputs: [HeldOutput] = []
    var files: [String] = []
    do {
      let paths = try delimitedPaths(document, chosen, path: path, to: destination)
      for (index, file) in zip(chosen, paths) {
        let output = HeldOutput(try file.map(OutputFile.init) ?? StandardOutput())
        outputs.append(output)
        if let file { files.append(file) }
        let writer = try CSVWriter(to: output, options: options)
        places.begin(document.worksheets[index].name)
        let blank = Row()
        var guarded = GuardedRows(document.isDelimited ? nil : isGuardedRow)
        try document.readRows(ofWorksheetAt: index) { row in
          // Blank rows after the last filled row are omitted, so blank rows are written only when a filled row follows.
          if row.count == 0 { return }
          let skipped = row.index - places.nextIndex
          try places.takeFilling(row)
          for _ in 0..<skipped { try writer.append(blank) }
          if guarded.contains(row) { writer.escapesFormulas = true }
          try writer.append(row)
        }
        try writer.finish()
      }
      for output in outputs { try output.release() }
    } catch {
      for output in outputs { output.discard() }
      throw error
    }
    return files
  }

  /// The file for each worksheet; nil is standard output.
  private func delimitedPaths(
    _ document: TableDocument, _ chosen: [Int], path: String, to destination: Destination
  ) throws(SpreadsheetError) -> [String?] {
    switch destination {
    case .file(let file) where chosen.count <= 1: return chosen.map { _ in file }
    case .file(let file):
      var names = WorksheetFileNames(file)
      return chosen.map { names.path(for: document.worksheets[$0].name) }
    case .standardOutput where chosen.count <= 1: return chosen.map { _ in nil }
    case .standardOutput:
      let names = document.worksheets.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw SpreadsheetError(
        .convertSeveralWorksheets,
        "there are \(chosen.count) worksheets, but standard output takes only one table.",
        hint: "Choose one of \(names), or name a file.", place: .init(file: path))
    }
  }

  private static func output(for destination: Destination) throws(SpreadsheetError) -> (any ByteOutput, [String]) {
    switch destination {
    case .file(let path): (try OutputFile(path: path), [path])
    case .standardOutput: (StandardOutput(), [])
    }
  }
}
