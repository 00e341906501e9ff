import NStackAPI

extension RowRules {
  /// What on the server moved since the export (rule 15), and the proposal that shows it; nil where nothing did.
  ///
  /// What this profile's own earlier imports did is known from the history and is no conflict.
  func conflict(
    _ returned: ReturnedRow, current: String, pending: [Proposal]
  ) -> (message: String, proposal: Proposal?)? {
    let row = returned.row
    if let unread = catalog.unreadProposal(of: row.text) {
      return ("A pending proposal of this text cannot be read (\(unread.message)).", nil)
    }
    guard let base = row.base, !isForeign(row) else { return nil }
    if base.currentValue != TextHash(current) {
      return ("The server's current value is now \"\(Visible.text(current))\".", nil)
    }
    let shown = shownProposals(to: returned, base)
    for own in pending where own.canDelete && !options.history.didPropose(own.value, in: returned, of: files) {
      if let moved = Self.move(of: own, shown, whose: "this profile") { return (moved, own) }
    }
    if let id = base.proposalID, row.deletable == true, !pending.contains(where: \.canDelete),
      !options.history.didDelete(id, in: returned, of: files)
    {
      return ("The proposal of this profile that the row showed is gone from the server.", nil)
    }
    for other in pending where !other.canDelete {
      if let moved = Self.move(of: other, shown, whose: "somebody else") { return (moved, other) }
    }
    return nil
  }

  /// How a pending proposal differs from what the sheet shows; nil where it does not.
  private static func move(of proposal: Proposal, _ shown: [Int: TextHash], whose: String) -> String? {
    guard let exported = shown[proposal.id] else {
      return "Since the export a proposal of \(whose) appeared: \"\(Visible.text(proposal.value))\"."
    }
    guard exported != CellText(proposal.value).hash else { return nil }
    return "The pending proposal of \(whose) is now \"\(Visible.text(proposal.value))\"."
  }

  /// The pending proposals of a row's text that the sheet shows or tells of, by id.
  ///
  /// The other rows of the text count too, as far as they are still there: the bases of older sheets tell of their own row
  /// alone. The bases of later ones name all, so a reviewer may delete rows of a text and leave one.
  func shownProposals(to returned: ReturnedRow, _ base: RowBase) -> [Int: TextHash] {
    let text = ReturnedSheet.ExportedText(file: returned.place.fileIndex, identity: base.identity)
    var shown = exportedProposals[text] ?? [:]
    shown.merge(base.otherProposals) { $1 }
    if let id = base.proposalID { shown[id] = base.proposal }
    return shown
  }
}
