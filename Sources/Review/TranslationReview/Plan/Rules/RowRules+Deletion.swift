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
  /// The other rows of the text count too, if they are still in the sheet, because a base names no other proposals if
  /// they are too many.
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
    guard row.exchange == nil else {
      return RowDecision(
        .cleared,
        "The translation was emptied; an empty text cannot be proposed. To withdraw a proposal, use a sheet or `proposals delete`."
      )
    }
    guard isDeletionByClearing(row) else {
      let what = row.proposal.isEmpty ? "was emptied" : "contains only spaces"
      // Without a base, the row may have shown a proposal that is pending.
      let showedProposal = row.base.map { $0.proposalID != nil } ?? true
      return RowDecision(
        .cleared,
        "The proposal \(what); an empty text cannot be proposed. "
          + (showedProposal ? "Write \"delete\" under Action to withdraw it." : "Write a text, or empty the cell."))
    }
    return deletion(row)
  }

  /// Whether the user says that an emptied proposal is a deletion. One with spaces only never is.
  func isDeletionByClearing(_ row: ReturnedRow) -> Bool { options.cleared == .delete && row.proposal.isEmpty }

  /// The decision about a row that asks to withdraw its pending proposal (rules 9 to 12).
  func deletion(_ row: ReturnedRow) -> RowDecision {
    guard let base = row.base, !isForeign(row) else { return deletionByValue(row) }
    guard let id = base.proposalID else { return Self.nothingToDelete }
    guard let pending = catalog.proposal(withID: id) else { return deletionOfGone(id, row, base) }
    guard catalog.isSameText(pending.text, row.text) else {
      return RowDecision(.conflict, "Proposal \(id) now belongs to \(Self.shown(pending.text)).", proposal: pending)
    }
    guard base.proposal == .tooLong || base.proposal == TextHash(pending.value) else {
      return RowDecision(
        .conflict, "Proposal \(id) is now \"\(Visible.text(pending.value))\", not what the sheet showed.",
        proposal: pending)
    }
    // The cell that should show the proposal to delete is empty, and the visible cells belong to another proposal.
    if row.isProposalBlank, row.deletable == false, pending.canDelete {
      return RowDecision(
        .conflict,
        "Deletable says no, but the hidden columns belong to proposal \(id) of this profile, "
          + "\"\(Visible.text(pending.value))\". Write delete under Action in the row that shows it.", proposal: pending
      )
    }
    return deletion(of: pending)
  }

  /// The decision about a deletion whose proposal is gone. A change made elsewhere may have given the proposal another
  /// id.
  private func deletionOfGone(_ id: Int, _ row: ReturnedRow, _ base: RowBase) -> RowDecision {
    if let unread = catalog.unreadProposal(withID: id) ?? catalog.unreadProposal(of: row.text) {
      return RowDecision(
        .conflict, "Proposal \(id) may be one that the server lists and that cannot be read (\(unread.message)).")
    }
    let gone = "Proposal \(id) is gone from the server already."
    let shown = shownProposals(to: row, base)
    guard row.deletable != false,
      let own = catalog.pendingProposals(of: row.text).first(where: { $0.canDelete && shown[$0.id] == nil }),
      // What the sheet's own import deleted is over, unless it was taken back: then the same value is pending again.
      base.proposal == TextHash(own.value) || !options.history.didDelete(id, in: row, of: files)
    else { return RowDecision(.alreadyGone, gone) }
    return RowDecision(
      .conflict,
      "Proposal \(id) is gone, but proposal \(own.id) of this profile is pending now: \"\(Visible.text(own.value))\".",
      proposal: own)
  }

  /// The decision about a deletion in a row without a trustworthy id: the row's value identifies the proposal.
  private func deletionByValue(_ row: ReturnedRow) -> RowDecision {
    if let refusal = Self.refusalToDeleteByValue(row) { return refusal }
    let current = ReturnedRow.Damage(column: .currentValue, found: row.currentValue)
    if row.base == nil, !row.currentValue.allSatisfy(\.isWhitespace), !ReadOnlyEdits.isServed(current, row, catalog) {
      return RowDecision(
        .contradiction,
        "The row asks to delete and has no Base, so nothing says if \"\(ReviewColumn.currentValue.header)\" was changed: "
          + "it holds \"\(Visible.text(row.currentValue))\", and the server has "
          + "\"\(Visible.text(catalog.value(of: row.text) ?? ""))\". Write a text that is meant under Proposal instead of "
          + "delete, or empty that cell.")
    }
    let shown = Self.shownProposal(row)
    let pending = catalog.pendingProposals(of: row.text)
    let matches = pending.filter { LineEnds.areEqual($0.value, shown) }
    guard let match = matches.first(where: \.canDelete) ?? matches.first else {
      if !pending.isEmpty {
        return RowDecision(
          .refused,
          "The text has no pending proposal \"\(Visible.text(shown))\". "
            + "Write delete in the row of the proposal to withdraw.")
      }
      return RowDecision(.alreadyGone, "The server has no pending proposal with this value for the text.")
    }
    return deletion(of: match)
  }

  /// The reason to refuse a row that asks to withdraw its pending proposal, if the row itself gives one. The proposal
  /// counts as still pending, and as belonging to whom the sheet says.
  func refusalToDelete(_ row: ReturnedRow) -> RowDecision? {
    if row.base == nil, let refusal = Self.refusalToDeleteByValue(row) { return refusal }
    if let base = row.base, base.proposalID == nil { return Self.nothingToDelete }
    return row.deletable == false
      ? RowDecision(.refused, "Deletable says no: another user made the proposal, and only that user can delete it.")
      : nil
  }

  private static var nothingToDelete: RowDecision {
    RowDecision(
      .refused, "There was no pending proposal in this row when it was exported; a text itself cannot be deleted.")
  }

  private static func refusalToDeleteByValue(_ row: ReturnedRow) -> RowDecision? {
    let isEmpty = shownProposal(row).isEmpty
    guard isEmpty || row.showedSuggestion else { return nil }
    let what = isEmpty ? "its proposal is empty" : "it shows a suggestion"
    return RowDecision(.refused, "The row does not say which proposal to delete: \(what).")
  }

  /// The proposal that a row shows, or showed when it was exported.
  private static func shownProposal(_ row: ReturnedRow) -> String {
    row.proposal.isEmpty ? row.exportedProposal ?? "" : row.proposal
  }

  private func deletion(of pending: Proposal) -> RowDecision {
    guard pending.canDelete else {
      return RowDecision(
        .refused, "Proposal \(pending.id) was made by another user; only that user can delete it.", proposal: pending)
    }
    return RowDecision(.delete, proposal: pending)
  }
}
