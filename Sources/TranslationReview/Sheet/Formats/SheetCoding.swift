import Spreadsheet

/// How one file format contains a review sheet.
protocol SheetCoding: Sendable {
  /// The name of the format, which is also the extension of its files: `xlsx`.
  var name: String { get }

  /// Writes a sheet. The coding finishes the output, or discards it before it throws.
  ///
  /// - Returns: The number of rows.
  func write(_ sheet: WrittenSheet, to output: any ByteOutput) throws -> Int
}

/// A format that is not a table, such as a list of translation units.
///
/// Its files are recognised by their extension. The reader of review sheets judges the rows that the format delivers in
/// the same way as those of a table: by their base, if they kept one.
protocol ExchangeCoding: SheetCoding {
  /// Reads the rows of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limits: The limits for what the file may contain, which the coding checks before it believes the file.
  ///   - body: Receives each row in the order of the file. An error that it throws ends the reading.
  /// - Returns: The id of the sheet; nil if the file does not keep it.
  /// - Throws: The codes of the format, with the file and the line.
  func read(_ path: String, limits: SpreadsheetLimits, _ body: (ExchangedRow) throws -> Void) throws -> String?
}

/// A sheet as a format writes it.
struct WrittenSheet {
  /// The sheet, whose bases name its id.
  let sheet: ReviewSheet
  let id: TextHash
  let provenance: SheetProvenance
  let options: ReviewSheetWriter.Options
}

/// One row of a file in an exchange format.
struct ExchangedRow {
  /// The place in the file at which a person finds the row, counted from one: a line, or a unit.
  let number: Int
  /// The cells, with the row's base if the file kept it.
  let cells: ReviewRow
}
