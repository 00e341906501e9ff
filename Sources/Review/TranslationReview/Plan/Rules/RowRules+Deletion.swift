import Basics
import NStackAPI

extension RowRules {
  /// The change on the server since the export (rule 15); nil if nothing changed.
  ///
  /// The history knows the changes of this profile's own earlier imports, which are not conflicts.
  func conflict(_ row: ReturnedRow, current: String, pending: [Proposal]) -> Drift? {
    if let unread = catalog.unreadProposal(of: row.text) { return .unreadable(unread) }
    guard let base = row.base, !isForeign(row) else { return nil }
    if base.currentValue != TextHash(current) { return .value(current) }
    let shown = shownProposals(to: row, base)
    let hasOwn = pending.contains(where: \.canDelete)
    let expected = row.deletable == true && !hasOwn ? base.proposalID : nil
    return Drift.first(
      in: pending, expecting: expected.flatMap { options.history.didDelete($0, in: row, of: files) ? nil : [$0] } ?? []
    ) { proposal in
      if proposal.canDelete, options.history.didPropose(proposal.value, in: row, of: files) { return true }
      return shown[proposal.id].map { $0 == CellText(proposal.value).hash }
    }
  }

  /// The pending proposals of a row's text that the sheet shows or names, by id.
  ///
  /// The other rows of the text count too, if they are still in the sheet, because a base omits the other proposals if
  /// there are too many.
  func shownProposals(to row: ReturnedRow, _ base: RowBase) -> [Int: TextHash] {
    let text = ReturnedSheet.ExportedText(file: row.place.fileIndex, identity: base.identity)
    var shown = exportedProposals[text] ?? [:]
    shown.merge(base.otherProposals) { $1 }
    if let id = base.proposalID { shown[id] = base.proposal }
    return shown
  }

  // MARK: - Deletions

  /// The decision about an emptied proposal, which is a deletion only if the user says so (rule 8).
  func cleared(_ row: ReturnedRow) -> RowDecision {
    guard row.exchange == nil else { return RowDecision(.cleared, Reason("row.translationEmptied")) }
    guard isDeletionByClearing(row) else {
      // Without a base, the row may have shown a pending proposal.
      let showedProposal = row.base.map { $0.proposalID != nil } ?? true
      return RowDecision(
        .cleared,
        Reason(row.proposal.isEmpty ? "row.emptied" : "row.onlySpaces")
          + Reason(showedProposal ? "row.writeDelete" : "row.writeText"))
    }
    return deletion(row)
  }

  /// Whether the user says that an emptied proposal is a deletion. A proposal of only spaces never is.
  func isDeletionByClearing(_ row: ReturnedRow) -> Bool { options.cleared == .delete && row.proposal.isEmpty }

  /// The decision about a row that asks to withdraw its pending proposal (rules 9 to 12).
  func deletion(_ row: ReturnedRow) -> RowDecision {
    guard let base = row.base, !isForeign(row) else { return deletionByValue(row) }
    guard let id = base.proposalID else { return Self.nothingToDelete(row) }
    guard let pending = catalog.proposal(withID: id) else { return deletionOfGone(id, row, base) }
    guard catalog.isSameText(pending.text, row.text) else {
      return RowDecision(.conflict, Reason("row.proposalMoved", "\(id)", Self.shown(pending.text)), proposal: pending)
    }
    guard base.proposal == .tooLong || base.proposal == TextHash(pending.value) else {
      return RowDecision(.conflict, Reason("row.proposalChanged", "\(id)", pending.value), proposal: pending)
    }
    // The cell that should show the proposal to delete is empty, and the visible cells belong to another proposal.
    if row.isProposalBlank, row.deletable == false, pending.canDelete {
      return RowDecision(.conflict, Reason("row.otherHiddenCells", "\(id)", pending.value), proposal: pending)
    }
    return deletion(of: pending, row)
  }

  /// The decision about a deletion whose proposal is gone. A change elsewhere may have given the proposal another id.
  private func deletionOfGone(_ id: Int, _ row: ReturnedRow, _ base: RowBase) -> RowDecision {
    if let unread = catalog.unreadProposal(withID: id) ?? catalog.unreadProposal(of: row.text) {
      return RowDecision(.conflict, Reason("row.proposalUnreadable", "\(id)", unread.message))
    }
    let shown = shownProposals(to: row, base)
    guard row.deletable != false,
      let own = catalog.pendingProposals(of: row.text).first(where: { $0.canDelete && shown[$0.id] == nil }),
      // A deletion by an earlier import of this sheet is done, unless it was undone: then the same value is pending again.
      base.proposal == TextHash(own.value) || !options.history.didDelete(id, in: row, of: files)
    else { return RowDecision(.alreadyGone, Reason("row.proposalGone", "\(id)")) }
    return RowDecision(.conflict, Reason("row.proposalReplaced", "\(id)", "\(own.id)", own.value), proposal: own)
  }

  /// The decision about a deletion in a row without a trustworthy id: the row's value identifies the proposal.
  private func deletionByValue(_ row: ReturnedRow) -> RowDecision {
    if let refusal = Self.refusalToDeleteByValue(row) { return refusal }
    let current = ReturnedRow.Damage(column: .currentValue, found: row.currentValue)
    if row.base == nil, !row.currentValue.allSatisfy(\.isWhitespace), !ReadOnlyEdits.isServed(current, row, catalog) {
      return RowDecision(
        .disagreement,
        Reason(
          "row.deleteBesideCurrent", ReviewColumn.currentValue.header, row.currentValue,
          catalog.value(of: row.text) ?? ""))
    }
    let shown = Self.shownProposal(row)
    let pending = catalog.pendingProposals(of: row.text)
    let matches = pending.filter { LineEnds.areEqual($0.value, shown) }
    guard let match = matches.first(where: \.canDelete) ?? matches.first else {
      if !pending.isEmpty { return RowDecision(.refused, Reason("row.noSuchProposal", shown)) }
      return RowDecision(.alreadyGone, Reason("row.noProposalWithValue"))
    }
    return deletion(of: match, row)
  }

  /// The reason to refuse a row that asks to withdraw its pending proposal, if the row itself gives one. The proposal
  /// counts as still pending, and its owner as the sheet says.
  func refusalToDelete(_ row: ReturnedRow) -> RowDecision? {
    if row.base == nil, let refusal = Self.refusalToDeleteByValue(row) { return refusal }
    if let base = row.base, base.proposalID == nil { return Self.nothingToDelete(row) }
    return row.deletable == false && row.intent != .reject ? RowDecision(.refused, Reason("row.notDeletable")) : nil
  }

  private static func nothingToDelete(_ row: ReturnedRow) -> RowDecision {
    RowDecision(.refused, Reason(row.intent == .reject ? "row.nothingToReject" : "row.nothingToDelete"))
  }

  private static func refusalToDeleteByValue(_ row: ReturnedRow) -> RowDecision? {
    let isEmpty = shownProposal(row).isEmpty
    guard isEmpty || row.showedSuggestion else { return nil }
    if row.intent == .reject { return nothingToDelete(row) }
    return RowDecision(.refused, Reason(isEmpty ? "row.deletesEmpty" : "row.deletesSuggestion"))
  }

  /// The proposal that a row shows, or showed when it was exported.
  private static func shownProposal(_ row: ReturnedRow) -> String {
    row.proposal.isEmpty ? row.exportedProposal ?? "" : row.proposal
  }

  /// The decision about a row that withdraws or rejects a proposal. To reject one's own is to withdraw it.
  private func deletion(of pending: Proposal, _ row: ReturnedRow) -> RowDecision {
    if row.intent == .reject, !pending.canDelete || options.history.wasSentForAnother(pending.value, in: row, of: files)
    {
      return RowDecision(.rejected, Reason("row.rejected", pending.value), proposal: pending)
    }
    guard pending.canDelete else {
      return RowDecision(.refused, Reason("row.proposalOfOther", "\(pending.id)"), proposal: pending)
    }
    guard options.history.wasSentForAnother(pending.value, in: row, of: files) else {
      return RowDecision(.delete, proposal: pending)
    }
    // It does not name the other agency, because this one reads it.
    let reason = Reason("row.proposalOfAgency")
    guard options.onConflict == .propose else { return RowDecision(.conflict, reason, proposal: pending) }
    return RowDecision(.delete, notes: [Reason("note.sentInSpite", .reason(reason))], proposal: pending)
  }
}
