import Basics
import Spreadsheet

/// Hidden worksheets that contain rows of a review sheet.
///
/// Their edits count like all others, but the person who sends the sheet may not know about them.
struct HiddenWorksheets {
  private struct Place: Hashable {
    let fileIndex: Int
    let worksheet: String
  }

  private var hidden: [(place: Place, file: String, isVeryHidden: Bool)] = []

  /// Adds a worksheet that was read, unless it is visible.
  mutating func take(_ name: String?, _ visibility: Worksheet.Visibility, fileIndex: Int, file: String) {
    guard let name, visibility != .visible else { return }
    hidden.append((Place(fileIndex: fileIndex, worksheet: name), file, visibility == .veryHidden))
  }

  /// Returns a warning for each hidden worksheet with an edit.
  func diagnostics(for rows: [ReturnedRow]) -> [Diagnostic] {
    if hidden.isEmpty { return [] }
    var counts: [Place: Int] = [:]
    for row in rows {
      guard let worksheet = row.place.worksheet else { continue }
      counts[Place(fileIndex: row.place.fileIndex, worksheet: worksheet), default: 0] += 1
    }
    return hidden.compactMap { place, file, isVeryHidden in
      guard let count = counts[place] else { return nil }
      return Diagnostic(
        code: .sheetHiddenWorksheet, severity: .warning,
        message: "\(Visible.text(file, limit: 1_000)): the worksheet \"\(Visible.text(place.worksheet))\" is hidden"
          + (isVeryHidden ? " (only a macro can show it)" : "")
          + " and has \(Counted.text(count, "edited row")). Its edits count like all others.")
    }
  }
}
