import NStackAPI
import ReviewReports
import Spreadsheet
public import TranslationReview

/// Where an import takes its plan from.
public enum PlanSource: Sendable {
  /// Returned sheets, and how their edits are understood.
  case sheets(ReturnedSheet, PlanningOptions)
  /// A saved plan, with the path of its file.
  case file(PlanFile, path: String)

  /// The files that came back.
  package var files: [ReturnedSheet.File] {
    switch self {
    case .sheets(let sheet, _): sheet.files
    case .file(let plan, _): plan.files
    }
  }

  /// The files that are not review sheets and were left out.
  package var foreignFiles: [ReturnedSheet.ForeignFile] {
    switch self {
    case .sheets(let sheet, _): sheet.foreignFiles
    case .file(let plan, _): plan.foreignFiles
    }
  }
}

/// A plan, and the contents of the server that it was made from.
public struct ImportPlan: Sendable {
  /// The changes, and the decision on each row.
  public internal(set) var changeset: Changeset
  /// Whether the plan comes from returned sheets, or undoes an import.
  package let purpose: SubmissionRecord.Purpose
  /// The catalog that the plan was made from; nil if only the list of proposals was read.
  public let catalog: Catalog?
  let identity: PlanIdentity
  /// Whether the plan undoes only a chosen part of an import.
  var isPart = false
  /// The connection and the guid that the plan was made for; nil for a plan that no other session sends.
  var owner: PlanIdentity?
  /// The sheet, preset or person whose part the plan undoes; nil if it was not chosen so.
  var share: String?
  /// The plan does not know decisions from this time on, in UTC, ISO 8601; empty if it knows all until it was made.
  var decidedUntil = ""
}

extension ReviewProfile {
  /// Identifies the connection and the guid.
  var owner: PlanIdentity { PlanIdentity(parts: [scope.hash.text, guidFingerprint]) }

  /// Plans an import. What the profile's own earlier imports of the same sheets did is not a conflict. The dialog
  /// decides about conflicts if the options ask for it.
  ///
  /// - Throws: ``ImportError``: `import.declined`; `JournalError`; `SelectionError` for a part that the catalog does not
  ///   have; `SpreadsheetError` with the codes `plan.other-application` and `plan.other-guid`.
  package func plan(_ source: PlanSource, against catalog: Catalog, _ dialog: any ImportDialog) async throws
    -> ImportPlan
  { try await plan(source, against: catalog, dialog, areDrafts: false) }

  /// - Parameter areDrafts: Whether the rows are drafts that a person decided to send on the review page.
  func plan(_ source: PlanSource, against catalog: Catalog, _ dialog: any ImportDialog, areDrafts: Bool) async throws
    -> ImportPlan
  {
    let guid = client.configuration.guid
    var (options, decidedUntil) = (PlanningOptions(), "")
    let changeset: Changeset
    switch source {
    case .sheets(let sheet, let planning):
      options = planning
      changeset = try await self.changeset(sheet, planning, against: catalog, dialog, areDrafts: areDrafts)
    case .file(var plan, let path):
      if let rounds = try? rounds() { plan.options.history.writers = rounds.writers }
      let fresh: Changeset
      do { fresh = try plan.changeset(against: catalog, scope: scope, guid: guid) } catch {
        var error = error
        error.place.file = path
        throw error
      }
      // Decisions from before the plan were already asked about when the plan was made.
      decidedUntil = plan.createdAt
      changeset = try withholding(fresh, since: decidedUntil, isSent: false)
    }
    return ImportPlan(
      changeset: changeset, purpose: .sheets, catalog: catalog,
      identity: PlanIdentity(digests: changeset.files.map(\.digest), scope: scope, guid: guid, options: options),
      owner: owner, decidedUntil: decidedUntil)
  }

  private func changeset(
    _ sheet: ReturnedSheet, _ planning: PlanningOptions, against catalog: Catalog, _ dialog: any ImportDialog,
    areDrafts: Bool
  ) async throws -> Changeset {
    try planning.selection.refuseUnmatched(in: catalog)
    var (sheet, options) = (sheet, planning)
    // If the register cannot be read, its error is reported when the import is added to it.
    if let rounds = try? rounds() {
      sheet.nameAgencies(rounds.agencies)
      options.rejections = rounds.rejectionReasons(in: catalog)
    }
    options.history = try history(of: sheet, against: catalog)
    func plan() -> Changeset { ChangesetPlanner.plan(sheet, against: catalog, scope: scope, options: options) }
    var changeset = plan()
    // If the saved decisions cannot be read, the dialog is asked about all conflicts.
    func request() -> ConflictRequest {
      dialog.reporting(ImportEvent.registerFailed) { try ConflictRequest(in: changeset, decisions, at: now) }
        ?? ConflictRequest(keepingNothingOf: changeset)
    }
    // What was decided and is on the server by now is not asked about again.
    let earlier = changeset.disagreements.isEmpty ? [:] : request().earlierChoices
    if !earlier.isEmpty {
      options.decidedRows = changeset.decidedRows(by: earlier)
      options.decidedRows = changeset.decidedRows(by: changeset.done(earlier, in: plan()))
      changeset = plan()
    }
    if options.onConflict == .ask, !changeset.disagreements.isEmpty {
      guard let choices = try await dialog.choices(amongDisagreementsOf: request()) else {
        throw ImportError(.declined, "Nothing was sent.")
      }
      options.decidedRows.merge(changeset.decidedRows(by: choices)) { $1 }
      changeset = plan()
    }
    if !areDrafts { changeset = try withholding(changeset, isSent: options.onConflict == .propose) }
    guard options.onConflict == .ask, !changeset.conflicts.isEmpty else { return changeset }
    guard let resolutions = try await dialog.resolutions(of: request()) else {
      throw ImportError(.declined, "Nothing was sent.")
    }
    return changeset.resolving(resolutions, against: catalog)
  }
}
