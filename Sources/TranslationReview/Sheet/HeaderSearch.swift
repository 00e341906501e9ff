import NStackAPI
import Spreadsheet

/// The search for the header in the first rows of a worksheet or file.
struct HeaderSearch {
  /// How many rows from the top may stand before the header.
  static let rows = 20

  /// What the header says; nil until it is found.
  private(set) var columns: SheetColumns?
  /// Whether the first cell begins with a UTF-8 byte order mark as another encoding shows it.
  private var wasReadInWrongEncoding = false
  private var incomplete: (missing: [ReviewColumn], found: [String], place: RowPlace)?

  mutating func look(at row: Row, place: RowPlace) throws(SpreadsheetError) {
    if row.count > 0, row.text(of: row[0]).hasPrefix("\u{EF}\u{BB}\u{BF}") { wasReadInWrongEncoding = true }
    let cells = (0..<row.count).map { (column: row[$0].column, text: row.text(of: row[$0])) }
    switch SheetColumns.recognition(of: cells, row: row.index) {
    case .header(let columns): self.columns = columns
    case .incomplete(let missing, let found): incomplete = incomplete ?? (missing, found, place)
    case .repeated(let header, let columns):
      let letters = columns.map(CellName.letters(ofColumn:)).joined(separator: " and ")
      throw SpreadsheetError(
        SpreadsheetError.Code(rawValue: "sheet.repeated-column"),
        "the header \"\(Visible.text(header))\" stands twice, in columns \(letters).",
        hint: "Delete or rename one of them.",
        place: SpreadsheetError.Place(file: place.file, worksheet: place.worksheet, line: place.row))
    case .other: break
    }
  }

  /// Refuses a worksheet that names some of the columns that a review sheet needs and not all: what was written in it would be
  /// passed over in silence.
  func refuseIncomplete(file: String) throws(SpreadsheetError) {
    if columns == nil, incomplete != nil { throw Self.error(for: [self], file: file) }
  }

  /// The one error for a file none of whose worksheets bears the header.
  static func error(for searches: [HeaderSearch], file: String) -> SpreadsheetError {
    if searches.contains(where: \.wasReadInWrongEncoding) {
      return SpreadsheetError(
        SpreadsheetError.Code(rawValue: "sheet.wrong-encoding"),
        "a program opened the file in an encoding that is not its own and saved what it saw.",
        hint: "Take the file as it was before, open it as UTF-8, and save it again.",
        place: SpreadsheetError.Place(file: file, line: 1))
    }
    if let near = searches.compactMap(\.incomplete).first {
      let missing = near.missing.map { "\"\($0.header)\"" }.joined(separator: ", ")
      let found = near.found.map { "\"\(Visible.text($0))\"" }.joined(separator: ", ")
      return SpreadsheetError(
        SpreadsheetError.Code(rawValue: "sheet.missing-column"),
        "the header lacks \(near.missing.count == 1 ? "the column" : "the columns") \(missing) (found \(found)).",
        hint: "Restore the header as it was exported.",
        place: SpreadsheetError.Place(file: file, worksheet: near.place.worksheet, line: near.place.row))
    }
    let needed = ReviewColumn.allCases.filter(\.isRequired).map(\.header).joined(separator: ", ")
    return SpreadsheetError(
      SpreadsheetError.Code(rawValue: "sheet.no-header"),
      "no worksheet has the header of a review sheet in its first \(rows) rows.",
      hint: "A review sheet needs the columns \(needed).", place: SpreadsheetError.Place(file: file))
  }
}
