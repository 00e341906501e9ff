import NStackAPI

extension Conflict {
  /// What a decision about the conflict depends on: the row's text, base and request, and what the server has now.
  package func fingerprint(in changeset: Changeset) -> [String] {
    guard let first = items.first else { return [] }
    let item = changeset.items[first]
    let proposal = item.serverProposal
    return [
      "nstack-review conflict 1", item.row.text.section, item.row.text.key, item.row.text.locale,
      item.row.base?.text ?? item.baseText, isDelete ? "delete" : item.row.proposal, item.serverValue ?? "",
      item.serverValue == nil ? "no text" : "", proposal.map { "\($0.id)" } ?? "", proposal?.value ?? "",
      proposal?.canDelete == true ? "mine" : "",
    ]
  }
}
