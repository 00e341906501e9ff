import Basics

/// Converts a table row by row from any format that can be read to any format that can be written.
///
/// Values keep their kinds if the format has them: numbers, booleans, dates and errors between XLSX and JSON; CSV has
/// texts only. Formulas become their stored results. Texts are neither escaped nor unescaped, except for
/// `isGuardedRow`.
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
    /// The faults that were accepted, guesses about CSV, and the cells of a workbook that were not read.
    public let warnings: [TableWarning]
    /// The number of rows read, without blank ones.
    package let rowCount: Int
  }

  package var format: TableFormat
  /// The one worksheet to convert, by its name; nil converts all.
  package var worksheet: String?
  /// How CSV is read.
  package var reading: CSVReadingOptions
  /// Whether faults are errors, as for review sheets. Otherwise a fault that does not affect other cells is only a warning, and
  /// so is a guess.
  public var isStrict: Bool
  /// How CSV is written; TSV always takes tabs.
  package var writing: CSVWritingOptions
  /// Whether a row belongs to a table whose texts have the apostrophes of `FormulaGuard` in CSV. From that row on,
  /// they are removed on the way from CSV to another format, and added on the way back. Called for the first 100 rows
  /// of a table at most; nil leaves all texts as they are.
  package var isGuardedRow: (@Sendable (Row) -> Bool)?
  /// The page around a table in HTML, by the properties of the document.
  package var page: @Sendable (DocumentProperties) -> TablePage = { _ in .plain }
  /// Called with the path of each file before any is written; an error keeps all of them from being written.
  package var checksFile: @Sendable (String) throws -> Void = { _ in }
  /// The limits for reading a document.
  package var limits: SpreadsheetLimits

  /// Creates a conversion. By default everything is read leniently, and CSV is written with quotes only where they are needed.
  public init(
    to format: TableFormat, worksheet: String? = nil, reading: CSVReadingOptions = CSVReadingOptions(isLenient: true),
    writing: CSVWritingOptions = CSVWritingOptions(quoting: .asNeeded, escapesFormulas: false),
    limits: SpreadsheetLimits = SpreadsheetLimits(), isStrict: Bool = false
  ) {
    (self.format, self.worksheet, self.reading, self.writing) = (format, worksheet, reading, writing)
    (self.limits, self.isStrict) = (limits, isStrict)
  }

  /// Converts a file. If another program writes to it meanwhile, a conversion to a file is tried a second time.
  ///
  /// - Throws: `convert.no-worksheet` if there is no such worksheet, `convert.several-worksheets` if several would go to
  ///   standard output as CSV, `xlsx.row-order` for rows that are not in ascending order, `limit.blank-cells`, and the errors
  ///   of reading and writing. If it throws, no file is written.
  public func convert(_ path: String, to destination: Destination) throws -> Outcome {
    // Bytes sent to standard output can't be taken back.
    guard case .file = destination else { return try convertOnce(path, to: destination) }
    return try FileVersion.retryingOnce { try convertOnce(path, to: destination) }
  }

  private func convertOnce(_ path: String, to destination: Destination) throws -> Outcome {
    let document = try document(path)
    let all = document.worksheets
    let chosen = try worksheet.map { [try all.index(named: $0, file: path)] } ?? Array(all.indices)
    var places = RowPlacing(file: path, limit: limits.blankCells, writesBlanks: format != .xlsx)
    let flaws = XLSXFaults(.nothing)
    var outputs: [HeldOutput] = []
    var files: [String] = []
    do {
      let distribution = try distribution(of: chosen, in: document, path: path, to: destination)
      for file in distribution.compactMap(\.file) { try checksFile(file) }
      for (file, worksheets) in distribution {
        let output = HeldOutput(try file.map(OutputFile.init) ?? StandardOutput())
        outputs.append(output)
        if let file { files.append(file) }
        let writer = try writer(to: output, for: document)
        for index in worksheets { try write(worksheetAt: index, of: document, with: writer, &places, flaws) }
        try writer.finish()
      }
      for output in outputs { try output.release() }
    } catch {
      for output in outputs { output.discard() }
      throw error
    }
    let skipped = worksheet == nil ? (document as? XLSXWorkbook)?.otherSheetWarnings() ?? [] : []
    return Outcome(files: files, warnings: document.warnings + flaws.warnings + skipped, rowCount: places.count)
  }

  /// Opens a document of any format. Its contents decide the format, unless its extension is that of JSON, which could
  /// also be delimited text.
  private func document(_ path: String) throws(SpreadsheetError) -> any TableReading {
    let named = TableFormat(extensionOf: path)
    if named == .json { return try JSONTableReader(InputFile(path: path), limits: limits) }
    if let page = try PageTable.open(path, limits: limits) { return page }
    var csv = reading
    if isStrict { csv.isLenient = false }
    if named == .tsv, csv.delimiter == nil { csv.delimiter = 0x09 }
    let tolerance = isStrict ? XLSXTolerance.nothing : .cellFaults
    switch try SpreadsheetDocument.open(path: path, csv: csv, limits: limits, tolerance: tolerance) {
    case .workbook(let workbook): return workbook
    case .delimited(let document): return document
    }
  }

  private func writer(to output: any ByteOutput, for document: any TableReading) throws(SpreadsheetError)
    -> any TableWriting
  {
    switch format {
    case .json: return JSONTableWriter(to: output)
    case .html: return try PageTableWriter(to: output, page: page(document.properties), properties: document.properties)
    case .xlsx: return XLSXTableWriter(try XLSXWriter(to: output, properties: document.properties), document: document)
    case .csv, .tsv:
      var options = writing
      if format == .tsv, options.delimiter == nil { options.delimiter = 0x09 }
      return try CSVWriter(to: output, options: options)
    }
  }

  private func write(
    worksheetAt index: Int, of document: any TableReading, with writer: any TableWriting, _ places: inout RowPlacing,
    _ flaws: XLSXFaults
  ) throws {
    let worksheet = document.worksheets[index]
    try writer.beginWorksheet(worksheet)
    places.begin(worksheet.name)
    let addsGuards = format.isDelimited
    let asks = document.guardsFormulas == addsGuards ? nil : isGuardedRow
    var (isGuarded, asked) = (false, 0)
    try document.readRows(ofWorksheetAt: index) { row in
      // Blank rows after the last filled row are omitted, so blank rows are written only when a filled row follows.
      if row.count == 0 { return }
      if row.storage.pointee.filled.contains(where: { $0.isDamaged || $0.lacksResult }) {
        flaws.note(row, worksheet: worksheet.name)
      }
      let blankRows = try places.take(row)
      if let asks, !isGuarded, asked < 100 { (isGuarded, asked) = (asks(row), asked + 1) }
      if isGuarded { if addsGuards { writer.guardFormulas() } else { row.removeFormulaGuards() } }
      try writer.append(row, after: blankRows)
    }
    // Review sheets are read with comments too.
    if isStrict { _ = try (document as? XLSXWorkbook)?.comments(ofWorksheetAt: index) }
  }

  /// The files to write, each with the worksheets that go into it; a nil file is standard output.
  private func distribution(of chosen: [Int], in document: any TableReading, path: String, to destination: Destination)
    throws(SpreadsheetError) -> [(file: String?, worksheets: [Int])]
  {
    let file: String? = if case .file(let path) = destination { path } else { nil }
    if !format.hasOneTable { return [(file, chosen)] }
    if chosen.count <= 1 { return chosen.map { (file, [$0]) } }
    guard let file else {
      throw SpreadsheetError(
        .convertSeveralWorksheets, "there are \(chosen.count) worksheets, but standard output takes only one table.",
        hint: "Choose one of \(document.worksheets.names), or name a file.", place: .init(file: path))
    }
    var names = WorksheetFileNames(file)
    return chosen.map { (names.path(for: document.worksheets[$0].name), [$0]) }
  }
}

/// An output that is finished only after all other outputs are complete.
final class HeldOutput: ByteOutput {
  private let output: any ByteOutput

  init(_ output: any ByteOutput) { self.output = output }

  var scratchFolder: String { output.scratchFolder }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) { try output.write(bytes) }

  func finish() throws(SpreadsheetError) {}

  func discard() { output.discard() }

  func release() throws(SpreadsheetError) { try output.finish() }
}

/// File names for worksheets that stay distinct on a file system that ignores case.
struct WorksheetFileNames {
  private let file: FileName
  private var names = PathComponents()

  init(_ path: String) { file = FileName(path) }

  mutating func path(for worksheet: String) -> String {
    let name = names.name(of: worksheet, separator: " ")
    return "\(file.folder)\(file.base).\(name)\(file.suffix)"
  }
}
