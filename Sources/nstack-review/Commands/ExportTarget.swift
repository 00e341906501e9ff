import Spreadsheet
import TranslationReview

/// The file that an export is about to replace.
struct ExportTarget {
  private let path: String
  private let sheet: ReturnedSheet

  /// Reads the file where there is one to lose.
  ///
  /// - Returns: Nil where there is no file, it may be written over, or no row of it was edited.
  /// - Throws: ``Failure``: `export.target` for a file that is not a review sheet.
  static func toLose(at path: String, overwrite: Bool, csv: CSVReadingOptions) throws -> ExportTarget? {
    guard !overwrite, PlainFile.exists(path) else { return nil }
    do {
      let sheet = try ReviewSheetReader.read([path], csv: csv)
      return sheet.rows.isEmpty ? nil : ExportTarget(path: path, sheet: sheet)
    } catch let error as SpreadsheetError {
      throw Failure.usage(
        "export.target", "\(path) is there and is not a review sheet (\(error.message)), so it is not overwritten.",
        hint: "Choose another name, or add --overwrite.")
    }
  }

  /// Refuses to write over a review sheet in which somebody has edited rows that no import has brought to the server.
  func refuseUnsentEdits(against catalog: Catalog, _ connection: Connection) throws {
    var options = PlanningOptions()
    options.history = try JournalPlace.history(of: sheet, against: catalog, connection)
    let changeset = ChangesetPlanner.plan(sheet, against: catalog, scope: connection.scope, options: options)
    let unsent = try JournalPlace.sentEdits(of: sheet, connection).unsentCount(in: changeset)
    guard unsent > 0 else { return }
    throw Failure.usage(
      "export.unsent-edits",
      "\(path) holds \(Counted.text(unsent, "edited row")) that an export would wipe out.",
      hint: "Import it first, choose another name, or add --overwrite.")
  }
}
