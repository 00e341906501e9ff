/// What a translation that came back means for its row. A unit without a proposal shows the current value.
extension ExchangedRow {
  /// Takes a translation.
  ///
  /// - Parameters:
  ///   - text: The translation; empty if it was emptied.
  ///   - isConfirmed: Whether the file says that a person approved it, so that a suggestion is accepted.
  ///   - unfinished: What in the file says that a changed translation is not finished; nil if nothing does.
  mutating func take(translation text: String, isConfirmed: Bool, unfinished: String?) {
    let exported = cells.base
    let hash = TextHash(text)
    if let exported, hash == exported.shownProposal, exported.shownProposal != .empty {
      cells.proposal = text
      if exported.suggestion != nil, isConfirmed { cells.action = ReviewAction.accept.rawValue }
      return
    }
    if text.isEmpty { return keepProposal(isEmptied: true) }
    // The translation of a row without a proposal is the current value.
    if let exported, exported.shownProposal == .empty, hash == exported.currentValue { return }
    cells.proposal = text
    if exported?.shownProposal == .tooLong { cells.exportedProposal = "" }
    self.unfinished = unfinished
  }

  /// Leaves a row without a translation as it was exported, or empties its proposal.
  mutating func keepProposal(isEmptied: Bool) {
    guard let base = cells.base else { return }
    if base.shownProposal == .tooLong {
      cells.exportedProposal = ""
    } else if isEmptied {
      let showedCurrentValue = base.currentValue != .empty && base.currentValue != .tooLong
      isProposalChanged = base.shownProposal != .empty || showedCurrentValue
    } else {
      isProposalChanged = false
    }
  }
}
