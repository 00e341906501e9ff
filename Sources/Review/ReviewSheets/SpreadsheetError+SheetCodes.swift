package import Spreadsheet

/// The codes of errors in review sheets, by group. The article *Error codes* says what to do about each.
extension SpreadsheetError.Code {
  // MARK: - Review sheets that cannot be read

  /// No worksheet has the header of a review sheet.
  package static let sheetNoHeader: Self = "sheet.no-header"
  /// An export wrote a row, but the table has no header.
  package static let sheetLostHeader: Self = "sheet.lost-header"
  /// The header lacks a required column, or a column that has values in the table.
  package static let sheetMissingColumn: Self = "sheet.missing-column"
  /// The header has a column twice.
  package static let sheetRepeatedColumn: Self = "sheet.repeated-column"
  /// No `Base` can be read, although an export wrote the sheet.
  package static let sheetLostBase: Self = "sheet.lost-base"
  /// A word that asks for a deletion is in a column that is not read.
  package static let sheetLostAction: Self = "sheet.lost-action"
  /// A program opened the file in the wrong encoding and saved it.
  package static let sheetWrongEncoding: Self = "sheet.wrong-encoding"
  /// A file names another locale than the one for which its units were exported.
  package static let sheetOtherLocale: Self = "sheet.other-locale"
  /// The earlier sheet to compare with has no rows that an export wrote.
  package static let sheetNoBase: Self = "sheet.no-base"
  /// The earlier sheet to compare with is from a different application, platform or server.
  package static let sheetOtherApplication: Self = "sheet.other-application"
  /// The sheet has more edited rows than the limit allows.
  package static let limitEdits: Self = "limit.edits"
  /// The texts of rows with an edit, a note or damage take more bytes than the limit allows.
  package static let limitKeptText: Self = "limit.kept-text"

  // MARK: - Exchange formats

  /// The file format holds one locale but the sheet has several, or it needs one but the application has none.
  package static let exchangeLocales: Self = "exchange.locales"
}
