import Spreadsheet

/// A workbook with a worksheet `About` after the tables.
struct WorkbookSheetCoding: SheetCoding {
  var name: String { TableFormat.xlsx.rawValue }

  func write(_ sheet: WrittenSheet, to output: any ByteOutput) throws -> Int {
    try TableSheetWriter(sheet).writeXLSX(to: output)
  }
}

/// Delimited text.
struct DelimitedSheetCoding: SheetCoding {
  let format: TableFormat
  /// The delimiter of the format, unless the options name one; nil for the options' default.
  let delimiter: UInt8?

  var name: String { format.rawValue }

  func write(_ sheet: WrittenSheet, to output: any ByteOutput) throws -> Int {
    try TableSheetWriter(sheet, delimiter: delimiter).writeCSV(to: output)
  }
}
