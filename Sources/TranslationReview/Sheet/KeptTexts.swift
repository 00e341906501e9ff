import NStackAPI
import Spreadsheet

/// Counts the bytes of text that a reader keeps, so that a small file cannot fill the memory: all its cells may refer
/// to one long text.
struct KeptTexts {
  /// The bytes of text that may be kept for each byte of the files, even above the limit. No text that a person wrote
  /// compresses better, even if a row keeps it four times.
  private static let sizePerFileByte = 16

  private let limit: Int
  private var used = 0

  init(_ limits: SpreadsheetLimits) {
    limit = limits.keptText
  }

  /// Counts the texts that are kept for a row.
  ///
  /// - Parameter fileSize: The total size of the files so far, in bytes.
  /// - Throws: `limit.kept-text`.
  mutating func take(_ finding: RowClassifier.Finding, file: String, fileSize: Int) throws(SpreadsheetError) {
    let row: ReturnedRow
    switch finding {
    case .returned(let found), .doubtful(let found): row = found
    case .blank, .untouched: return
    }
    var size = row.text.section.utf8.count + row.text.key.utf8.count + row.text.locale.utf8.count
    for text in [row.sourceValue ?? "", row.currentValue, row.proposal, row.exportedProposal ?? "", row.action] {
      size += text.utf8.count
    }
    if let context = row.context { size += context.description.utf8.count + context.screenshot.utf8.count }
    // A note is kept twice: for its row and for the next export.
    size += row.note.utf8.count * 2
    for damage in row.damage { size += damage.found.utf8.count }
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
      .limitKeptText,
      "the texts of rows with an edit, a note or damage take more than \(most) bytes.",
      hint: "Split the sheet and import its parts one after the other, or raise the limit `keptText`.",
      place: SpreadsheetError.Place(file: file))
  }
}
