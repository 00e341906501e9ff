public import TranslationReview

/// The people and the screen that an import session talks to.
///
/// The session passes values and never words a question, so that a command line, a window or a test can answer it.
public protocol ImportDialog: Sendable {
  /// Decides whether a plan with changes is sent, and whether its deletes are. Called once for each plan.
  ///
  /// - Throws: An error of the dialog's own, such as one that says that no one can be asked. Nothing is sent then.
  func consent(to request: ConsentRequest) async throws -> Consent

  /// Decides the conflicts of a plan. Called only if `PlanningOptions.ConflictPolicy.ask` was chosen.
  ///
  /// - Returns: The decisions, by the place of the row in the changeset's items. Rows without a decision stay in
  ///   conflict. Nil ends the import with ``ImportErrorCode/declined``.
  func resolutions(of conflicts: [Conflict], in changeset: Changeset) async throws -> [Int: ConflictResolution]?

  /// Decides the conflicts of a plan, as ``resolutions(of:in:)`` does, with the decisions of earlier runs, and keeps the
  /// new ones for later runs.
  func resolutions(of request: ConflictRequest) async throws -> [Int: ConflictResolution]?

  /// Picks the changes of a plan that are sent. Called only if ``ImportOptions/picksChanges`` is set and there is a
  /// change, before ``consent(to:)``.
  ///
  /// - Returns: The places of the picked changes in the changeset's changes. The rows of the others are skipped. Nil ends
  ///   the import with ``ImportErrorCode/declined``.
  func picks(from changeset: Changeset) async throws -> Set<Int>?

  /// Takes note of what happens. May be called from any thread.
  func note(_ event: ImportEvent)
}

extension ImportDialog {
  /// Leaves every conflict undecided.
  public func resolutions(of conflicts: [Conflict], in changeset: Changeset) -> [Int: ConflictResolution]? { [:] }

  /// Decides the conflicts without the decisions of earlier runs, and keeps none.
  public func resolutions(of request: ConflictRequest) async throws -> [Int: ConflictResolution]? {
    try await resolutions(of: request.conflicts, in: request.changeset)
  }

  /// Picks every change.
  public func picks(from changeset: Changeset) -> Set<Int>? { Set(changeset.changes.indices) }

  /// Ignores the event.
  public func note(_ event: ImportEvent) {}
}

/// A plan that waits for consent.
public struct ConsentRequest: Sendable {
  /// The plan; it has at least one change.
  public let changeset: Changeset
  /// Whether returned sheets are carried out, or an import is undone.
  public let purpose: SubmissionRecord.Purpose
  /// Whether deletes were allowed beforehand. If not, the answer must allow them explicitly.
  public let allowsDelete: Bool
  /// What a deletion leaves out; nil for other plans.
  public internal(set) var deletion: ProposalDeletion.Plan?

  /// Creates a request from its fields.
  public init(_ changeset: Changeset, purpose: SubmissionRecord.Purpose, allowsDelete: Bool) {
    self.changeset = changeset
    self.purpose = purpose
    self.allowsDelete = allowsDelete
  }
}

/// The answer to a ``ConsentRequest``.
public enum Consent: Hashable, Sendable {
  /// Send nothing.
  case declined
  /// Send the plan, with or without its deletes. Deletes without consent are reported as not attempted.
  case given(deletes: Bool)
}
