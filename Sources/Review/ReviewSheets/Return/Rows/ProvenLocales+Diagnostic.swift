import Basics
import Spreadsheet

extension ProvenLocales {
  /// Where the rows name their locales.
  package enum Origin {
    case column
    /// Nowhere: the table has no column `Locale`. The place is that of the header.
    case lostColumn(RowPlace)
    case file
  }

  /// The remark about the rows whose locales were proven; nil if there are none.
  package func diagnostic(of origin: Origin, place: (_ row: Int) -> RowPlace) -> Diagnostic? {
    guard let told else { return nil }
    let column = ReviewColumn.locale.header
    let locales = "\"\(Visible.text(told.locale))\"" + (hasOtherLocales ? " and others" : "")
    let isEmpty = told.word.allSatisfy(\.isWhitespace)
    let word = "\"\(Visible.text(told.word))\""
    let start: String
    switch origin {
    case .column:
      start =
        "Here\(count == 1 ? "" : " and in \(Counted.text(count - 1, "other row"))") \"\(column)\" "
        + (isEmpty ? "is empty" : "holds \(word)") + (hasOtherWords ? " or another word" : "")
        + " and was exported as \(locales). The rows are read with the exported locale,"
    case .lostColumn:
      start = "The column \"\(column)\" is gone. The rows are read with the exported locale, \(locales),"
    case .file:
      start =
        (isEmpty ? "The file does not name the language of its translations" : "The file's language is \(word)")
        + " and was exported as \(locales). The units are read with the exported language,"
    }
    let isInCells = if case .file = origin { false } else { true }
    let first = if case .lostColumn(let header) = origin { header } else { place(told.row) }
    return Diagnostic(
      code: .sheetLocaleSpelling, severity: .warning, place: first, column: isInCells ? column : nil,
      message: "\(start) which their Base proves.")
  }
}
