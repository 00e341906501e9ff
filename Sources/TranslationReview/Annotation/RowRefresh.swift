import NStackAPI

/// The cells of a row brought up to date with the server, after what the row asked for was done.
struct RowRefresh {
  let catalog: Catalog
  let scope: SheetScope

  /// The texts that the row's cells are to hold; empty where nothing was done.
  func cells(for item: Changeset.Item, _ result: RowResult, outcome: ChangeOutcome?) -> [ReviewColumn: String] {
    // A row that a sort parted from its hidden cells has those of another row beside it, which still needs them.
    guard result.kind.isDone, !item.row.isBaseFoundElsewhere else { return [:] }
    switch item.verdict {
    case .propose, .alreadyProposed: return proposed(item, outcome)
    case .delete, .alreadyGone: return deleted(item)
    default: return [:]
    }
  }

  private func proposed(_ item: Changeset.Item, _ outcome: ChangeOutcome?) -> [ReviewColumn: String] {
    let row = item.row.row
    var id: Int?
    var altered: String?
    if case .applied(let applied, let kept) = outcome { (id, altered) = (applied, kept) }
    let pending = catalog.pendingProposals(of: row.text)
    // An answer may name another text's proposal.
    let named = id.flatMap(catalog.proposal(withID:))
    if let named, !catalog.isSameText(named.text, row.text) { id = nil }
    let found =
      (id == nil ? nil : named) ?? pending.first { LineEnds.areEqual($0.value, altered ?? row.proposal) }
    let kept = found?.value ?? altered ?? row.proposal
    var cells = shared(item, proposal: kept, proposalID: found?.id ?? id)
    if !LineEnds.areEqual(kept, row.proposal) { cells[.proposal] = CellText(kept).text }
    cells[.deletable] = found.map { $0.canDelete ? "yes" : "no" } ?? "yes"
    return cells
  }

  private func deleted(_ item: Changeset.Item) -> [ReviewColumn: String] {
    var cells = shared(item, proposal: "", proposalID: nil)
    cells[.proposal] = ""
    cells[.action] = ""
    cells[.deletable] = ""
    return cells
  }

  private func shared(_ item: Changeset.Item, proposal: String, proposalID: Int?) -> [ReviewColumn: String] {
    let row = item.row.row
    let current = CellText(catalog.value(of: row.text) ?? item.serverValue ?? row.currentValue)
    let proposed = CellText(proposal)
    let base = RowBase(
      scope: scope.hash, identity: TextHash(chain: [row.text.section, row.text.key, row.text.locale]),
      currentValue: current.hash,
      sourceValue: row.base?.sourceValue == .tooLong
        ? .tooLong : row.sourceValue.map(TextHash.init) ?? row.base?.sourceValue ?? .empty,
      proposal: proposed.hash, proposalID: proposalID, sheetID: row.base?.sheetID)
    return [
      .currentValue: current.text, .exportedProposal: proposed.text, .proposalID: proposalID.map(String.init) ?? "",
      .base: base.text,
    ]
  }
}
