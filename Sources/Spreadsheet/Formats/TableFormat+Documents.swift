extension TableFormat {
  /// Opens a document of any format. Its contents decide the format, unless its extension names one that contents do not
  /// tell.
  ///
  /// - Throws: The codes of ``SpreadsheetDocument`` and of the formats.
  static func document(path: String, options: TableOptions) throws(SpreadsheetError) -> any TableReading {
    let named = TableFormat(extensionOf: path)?.coding
    if let named = named as? any NamedTableCoding { return try named.document(path: path, options: options) }
    var csv = options[CSVReadingOptions.self] ?? CSVReadingOptions()
    if csv.delimiter == nil { csv.delimiter = (named as? CSVTableCoding)?.delimiter }
    let tolerance = options[XLSXTolerance.self] ?? .hiddenContents
    return switch try SpreadsheetDocument.open(path: path, csv: csv, limits: options.limits, tolerance: tolerance) {
    case .workbook(let workbook): XLSXTables(workbook: workbook)
    case .delimited(let document): CSVTable(document, path: path)
    }
  }
}
