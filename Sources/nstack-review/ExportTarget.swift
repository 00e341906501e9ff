import Spreadsheet
import TranslationReview

/// The file that an export is about to replace.
enum ExportTarget {
  /// Refuses to write over a review sheet in which somebody has edited rows that no import has taken yet.
  static func refuseUnsentEdits(at path: String, overwrite: Bool, csv: CSVReadingOptions) throws {
    guard !overwrite, PlainFile.exists(path) else { return }
    let edited: Int
    do {
      edited = try ReviewSheetReader.read([path], csv: csv).rows.count
    } catch let error as SpreadsheetError {
      throw Failure.usage(
        "export.target", "\(path) is there and is no review sheet (\(error.message)), so it is not overwritten.",
        hint: "Choose another name, or add --overwrite.")
    }
    guard edited > 0 else { return }
    throw Failure.usage(
      "export.unsent-edits",
      "\(path) holds \(Counted.text(edited, "edited row")) that an export would wipe out.",
      hint: "Import it first, choose another name, or add --overwrite.")
  }
}
