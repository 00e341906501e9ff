import Basics
import NStackAPI
import Spreadsheet

/// Holds back the rows of a file until one of them shows that an export wrote it. Other files of the format are refused
/// before any of their rows is taken.
struct ForeignUnits {
  /// The number of units that no export wrote, after which a file is taken for another one.
  private static let mostWaiting = 1_000
  /// The number of bytes in their texts after which it is, too.
  private static let mostBytes = 32 << 20

  let path: String
  let body: (ExchangedRow) throws -> Void
  private var isOwn = false
  private var waiting: [ExchangedRow] = []
  private var waitingSize = 0

  init(path: String, body: @escaping (ExchangedRow) throws -> Void) {
    self.path = path
    self.body = body
  }

  mutating func take(_ row: ExchangedRow, isOwn: Bool) throws {
    if self.isOwn { return try body(row) }
    if isOwn {
      self.isOwn = true
      for row in waiting { try body(row) }
      waiting = []
      return try body(row)
    }
    waiting.append(row)
    waitingSize += row.cells.proposal.utf8.count + row.cells.note.utf8.count + row.cells.currentValue.utf8.count
    waitingSize += (row.cells.sourceValue ?? row.cells.sourceText ?? "").utf8.count
    if waiting.count > Self.mostWaiting || waitingSize > Self.mostBytes {
      throw foreign("none of the first \(Counted.text(waiting.count, "unit"))")
    }
  }

  func finish() throws {
    if !isOwn { throw foreign("no unit") }
  }

  private func foreign(_ units: String) -> SpreadsheetError {
    SpreadsheetError(
      .sheetNoHeader, "\(units) of the file is from an export of a review.",
      hint: "Import a file that `export` wrote; to use other translations, export with them as a memory.",
      place: SpreadsheetError.Place(file: path))
  }
}
