import Basics
import Spreadsheet

/// The rows of a table, each an entry of the same kind: the first worksheet of a workbook, or delimited text.
struct TableRows {
  let path: String
  private let limits: SpreadsheetLimits
  private let remark: @Sendable (SpreadsheetError) -> Void
  private var csv: CSVReadingOptions

  /// Creates the rows of a file. Text whose name ends in `.tsv` or `.tab` has tabs between its fields.
  init(_ path: String, _ options: UnitReadingOptions) {
    self.path = path
    (limits, remark) = (options.limits, options.remark)
    csv = options.csv
    let name = path.lowercased()
    if csv.delimiter == nil, name.hasSuffix(".tsv") || name.hasSuffix(".tab") { csv.delimiter = 0x09 }
  }

  /// The same rows of text in the Windows encoding of Western Europe, in which Excel saves plain CSV.
  var inWindowsEncoding: TableRows {
    var rows = self
    rows.csv.encoding = "WINDOWS-1252"
    return rows
  }

  /// Whether the text is clearly UTF-8 (it has a byte order mark or a valid multi-byte character), so that an invalid
  /// byte is a fault.
  func beginsAsUTF8() throws(SpreadsheetError) -> Bool {
    let head = try TextFile.head(of: path, count: 1 << 20)
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { return true }
    return head.indices.contains { index in
      let count =
        switch head[index] {
        case 0xC2...0xDF: 1
        case 0xE0...0xEF: 2
        case 0xF0...0xF4: 3
        default: 0
        }
      let rest = head[(index + 1)...].prefix(count)
      return count > 0 && rest.count == count && rest.allSatisfy { $0 & 0xC0 == 0x80 }
    }
  }

  /// Whether the encoding is only assumed, so that another one may be tried.
  var hasAssumedEncoding: Bool { csv.encoding == nil }

  /// Reads the rows in order; those without a text are left out.
  func read(_ body: (Row, Location) throws -> Void) throws {
    switch try SpreadsheetDocument.open(path: path, csv: csv, limits: limits) {
    case .workbook(let workbook):
      guard let worksheet = workbook.worksheets.first else { return }
      try workbook.readRows(ofWorksheetAt: 0) { row in
        guard row.count > 0 else { return }
        try body(row, Location(file: path, worksheet: worksheet.name, number: row.index + 1, line: nil))
      }
    case .delimited(let document):
      try document.readRows { row in
        guard row.count > 0 else { return }
        try body(row, Location(file: path, worksheet: nil, number: row.index + 1, line: document.line))
      }
    }
  }

  /// Reports the worksheets after the first one that have rows, because they are not read.
  func remarkOnOtherWorksheets() throws {
    guard case .workbook(let workbook) = try SpreadsheetDocument.open(path: path, csv: csv, limits: limits) else {
      return
    }
    for index in workbook.worksheets.indices.dropFirst() {
      var row: Int?
      do {
        try workbook.readRows(ofWorksheetAt: index) {
          guard $0.count > 0 else { return }
          row = $0.index + 1
          throw Found()
        }
      } catch is Found {}
      guard let row else { continue }
      let name = workbook.worksheets[index].name
      remark(
        SpreadsheetError(
          .exchangeWorksheet,
          "this worksheet is ignored, because only the first one is read; it has cells from row \(row) on.",
          hint: "Move its rows to the first worksheet, or save it as a separate file.",
          place: SpreadsheetError.Place(file: path, worksheet: name)))
    }
  }

  /// Ends the reading after the first row.
  private struct Found: Error {}

  struct Location {
    let file: String
    /// The worksheet; nil in delimited text.
    let worksheet: String?
    let number: Int
    /// The line of delimited text, counted from one.
    let line: Int?

    func cell(inColumn column: Int) -> SpreadsheetError.Place {
      SpreadsheetError.Place(
        file: file, worksheet: worksheet, cell: CellName.cell(row: number - 1, column: column), line: line)
    }
  }
}
