package import Spreadsheet

/// How a review sheet is stored in one file format.
package protocol SheetCoding: Sendable {
  /// Writes a sheet, and finishes the output. If it throws, the caller discards the output.
  ///
  /// - Returns: The number of rows.
  func write(_ sheet: WrittenSheet, to output: any ByteOutput) throws -> Int
}

/// A format that is not a table, such as a list of translation units.
///
/// The reader treats the rows of such a file like those of a table, and compares them with their bases.
protocol ExchangeCoding: SheetCoding {
  /// Reads the rows of a file.
  ///
  /// - Parameters:
  ///   - limits: The limits for what the file may contain, which the coding checks before it trusts the file.
  ///   - body: Receives each row in the order of the file. An error that it throws ends the reading.
  /// - Throws: The codes of the format, with the file and the line.
  func read(_ path: String, limits: SpreadsheetLimits, _ body: (ExchangedRow) throws -> Void) throws -> ExchangedFile
}

package struct WrittenSheet {
  /// The sheet, with its id in the bases.
  let sheet: ReviewSheet
  let id: TextHash
  let provenance: SheetProvenance
  let options: ReviewSheetWriter.Options
  /// The tables of a returned file that are written again, the number of rows that the export had written to each, and
  /// the texts outside the rows; nil for the sheet's own rows.
  let copied: (tables: [SheetTable], rowCounts: ExportedRowCounts, others: OtherTexts)?

  package init(
    sheet: ReviewSheet, id: TextHash, provenance: SheetProvenance, options: ReviewSheetWriter.Options,
    copied: (tables: [SheetTable], rowCounts: ExportedRowCounts, others: OtherTexts)? = nil
  ) {
    self.sheet = sheet
    self.id = id
    self.provenance = provenance
    self.options = options
    self.copied = copied
  }
}

/// What a file in an exchange format says about its sheet.
struct ExchangedFile {
  /// The id of the sheet; nil if the file does not keep it.
  var sheetID: String?
  /// The number of rows that the export wrote and that the format reads; nil if the file does not keep it.
  var exportedRowCount: Int?
  /// Texts outside the rows, with their place and advice, for remarks.
  var unread: [(texts: UnreadTexts, place: String, advice: String)] = []
  /// The locales that the bases prove, where the file does not name them.
  var locales: ProvenLocales?
}
