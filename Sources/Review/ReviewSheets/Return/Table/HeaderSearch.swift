import Basics
import NStackAPI
import Spreadsheet

/// The search for the header in the first rows of a worksheet or file.
package struct HeaderSearch {
  /// The number of rows at the top that are searched for the header.
  static let rows = 20

  /// The columns that the header names; nil until the header is found.
  private(set) var columns: SheetColumns?
  /// The texts of a table without a header, or above it.
  var unread = AboutTexts()
  /// Whether the first cell begins with a UTF-8 byte order mark that was read in another encoding.
  private var wasReadInWrongEncoding = false
  private var incomplete: (missing: [ReviewColumn], found: [String], unknown: [String], place: RowPlace)?
  /// The first row with many known headers, but fewer than two of those that name a text, and its unknown headers.
  private var renamed: (unknown: [String], place: RowPlace)?
  /// The number of known headers that make a row look like a header with renamed columns.
  private static let fewestOfRenamed = 4
  /// The most unknown headers that a message lists.
  private static let mostListed = 8
  /// The first row with a `Base` that was found before a header.
  private var firstBase: (place: RowPlace, column: Int)?

  /// The UTF-8 byte order mark, read as Windows-1252 and written as UTF-8.
  private static let misreadMark = Array("\u{EF}\u{BB}\u{BF}".utf8)

  /// Whether a row before the header contains a `Base`, which means that an export wrote it.
  mutating func noteBase(in row: Row, place: @autoclosure () -> RowPlace) -> Bool {
    guard row.hasCell(withBytes: RowBase.shortestText) else { return false }
    for cell in row.filledCells where RowBase.isIn(cell, of: row) {
      firstBase = (place(), cell.column)
      return true
    }
    return false
  }

  mutating func look(at row: Row, place: @autoclosure () -> RowPlace) throws(SpreadsheetError) {
    if row.count > 0, row.utf8(of: row.filledCells[0]).starts(with: Self.misreadMark) { wasReadInWrongEncoding = true }
    guard SheetColumns.mayBeHeader(row) else { return }
    let place = place()
    let cells = row.filledCells.map { (column: $0.column, text: SheetColumns.headerText(of: $0, in: row)) }
    switch SheetColumns.recognition(of: cells, row: row.index) {
    case .header(let columns): self.columns = columns
    case .incomplete(let missing, let found, let unknown): incomplete = incomplete ?? (missing, found, unknown, place)
    case .repeated(let header, let columns):
      let letters = columns.map(CellName.letters(ofColumn:)).joined(separator: " and ")
      throw SpreadsheetError(
        .sheetRepeatedColumn, "the header \"\(Visible.text(header))\" appears twice, in columns \(letters).",
        hint: "Delete or rename one of them.", place: SpreadsheetError.Place(place))
    case .other(let found, let unknown): if found >= Self.fewestOfRenamed { renamed = renamed ?? (unknown, place) }
    }
  }

  /// Refuses a worksheet that is a review sheet but whose rows cannot be read: its header has only some of the required
  /// columns, or it has exported rows and no header. Without an error, its edits would be ignored silently.
  func refuseUnreadable(file: String) throws(SpreadsheetError) {
    if columns == nil, incomplete != nil || firstBase != nil { throw Self.error(for: [self], file: file) }
  }

  private static func listed(_ headers: [String]) -> String {
    headers.prefix(mostListed).map { "\"\(Visible.text($0))\"" }.joined(separator: ", ")
      + (headers.count > mostListed ? ", …" : "")
  }

  static func refuseAllLost(_ searches: [HeaderSearch], file: String) throws(SpreadsheetError) {
    if !searches.contains(where: { $0.columns != nil }) { throw error(for: searches, file: file) }
  }

  private static func error(for searches: [HeaderSearch], file: String) -> SpreadsheetError {
    if searches.contains(where: \.wasReadInWrongEncoding) {
      return SpreadsheetError(
        .sheetWrongEncoding, "a program opened the file in the wrong encoding and saved it that way.",
        hint: "Go back to the file as it was before that, open it as UTF-8, and save it again.",
        place: SpreadsheetError.Place(file: file, line: 1))
    }
    if let near = searches.compactMap(\.incomplete).first {
      let missing = near.missing.map { "\"\($0.header)\"" }.joined(separator: ", ")
      let found = near.found.map { "\"\(Visible.text($0))\"" }.joined(separator: ", ")
      let similar = near.unknown.compactMap { name in
        near.missing.first { $0.resembles(name) }.map { "\"\(Visible.text(name))\" resembles \"\($0.header)\"" }
      }
      let strangers = near.unknown.isEmpty ? "" : "; not known: \(listed(near.unknown))"
      return SpreadsheetError(
        .sheetMissingColumn,
        "the header lacks \(near.missing.count == 1 ? "the column" : "the columns") \(missing) "
          + "(found \(found)\(strangers)\(similar.isEmpty ? "" : "; \(similar.joined(separator: ", "))")).",
        hint: near.unknown.isEmpty
          ? "Restore the header as it was exported."
          : "If one of the unknown columns was renamed, change its name back.",
        place: SpreadsheetError.Place(file: file, worksheet: near.place.worksheet, line: near.place.row))
    }
    if let (place, column) = searches.compactMap(\.firstBase).first {
      if let (unknown, header) = searches.compactMap(\.renamed).first, !unknown.isEmpty {
        return SpreadsheetError(
          .sheetMissingColumn,
          "the header does not name the columns of a text; it has unknown ones: \(listed(unknown)).",
          hint: "Restore the header as it was exported: its first columns are Section and Key.",
          place: SpreadsheetError.Place(file: file, worksheet: header.worksheet, line: header.row))
      }
      return SpreadsheetError(
        .sheetLostHeader,
        "an export wrote this row (its Base is in column \(CellName.letters(ofColumn: column))), but the table has no header.",
        hint: "Put the exported header row above the rows, or move the rows back below their header.",
        place: SpreadsheetError.Place(file: file, worksheet: place.worksheet, line: place.row))
    }
    let needed = ReviewColumn.allCases.filter(\.isRequired).map(\.header).joined(separator: ", ")
    return SpreadsheetError(
      .sheetNoHeader, "this is not a review sheet: its header is not in the first \(rows) rows.",
      hint: "A review sheet needs the columns \(needed).", place: SpreadsheetError.Place(file: file))
  }

  /// The faults that mean that a text is not CSV at all.
  private static let textFaults: Set<SpreadsheetError.Code> = [
    .csvFieldCount, .csvTextAfterQuote, .csvBareQuote, .csvUnterminatedQuote,
  ]

  /// The error to report for a fault in the rows. If no earlier row looks like a header, the message says this first.
  /// The code stays the same, because a damaged sheet is never left out.
  func error(for error: SpreadsheetError) -> SpreadsheetError {
    guard columns == nil, incomplete == nil, renamed == nil, firstBase == nil, Self.textFaults.contains(error.code)
    else { return error }
    return SpreadsheetError(
      error.code,
      "this is not a review sheet, or its header is gone: no row before this one has it, and \(error.message)",
      hint: "Give the sheet that was exported, with its header in the first row.", place: error.place)
  }
}
