extension RowRules {
  /// The reason to refuse a row that accepts its suggestion; nil if the suggestion, or the text that replaced it, may
  /// be sent.
  func refusalToAccept(_ row: ReturnedRow) -> RowDecision? {
    if row.base == nil, row.isSuggestionNoted, !row.isProposalBlank { return nil }
    guard let suggestion = row.base?.suggestion else {
      return RowDecision(
        .refused,
        "There is nothing to accept: this row was exported without a suggestion. "
          + "Leave Action empty to send a text that you wrote under Proposal.")
    }
    if row.isProposalBlank {
      return RowDecision(.refused, "There is nothing to accept: the suggestion was removed from the row.")
    }
    if !row.isProposalChanged, suggestion != TextHash(row.proposal) {
      return RowDecision(
        .damaged,
        "The suggestion and its hidden copy were both changed, as by a program, so the accepted text is not "
          + "certain. Type the text under Proposal and leave Action empty.")
    }
    return nil
  }
}
