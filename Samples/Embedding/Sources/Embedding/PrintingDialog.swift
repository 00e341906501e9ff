import ReviewJournal
import TranslationReview

/// Agrees to every plan, and prints what is asked. An app shows the plan and asks a person.
struct PrintingDialog: ImportDialog {
  func consent(to request: ConsentRequest) -> Consent {
    print("plan: \(request.changeset.proposeCount) to propose, \(request.changeset.deleteCount) to delete")
    return .given(deletes: true)
  }

  func note(_ event: ImportEvent) {
    switch event {
    case .waitingForEarlierCalls(let wait), .lostSteps(_, journal: _, let wait):
      print("waiting \(wait) until calls of an earlier import can no longer take effect")
    case .resuming(let kept): print("resuming import \(kept.id)")
    default: break
    }
  }
}
