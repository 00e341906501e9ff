import NStackAPI
import ReviewJournal
import ReviewReports
import TranslationReview

/// The page as the dialog of an import. The person consented to exactly these calls before the import began.
struct SendingDialog: ImportDialog {
  /// The plan that the person agreed to.
  let plan: Changeset
  /// The terminal, which also receives the events.
  let terminal: any ImportDialog
  let advance: @Sendable (Sending.Step, _ done: Int?) -> Void

  func consent(to request: ConsentRequest) throws -> Consent {
    try check(request.changeset)
    return .given(deletes: true)
  }

  /// Refuses a plan with other calls. To compare their number is not enough: one draft may have become a conflict while
  /// another conflict ended.
  func check(_ changeset: Changeset) throws(ReviewPageError) {
    guard changeset.calls != plan.calls else { return }
    throw ReviewPageError(
      .planChanged,
      "Nothing was sent, because the server has changed, and other drafts can be sent now: \(changeset.callsLine). "
        + "Look at the drafts again.")
  }

  func note(_ event: ImportEvent) {
    switch event {
    case .readingBegan: advance(.reading, nil)
    case .waitingForEarlierCalls, .lostSteps: advance(.waiting, nil)
    case .sendingBegan: advance(.sending, 0)
    case .sent(let done, let total): advance(done == total ? .verifying : .sending, done)
    default: break
    }
    terminal.note(event)
  }
}
