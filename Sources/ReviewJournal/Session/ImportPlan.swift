import NStackAPI
import Spreadsheet
public import TranslationReview

/// A plan with what it was made from.
public struct ImportPlan: Sendable {
  /// The changes, and the decision on each row.
  public let changeset: Changeset
  /// Whether it carries out returned sheets, or undoes an import.
  public let purpose: SubmissionRecord.Purpose
  /// The catalog that it was made from; nil if it was made from the list of proposals alone.
  public let catalog: Catalog?
  /// Which plan it is.
  let identity: PlanIdentity
  /// Whether it undoes only a chosen part of an import.
  var isPart = false
}

extension ReviewProfile {
  /// Plans an import. What earlier imports of the same sheets did is not a conflict, and the dialog decides conflicts
  /// if the options ask for it.
  ///
  /// - Throws: ``ImportError``: `import.declined`; `JournalError`; `SpreadsheetError` with the codes
  ///   `plan.other-application` and `plan.other-guid`.
  public func plan(
    _ source: PlanSource, against catalog: Catalog, _ dialog: any ImportDialog
  ) async throws -> ImportPlan {
    let changeset = try await changeset(source, against: catalog, dialog)
    return ImportPlan(
      changeset: changeset, purpose: .sheets, catalog: catalog,
      identity: PlanIdentity(
        digests: changeset.files.map(\.digest), scope: scope, guid: client.configuration.guid,
        options: source.options))
  }

  /// The conflicts with the decisions that were kept. If those cannot be read, all conflicts are asked about.
  private func request(
    _ conflicts: [Conflict], in changeset: Changeset, _ dialog: any ImportDialog
  ) -> ConflictRequest {
    do {
      return try ConflictRequest(conflicts, in: changeset, self)
    } catch {
      dialog.note(.registerFailed(error))
      return ConflictRequest(keepingNothingOf: conflicts, in: changeset)
    }
  }

  private func changeset(
    _ source: PlanSource, against catalog: Catalog, _ dialog: any ImportDialog
  ) async throws -> Changeset {
    switch source {
    case .sheets(let sheet, let planning):
      var options = planning
      options.history = try history(of: sheet, against: catalog)
      let changeset = ChangesetPlanner.plan(sheet, against: catalog, scope: scope, options: options)
      let conflicts = options.onConflict == .ask ? changeset.conflicts : []
      guard !conflicts.isEmpty else { return changeset }
      guard let resolutions = try await dialog.resolutions(of: request(conflicts, in: changeset, dialog)) else {
        throw ImportError(.declined, "Nothing was sent.")
      }
      return changeset.resolving(resolutions, against: catalog)
    case .file(let plan, let path):
      do {
        return try plan.changeset(against: catalog, scope: scope, guid: client.configuration.guid)
      } catch {
        var error = error
        error.place.file = path
        throw error
      }
    }
  }
}
