import NStackAPI
import Spreadsheet

/// Counts the texts that a reader keeps of rows, so that a small file cannot fill the memory: its cells may all refer to one
/// long text.
struct KeptTexts {
  /// So many times the size of the files is kept whatever the limit says: no text that a person wrote compresses better, each
  /// of the four that a row holds of it counted.
  private static let sizePerFileByte = 16

  private let limit: Int
  private var used = 0

  init(_ limits: SpreadsheetLimits) {
    limit = limits.keptText
  }

  /// Counts what is kept of a row.
  ///
  /// - Parameter fileSize: The bytes of all files so far.
  /// - Throws: `limit.kept-text`.
  mutating func take(_ finding: RowClassifier.Finding, file: String, fileSize: Int) throws(SpreadsheetError) {
    let returned: ReturnedRow
    switch finding {
    case .returned(let row), .doubtful(let row): returned = row
    case .blank, .untouched: return
    }
    let row = returned.row
    var size = row.text.section.utf8.count + row.text.key.utf8.count + row.text.locale.utf8.count
    for text in [row.sourceValue ?? "", row.currentValue, row.proposal, row.exportedProposal ?? "", row.action] {
      size += text.utf8.count
    }
    // A note is kept for its row and for the next export.
    size += row.note.utf8.count * 2
    for damage in returned.damage { size += damage.found.utf8.count }
    try take(size, file: file, fileSize: fileSize)
  }

  /// Counts the notes of a row.
  mutating func take(_ notes: [ReturnedSheet.Note], file: String, fileSize: Int) throws(SpreadsheetError) {
    for note in notes {
      let text = note.text
      try take(
        note.note.utf8.count + text.section.utf8.count + text.key.utf8.count + text.locale.utf8.count, file: file,
        fileSize: fileSize)
    }
  }

  private mutating func take(_ size: Int, file: String, fileSize: Int) throws(SpreadsheetError) {
    used += size
    let most = max(limit, fileSize.multipliedReportingOverflow(by: Self.sizePerFileByte).partialValue)
    guard used > most else { return }
    throw SpreadsheetError(
      SpreadsheetError.Code(rawValue: "limit.kept-text"),
      "the texts of rows that hold an edit, a note or damage take more than \(most) bytes.",
      hint: "Divide the sheet, and import its parts one after the other, or raise the limit `keptText`.",
      place: SpreadsheetError.Place(file: file))
  }
}
