import Spreadsheet

/// How one file format contains a review sheet.
protocol SheetCoding: Sendable {
  /// The name of the format, which is also the extension of its files: `xlsx`.
  var name: String { get }
  /// The extensions of its files in lower case, the usual one first.
  var extensions: [String] { get }
  /// Whether a file has one locale, whatever the options are.
  var hasOneLocale: Bool { get }

  /// Writes a sheet. The coding finishes the output, or discards it before it throws.
  ///
  /// - Returns: The number of rows.
  func write(_ sheet: WrittenSheet, to output: any ByteOutput) throws -> Int
}

extension SheetCoding {
  var extensions: [String] { [name] }
  var hasOneLocale: Bool { false }
}

/// A format that is not a table, such as a list of translation units.
///
/// Its files are recognised by their extension. The reader of review sheets judges the rows that the format delivers in
/// the same way as those of a table: by their base, if they kept one.
protocol ExchangeCoding: SheetCoding {
  /// The extensions of dialects that are read and not written, in lower case.
  var dialects: [String] { get }

  /// Reads the rows of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limits: The limits for what the file may contain, which the coding checks before it believes the file.
  ///   - body: Receives each row in the order of the file. An error that it throws ends the reading.
  /// - Throws: The codes of the format, with the file and the line.
  func read(_ path: String, limits: SpreadsheetLimits, _ body: (ExchangedRow) throws -> Void) throws -> ExchangedFile
}

extension ExchangeCoding {
  var dialects: [String] { [] }
}

/// A sheet as a format writes it.
struct WrittenSheet {
  /// The sheet, whose bases name its id.
  let sheet: ReviewSheet
  let id: TextHash
  let provenance: SheetProvenance
  let options: ReviewSheetWriter.Options
  /// The returned tables that are written again; nil for the sheet's own rows.
  var returned: [SheetTable]?
}

/// What a file in an exchange format says about its sheet.
struct ExchangedFile {
  /// The id of the sheet; nil if the file does not keep it.
  var sheetID: String?
  /// The number of rows that the export wrote and that the format reads; nil if the file does not keep it.
  var exportedRowCount: Int?
}

/// One row of a file in an exchange format.
struct ExchangedRow {
  /// The place in the file at which a person finds the row, counted from one: a line, or a unit.
  let number: Int
  /// The cells, with the row's base if the file kept it.
  var cells: ReviewRow
  /// Whether the proposal was changed, if the cells cannot tell: a format that shows the current value where there is no
  /// proposal has other ways to be empty. Nil where the proposal and the base tell.
  var isProposalChanged: Bool?
  /// The copy of what the translation showed, which the file keeps where people do not see it: of the proposal, or of the
  /// current value. What damages the translation damages the copy. Nil if the file kept none.
  var copy: String?
  /// Whether people do not see the current value, so that only a program changes it.
  var isCurrentValueHidden = false
  /// Why the unit is not the one that its place says, as part of a sentence; nil if it is.
  var misplacement: String?
  /// What the file lost that told whether the translation was changed, such as `the comment "x"`; nil if it lost nothing.
  /// Such a row is sent only on consent.
  var lost: String?
  /// What in the file says that the changed translation is not finished, such as `the state "needs-translation"`; nil
  /// if nothing does. Such a row sends nothing.
  var unfinished: String?
  /// The language of the source text, as the file names it; nil if it does not.
  var sourceLanguage: String?
  /// What makes the text of the proposal uncertain, as the object of "the translation has"; nil if it is certain.
  var doubt: String?

  init(number: Int, cells: ReviewRow) {
    self.number = number
    self.cells = cells
  }
}
