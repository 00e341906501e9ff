import ReviewJournal

/// The terminal as the dialog of a review on a page: notes and warnings. The page asks all questions and shows what is
/// sent.
struct PageDialog: ImportDialog {
  let terminal: TerminalDialog

  /// Sends nothing, because consent is given on the page.
  func consent(to request: ConsentRequest) -> Consent { .declined }

  func note(_ event: ImportEvent) {
    switch event {
    // The review takes signals by itself: the first one ends it, whether or not something is being sent.
    case .sendingBegan, .sent, .sendingEnded: break
    default: terminal.note(event)
    }
  }
}
