import NStackAPI

extension RowRules {
  /// What on the server moved since the export (rule 15), and the proposal that shows it; nil where nothing did.
  ///
  /// What this profile's own earlier imports did is known from the history and is no conflict.
  func conflict(
    _ returned: ReturnedRow, current: String, pending: [Proposal]
  ) -> (message: String, proposal: Proposal?)? {
    let row = returned.row
    guard let base = row.base, !isForeign(row) else { return nil }
    if base.currentValue != TextHash(current) {
      return ("The server's current value is now \"\(Visible.text(current))\".", nil)
    }
    let shown =
      exportedProposals[ReturnedSheet.ExportedText(file: returned.place.fileIndex, identity: base.identity)] ?? base
      .proposalID.map { [$0: base.proposal] } ?? [:]
    let own = pending.first(where: \.canDelete)
    if let own, !options.history.didPropose(own.value, in: returned, of: files) {
      guard let exported = shown[own.id] else {
        return ("Since the export a proposal of this profile appeared: \"\(Visible.text(own.value))\".", own)
      }
      if exported != TextHash(own.value) {
        return ("The pending proposal of this profile is now \"\(Visible.text(own.value))\".", own)
      }
    }
    if own == nil, let id = base.proposalID, row.deletable == true,
      !options.history.didDelete(id, in: returned, of: files)
    {
      return ("The proposal of this profile that the row showed is gone from the server.", nil)
    }
    if shown.isEmpty, let other = pending.first(where: { !$0.canDelete }) {
      return ("Since the export a proposal of somebody else appeared: \"\(Visible.text(other.value))\".", other)
    }
    return nil
  }
}
