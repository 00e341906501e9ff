import NStackAPI
import ReviewJournal
import TranslationReview

/// The page as the dialog of an import: consent was given to the exact numbers of calls before it began.
struct SendingDialog: ImportDialog {
  /// The numbers of calls that the person agreed to.
  let proposals: Int
  let deletes: Int
  /// Where else the events go.
  let terminal: any ImportDialog
  /// Takes the progress.
  let advance: @Sendable (Sending.Step, _ done: Int?) -> Void

  func consent(to request: ConsentRequest) throws -> Consent {
    try check(request.changeset)
    return .given(deletes: true)
  }

  /// Refuses a plan with other numbers of calls. A plan without any call is never asked about.
  func check(_ changeset: Changeset) throws(ReviewPageError) {
    guard changeset.proposeCount != proposals || changeset.deleteCount != deletes else { return }
    throw ReviewPageError(
      .planChanged,
      "Nothing was sent, because the server has changed: there are now \(changeset.callsLine). Look at the drafts again."
    )
  }

  func note(_ event: ImportEvent) {
    switch event {
    case .readingBegan: advance(.reading, nil)
    case .waitingForDoubts, .lostSteps: advance(.waiting, nil)
    case .sendingBegan: advance(.sending, 0)
    case .sent(let done, let total): advance(done == total ? .verifying : .sending, done)
    default: break
    }
    terminal.note(event)
  }
}
