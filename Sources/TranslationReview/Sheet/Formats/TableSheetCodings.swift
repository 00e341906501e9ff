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
  /// The delimiter unless the options name one; nil for a comma.
  let delimiter: UInt8?

  var name: String { format.rawValue }

  func write(_ sheet: WrittenSheet, to output: any ByteOutput) throws -> Int {
    try TableSheetWriter(sheet, delimiter: delimiter).writeCSV(to: output)
  }
}
