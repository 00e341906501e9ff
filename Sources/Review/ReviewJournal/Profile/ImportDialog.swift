public import NStackAPI
public import Spreadsheet
public import TranslationReview

/// The people and the screen that an import session talks to.
///
/// The session passes values and never words a question, so a command line, a window or a test can ask it.
public protocol ImportDialog: Sendable {
  /// Decides whether a plan with changes is sent, and whether its deletes are. Called once for each plan, but not by
  /// `ImportSession.run(_:options:results:)`, whose plan was shown already.
  ///
  /// - Throws: The dialog's own error, for example if there is no terminal to ask on. Then nothing is sent.
  func consent(to request: ConsentRequest) async throws -> Consent

  /// Decides which row is sent if several rows have different requests for one text. Called only if
  /// `PlanningOptions.ConflictPolicy.ask` was chosen, before ``resolutions(of:)``.
  ///
  /// - Returns: The choices, by index in the request's disagreements. Disagreements without a choice are refused. Nil
  ///   ends the import with ``ImportErrorCode/declined``.
  func choices(amongDisagreementsOf request: ConflictRequest) async throws -> [Int: Disagreement.Choice]?

  /// Decides the conflicts of a plan. Called only if `PlanningOptions.ConflictPolicy.ask` was chosen.
  ///
  /// - Returns: The decisions, by the index of the row in the changeset's items. Rows without a decision stay in
  ///   conflict. Nil ends the import with ``ImportErrorCode/declined``.
  func resolutions(of request: ConflictRequest) async throws -> [Int: ConflictResolution]?

  /// Picks the changes of a plan that are sent. Called only if ``ImportOptions/picksChanges`` is set and there is a
  /// change, before ``consent(to:)``.
  ///
  /// - Returns: The indices of the picked changes in the changeset's changes. The rows of all other changes are
  ///   skipped. Nil ends the import with ``ImportErrorCode/declined``.
  func picks(from changeset: Changeset) async throws -> Set<Int>?

  /// Receives an event. May be called from any thread.
  func note(_ event: ImportEvent)
}

extension ImportDialog {
  /// Declines.
  public func consent(to request: ConsentRequest) -> Consent { .declined }

  /// Chooses nothing.
  public func choices(amongDisagreementsOf request: ConflictRequest) -> [Int: Disagreement.Choice]? { [:] }

  /// Leaves every conflict undecided.
  public func resolutions(of request: ConflictRequest) -> [Int: ConflictResolution]? { [:] }

  /// Picks every change.
  public func picks(from changeset: Changeset) -> Set<Int>? { Set(changeset.changes.indices) }

  /// Ignores the event.
  public func note(_ event: ImportEvent) {}

  /// Runs a closure. If it fails, the error is reported as an event, and the result is nil.
  @discardableResult func reporting<Value>(_ event: (any Error) -> ImportEvent, _ body: () throws -> Value) -> Value? {
    do { return try body() } catch {
      note(event(error))
      return nil
    }
  }
}

/// A plan that needs consent.
public struct ConsentRequest: Sendable {
  /// The plan; it has at least one change.
  public let changeset: Changeset
  /// Whether the plan comes from returned sheets, or undoes an import.
  public let purpose: SubmissionRecord.Purpose
  /// Whether deletes were allowed beforehand. If not, the answer must allow them explicitly.
  public let allowsDelete: Bool
  /// What a plan to delete proposals leaves out; nil for other plans.
  package internal(set) var deletion: ProposalDeletion.Plan?

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

/// What an import session reports while it works. No event stops the session.
public enum ImportEvent: Sendable {
  /// The journal lost steps. The session waits until none of the lost calls can take effect any more.
  case lostSteps(LostSteps, journal: String, wait: Duration)
  /// An earlier import left unconfirmed calls. The session waits until none of them can take effect any more.
  case waitingForEarlierCalls(Duration)
  /// Calls of this import are unconfirmed. Those that turn out not to have been carried out are sent again after the wait.
  case waitingForOwnCalls(Duration)
  /// The texts and proposals are being read.
  case readingBegan
  /// The texts of this many locales are read.
  case reading(done: Int, total: Int)
  /// The reading is over, whether or not it succeeded.
  case readingEnded
  /// The texts and proposals were read; `Catalog.unread` and similar members say what was left out.
  case read(Catalog)
  /// A list had items that could not be read.
  case unread([UnreadItem])
  /// An import that was cut off is being resumed.
  case resuming(KeptImport)
  /// Calls are about to be made. Until ``sendingEnded``, the profile's stop signal ends the import gently.
  case sendingBegan
  /// This many changes are done, or have failed.
  case sent(done: Int, total: Int)
  /// No further call is made.
  case sendingEnded
  /// An earlier import still has changes that are not done, and that this import does not make either.
  case stillUnfinished(KeptImport, changes: Int)
  /// It could not be determined which changes earlier imports still have to make.
  case olderImportsUnknown(any Error)
  /// The register of sheets could not be read or written.
  case registerFailed(any Error)
  /// The sign-offs could not be saved, although the import was carried out.
  case signOffsFailed(any Error)
  /// Entries were added to a memory by an import, or removed by an undo.
  case memoryChanged(String, added: Int, removed: Int)
  /// A memory could not be compared with the journal. The next look-up in it, or the next import, tries again.
  case memoryFailed(any Error)
  /// Something in the file of a memory was left out: an entry, or a worksheet.
  case memoryRemark(SpreadsheetError)
  /// The server was not read again after the import, so result files may show older texts. The error is that of the
  /// reading; nil if the import was stopped.
  case resultsFromBefore((any Error)?)
  /// A result file was written.
  case wrote(String)
  /// The sheet of rows to fix was written.
  case wroteToFix(String, rows: Int)
  /// No row needs fixing, so the sheet was not written. Rows that are still open may need fixing after the import is
  /// resumed. Rows that a saved plan left out need fixing too, but the plan does not contain them.
  case nothingToFix(String, open: Int, leftOut: Int)
  /// A result file could not be written.
  case resultFailed(any Error)
}
