extension RowRules {
  /// Why a row that accepts its suggestion is not taken; nil where the suggestion, or what was written over it, may be sent.
  func refusalToAccept(_ returned: ReturnedRow) -> RowDecision? {
    let row = returned.row
    guard let suggestion = row.base?.suggestion else {
      return RowDecision(
        .refused,
        "There is nothing to accept: the export filled in no suggestion in this row. "
          + "Leave Action empty to send a text that you wrote under Proposal.")
    }
    if returned.isProposalBlank {
      return RowDecision(.refused, "There is nothing to accept: the suggestion was taken out of the row.")
    }
    if !returned.isProposalChanged, suggestion != TextHash(row.proposal) {
      return RowDecision(
        .damaged,
        "The suggestion and the hidden copy of it were both changed, as a program does it, so what was accepted is not "
          + "certain. Type the text under Proposal and leave Action empty.")
    }
    return nil
  }

  /// Whether a row is one whose suggestion was taken out, which asks for nothing.
  func isSuggestionRemoved(_ returned: ReturnedRow) -> Bool {
    returned.row.base?.suggestion != nil && returned.row.action.isEmpty && returned.isProposalBlank
  }
}
