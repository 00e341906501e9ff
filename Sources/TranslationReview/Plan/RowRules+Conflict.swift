import Basics
import NStackAPI

extension RowRules {
  /// The change on the server since the export (rule 15), and the proposal that shows it; nil if nothing changed.
  ///
  /// The history knows the changes of this profile's own earlier imports, which are not conflicts.
  func conflict(
    _ row: ReturnedRow, current: String, pending: [Proposal]
  ) -> (message: String, proposal: Proposal?)? {
    if let unread = catalog.unreadProposal(of: row.text) {
      return ("A pending proposal of this text cannot be read (\(unread.message)).", nil)
    }
    guard let base = row.base, !isForeign(row) else { return nil }
    if base.currentValue != TextHash(current) {
      return ("The server's current value is now \"\(Visible.text(current))\".", nil)
    }
    let shown = shownProposals(to: row, base)
    for own in pending where own.canDelete && !options.history.didPropose(own.value, in: row, of: files) {
      if let moved = Self.move(of: own, shown, whose: "this profile") { return (moved, own) }
    }
    if let id = base.proposalID, row.deletable == true, !pending.contains(where: \.canDelete),
      !options.history.didDelete(id, in: row, of: files)
    {
      return ("The proposal of this profile that the row showed is gone from the server.", nil)
    }
    for other in pending where !other.canDelete {
      if let moved = Self.move(of: other, shown, whose: "another user") { return (moved, other) }
    }
    return nil
  }

  /// The difference between a pending proposal and the sheet, in a sentence; nil if there is none.
  private static func move(of proposal: Proposal, _ shown: [Int: TextHash], whose: String) -> String? {
    guard let exported = shown[proposal.id] else {
      return "A proposal of \(whose) was added since the export: \"\(Visible.text(proposal.value))\"."
    }
    guard exported != CellText(proposal.value).hash else { return nil }
    return "The pending proposal of \(whose) is now \"\(Visible.text(proposal.value))\"."
  }

  /// The pending proposals of a row's text that the sheet shows or names, by id.
  ///
  /// The other rows of the text count too, if they are still in the sheet, because a base in an older sheet names only
  /// the proposal of its own row. Newer bases name all, so a reviewer may delete some of a text's rows.
  func shownProposals(to row: ReturnedRow, _ base: RowBase) -> [Int: TextHash] {
    let text = ReturnedSheet.ExportedText(file: row.place.fileIndex, identity: base.identity)
    var shown = exportedProposals[text] ?? [:]
    shown.merge(base.otherProposals) { $1 }
    if let id = base.proposalID { shown[id] = base.proposal }
    return shown
  }
}
