import Basics
import NStackAPI
import ReviewReports
package import Spreadsheet
package import TranslationReview

/// Guards review sheets against being overwritten by other files.
package enum EditedSheet {
  /// Refuses to overwrite a review sheet with edits, notes or texts that are not read. Any other file may be overwritten.
  ///
  /// - Parameters:
  ///   - onlyEdits: Whether notes and texts that are not read may be lost, as in an earlier result file, which only
  ///     repeats those of its sheet.
  ///   - kept: The contents of other files. Whatever is also in one of them is not lost.
  ///   - source: The table that is written; nil if there is none. If it contains every row of the sheet, nothing is
  ///     lost, and the rows need not be read.
  /// - Throws: ``ImportError`` `export.unsent-edits`.
  package static func refuseOverwriting(
    _ path: String, csv: CSVReadingOptions = CSVReadingOptions(),
    writtenFrom source: (path: String, csv: CSVReadingOptions)? = nil, onlyEdits: Bool = false,
    kept: () -> ReturnedSheet = { ReturnedSheet() }
  ) throws(ImportError) {
    guard PlainFile.exists(path), (try? ReviewSheetReader.mayBeReviewSheet(path, csv: csv)) == true,
      source.map({ ReviewSheetReader.hasRows(of: path, in: $0.path, csv: $0.csv) }) != true,
      var read = try? ReviewSheetReader.read([path], csv: csv)
    else { return }
    if onlyEdits { (read.notes, read.diagnostics) = ([], []) }
    let sheet = ReadOnlyEdits.resolved(read)
    if sheet.rows.isEmpty, read.notes.isEmpty, read.unreadRemarks().isEmpty { return }
    let kept = kept()
    let held = Set(kept.rows.map(Edit.init))
    let notes = Set(kept.notes.map(Note.init))
    let edits = sheet.rows.filter { !held.contains(Edit($0)) }
    let unproven = edits.count(where: ReadOnlyEdits.isUnproven)
    let lost = LostTexts(
      [
        (edits.count - unproven, "edited row", "edited rows"),
        (unproven, "row without Base that may be edited", "rows without Base that may be edited"),
        (read.notes.count { !notes.contains(Note($0)) }, "note", "notes"),
      ], read.unreadRemarks(besides: kept))
    guard let words = lost.words else { return }
    throw ImportError(
      .unsentEdits, "\(path) is a review sheet with \(words), so it is not overwritten.\(lost.remarks)",
      hint: "Choose another name.")
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

/// A note as an export writes it.
private struct Note: Hashable {
  let text: TextIdentity
  let words: String

  init(_ note: ReturnedSheet.Note) { self.init(note.text, note.note) }

  init(_ text: TextIdentity, _ note: String) {
    self.text = text.normalized
    words = ReviewColumn.trimmed(IgnoredChecks.removed(from: note))
  }
}

/// The texts that would be lost with a sheet.
private struct LostTexts {
  private let counts: [(Int, String, String)]
  private let unread: [Diagnostic]
  /// The most remarks that a message repeats.
  private static let mostTold = 3

  init(_ counts: [(Int, String, String)], _ unread: [Diagnostic]) { (self.counts, self.unread) = (counts, unread) }

  /// What would be lost, in words; nil if nothing would be.
  var words: String? {
    let parts =
      counts.filter { $0.0 > 0 }.map { Counted.text($0, $1, $2) } + (unread.isEmpty ? [] : ["texts that are not read"])
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  var remarks: String {
    unread.prefix(Self.mostTold).map { " \($0.message)" }.joined() + (unread.count > Self.mostTold ? " …" : "")
  }
}

/// The review sheet that an export is about to replace.
struct ReplacedSheet {
  private let path: String
  private let sheet: ReturnedSheet

  /// Reads the sheet.
  ///
  /// - Returns: Nil if there is no file. Also nil if nothing in it could be lost: no row was edited, has a note or
  ///   needs a decision, and all texts are read.
  init?(at path: String, csv: CSVReadingOptions) throws {
    guard PlainFile.exists(path) else { return nil }
    do {
      let sheet = try ReviewSheetReader.read([path], csv: csv)
      guard !sheet.rows.isEmpty || !sheet.notes.isEmpty || sheet.undecidedCount > 0 || !sheet.unreadRemarks().isEmpty
      else { return nil }
      (self.path, self.sheet) = (path, sheet)
    } catch let error as SpreadsheetError {
      throw ImportError(
        .notAReviewSheet, "\(path) exists and is not a review sheet, so it is not overwritten: \(error.message)")
    }
  }

  /// Refuses to replace a sheet that has edited rows that no import has sent, notes that no import has kept, rows that
  /// still need a decision, or texts that no import reads.
  func refuseUnsentEdits(against catalog: Catalog, _ profile: ReviewProfile) throws {
    var options = PlanningOptions()
    // An edit that a check refuses is lost like any other.
    options.checks = []
    options.history = try profile.history(of: sheet, against: catalog)
    let changeset = ChangesetPlanner.plan(sheet, against: catalog, scope: profile.scope, options: options)
    let unsent = try profile.sentEdits(of: sheet).unsentCount(
      in: changeset, signOffs: profile.signOffs(), rejections: profile.rounds().rejectionReasons(in: catalog))
    let notes = try unkeptNotes(profile)
    let lost = LostTexts(
      [
        (unsent, "edited row", "edited rows"), (sheet.undecidedCount, "row to fix", "rows to fix"),
        (notes, "note", "notes"),
      ], sheet.unreadRemarks())
    guard let words = lost.words else { return }
    throw ImportError(.unsentEdits, "\(path) has \(words), which an export would overwrite.\(lost.remarks)")
  }

  /// The number of notes that no import has kept yet. A note that the export itself wrote is kept already, even if it
  /// was changed or removed in the sheet since.
  private func unkeptNotes(_ profile: ReviewProfile) throws -> Int {
    let kept = Set(try profile.rounds().saidNotes.flatMap { text, notes in notes.map { Note(text, $0) } })
    return sheet.notes.count { !kept.contains(Note($0)) }
  }
}
