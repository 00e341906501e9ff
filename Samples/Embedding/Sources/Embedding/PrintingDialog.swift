import ReviewJournal
import TranslationReview

/// Prints what an app would say while it waits. What is sent was shown before, so nothing is asked.
struct PrintingDialog: ImportDialog {
  func note(_ event: ImportEvent) {
    switch event {
    case .waitingForEarlierCalls(let wait), .lostSteps(_, journal: _, let wait):
      print("waiting \(wait) until calls of an earlier import can no longer take effect")
    case .resuming(let kept): print("resuming import \(kept.id)")
    default: break
    }
  }
}
