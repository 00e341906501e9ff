import Spreadsheet
import TranslationReview

/// The review sheet that an export is about to replace.
struct ReplacedSheet {
  private let path: String
  private let sheet: ReturnedSheet

  /// Reads the sheet.
  ///
  /// - Returns: Nil if there is no file, or no row of it was edited.
  /// - Throws: ``ImportError`` `export.target` for a file that is not a review sheet.
  init?(at path: String, csv: CSVReadingOptions) throws {
    guard PlainFile.exists(path) else { return nil }
    do {
      let sheet = try ReviewSheetReader.read([path], csv: csv)
      guard !sheet.rows.isEmpty else { return nil }
      (self.path, self.sheet) = (path, sheet)
    } catch let error as SpreadsheetError {
      throw ImportError(
        .notAReviewSheet,
        "\(path) exists and is not a review sheet, so it is not overwritten: \(error.message)",
        hint: "Choose another name, or allow overwriting it.")
    }
  }

  /// Refuses to replace a sheet with edited rows that no import has sent.
  func refuseUnsentEdits(against catalog: Catalog, _ profile: ReviewProfile) throws {
    var options = PlanningOptions()
    options.history = try profile.history(of: sheet, against: catalog)
    let changeset = ChangesetPlanner.plan(sheet, against: catalog, scope: profile.scope, options: options)
    let unsent = try profile.sentEdits(of: sheet).unsentCount(in: changeset, signOffs: profile.signOffs())
    guard unsent > 0 else { return }
    throw ImportError(
      .unsentEdits, "\(path) has \(Counted.text(unsent, "edited row")) that an export would overwrite.",
      hint: "Import it first, choose another name, or allow overwriting it.")
  }
}
