import Basics
import NStackAPI
import ReviewReports
package import Spreadsheet
package import TranslationReview

/// Guards review sheets against files of another kind that are written in their place.
package enum EditedSheet {
  /// Refuses to overwrite a review sheet with edits. Any other file may be overwritten.
  ///
  /// - Parameters:
  ///   - kept: The edited rows of other files. An edit that one of them has as well is not lost.
  ///   - source: A table with what is written; nil if there is none. If it has each row of the sheet, nothing is lost, and
  ///     no row has to be understood.
  /// - Throws: ``ImportError`` `export.unsent-edits`.
  package static func refuseOverwriting(
    _ path: String, csv: CSVReadingOptions = CSVReadingOptions(),
    writtenFrom source: (path: String, csv: CSVReadingOptions)? = nil, kept: () -> [ReturnedRow] = { [] }
  ) throws(ImportError) {
    guard PlainFile.exists(path), (try? ReviewSheetReader.mayBeReviewSheet(path, csv: csv)) == true,
      source.map({ ReviewSheetReader.hasRows(of: path, in: $0.path, csv: $0.csv) }) != true,
      let sheet = (try? ReviewSheetReader.read([path], csv: csv)).map({ ReadOnlyEdits.settled($0) }),
      !sheet.rows.isEmpty
    else { return }
    let held = Set(kept().map(Edit.init))
    let lost = sheet.rows.filter { !held.contains(Edit($0)) }
    guard !lost.isEmpty else { return }
    let unproven = lost.count(where: ReadOnlyEdits.isUnproven)
    let counts = [
      (lost.count - unproven, "edited row", "edited rows"),
      (unproven, "row without Base that may be edited", "rows without Base that may be edited"),
    ]
    let rows = counts.filter { $0.0 > 0 }.map { Counted.text($0, $1, $2) }.joined(separator: " and ")
    throw ImportError(
      .unsentEdits, "\(path) is a review sheet with \(rows), so it is not overwritten.", hint: "Choose another name.")
  }

  private struct Edit: Hashable {
    let text: TextIdentity
    let proposal: ExactText
    let action: ExactText
    let misplaced: ExactText?

    init(_ row: ReturnedRow) {
      text = row.text.normalized
      proposal = ExactText(row.proposal)
      action = ExactText(row.action)
      misplaced = row.misplacedText.map { ExactText($0) }
    }
  }
}

/// The review sheet that an export is about to replace.
struct ReplacedSheet {
  private let path: String
  private let sheet: ReturnedSheet

  /// Reads the sheet.
  ///
  /// - Returns: Nil if there is no file, or no row of it was edited, has a note or is still to decide.
  init?(at path: String, csv: CSVReadingOptions) throws {
    guard PlainFile.exists(path) else { return nil }
    do {
      let sheet = try ReviewSheetReader.read([path], csv: csv)
      guard !sheet.rows.isEmpty || !sheet.notes.isEmpty || sheet.undecidedCount > 0 else { return nil }
      (self.path, self.sheet) = (path, sheet)
    } catch let error as SpreadsheetError {
      throw ImportError(
        .notAReviewSheet, "\(path) exists and is not a review sheet, so it is not overwritten: \(error.message)",
        hint: "Choose another name, or allow overwriting it.")
    }
  }

  /// Refuses to replace a sheet with edited rows that no import has sent, notes that no import has kept, or rows that are
  /// still to decide.
  func refuseUnsentEdits(against catalog: Catalog, _ profile: ReviewProfile) throws {
    var options = PlanningOptions()
    options.history = try profile.history(of: sheet, against: catalog)
    let changeset = ChangesetPlanner.plan(sheet, against: catalog, scope: profile.scope, options: options)
    let unsent = try profile.sentEdits(of: sheet).unsentCount(in: changeset, signOffs: profile.signOffs())
    let notes = try unkeptNotes(profile)
    let counts = [(unsent, "edited row"), (sheet.undecidedCount, "undecided row"), (notes, "note")].filter { $0.0 > 0 }
    if counts.isEmpty { return }
    let lost = counts.map { Counted.text($0, $1) }.joined(separator: " and ")
    throw ImportError(
      .unsentEdits, "\(path) has \(lost) that an export would overwrite.",
      hint: "Import it first, choose another name, or allow overwriting it.")
  }

  /// The number of notes that no file brought back before. A note that the export wrote came back once: it may have been changed
  /// or removed since, and then it is not lost.
  private func unkeptNotes(_ profile: ReviewProfile) throws -> Int {
    var kept: [TextIdentity: Set<String>] = [:]
    for (text, notes) in try profile.rounds().saidNotes {
      kept[text.normalized, default: []].formUnion(notes.map(Self.words))
    }
    return sheet.notes.count { kept[$0.text.normalized]?.contains(Self.words($0.note)) != true }
  }

  /// A note as an export writes it.
  private static func words(_ note: String) -> String { ReviewColumn.trimmed(IgnoredChecks.removed(from: note)) }
}
