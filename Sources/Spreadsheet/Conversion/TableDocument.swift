/// A document to convert, whatever its format.
struct TableDocument {
  private enum Source {
    case workbook(XLSXWorkbook)
    case delimited(CSVDocument)
    case json(JSONTableReader)
  }

  let worksheets: [Worksheet]
  let properties: DocumentProperties
  private let source: Source

  /// Opens a document. Its content decides its format, except that JSON is recognised by its extension.
  init(path: String, csv: CSVReadingOptions, limits: SpreadsheetLimits) throws(SpreadsheetError) {
    if TableFormat(extensionOf: path) == .json {
      let table = try JSONTableReader(path: path, limits: limits)
      source = .json(table)
      worksheets = table.worksheets
      properties = DocumentProperties()
      return
    }
    var csv = csv
    if csv.delimiter == nil, TableFormat(extensionOf: path) == .tsv { csv.delimiter = 0x09 }
    switch try SpreadsheetDocument.open(path: path, csv: csv, limits: limits) {
    case .workbook(let workbook):
      source = .workbook(workbook)
      properties = workbook.properties
      worksheets = workbook.worksheets
    case .delimited(let document):
      source = .delimited(document)
      properties = DocumentProperties()
      worksheets = [Worksheet(name: FileName(path).base, visibility: .visible)]
    }
  }

  /// Whether the document is delimited text.
  var isDelimited: Bool {
    if case .delimited = source { true } else { false }
  }

  /// The faults that a lenient reading has accepted so far.
  var warnings: [CSVWarning] {
    if case .delimited(let document) = source { document.warnings } else { [] }
  }

  /// The faults that a lenient reading of a workbook has accepted so far.
  var workbookWarnings: [XLSXWarning] {
    if case .workbook(let workbook) = source { workbook.warnings } else { [] }
  }

  func readRows(ofWorksheetAt index: Int, _ body: (Row) throws -> Void) throws {
    switch source {
    case .workbook(let workbook): try workbook.readRowsAhead(ofWorksheetAt: index, body)
    case .delimited(let document): try document.readRows(body)
    case .json(let table): try table.readRows(ofWorksheetAt: index, body)
    }
  }

  /// The number format of a style of the document.
  func numberFormat(ofStyle style: Int) -> String {
    if case .workbook(let workbook) = source { workbook.numberFormat(ofStyle: style) } else { "General" }
  }
}

/// The parts of a path.
struct FileName {
  /// The folder with its trailing slash; empty if there is none.
  let folder: String
  /// The name without extension.
  let base: String
  /// The extension with its dot; empty if there is none.
  let suffix: String

  init(_ path: String) {
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[start...]
    folder = String(path[..<start])
    if let dot = name.lastIndex(of: "."), dot > name.startIndex {
      base = String(name[..<dot])
      suffix = String(name[dot...])
    } else {
      base = String(name)
      suffix = ""
    }
  }
}
