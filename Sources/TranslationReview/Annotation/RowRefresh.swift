import NStackAPI

/// The cells of a returned row after an import. A row that was applied shows the server's contents; a row that was not
/// applied sends nothing unless it is edited.
struct RowRefresh {
  let catalog: Catalog
  let scope: SheetScope
  private let renewal: RowRenewal

  /// The new texts of some cells, and an addition to the row's result.
  struct Refreshed {
    var cells: [ReviewColumn: String] = [:]
    var hint = ""
  }

  init(catalog: Catalog, scope: SheetScope) {
    self.catalog = catalog
    self.scope = scope
    renewal = RowRenewal(catalog: catalog, scope: scope)
  }

  /// Returns the new texts of the row's cells.
  ///
  /// - Parameters:
  ///   - restored: The guarded cells that are restored too, with their new texts.
  func refreshed(
    _ item: Changeset.Item, _ result: RowResult, outcome: ChangeOutcome?, restored: [ReviewColumn: String] = [:]
  ) -> Refreshed {
    var refreshed: Refreshed
    switch result.kind {
    // The word stays: until the text changes, the row signs off the same.
    case .planned, .reviewed: return Refreshed()
    case .applied, .alreadyThere: refreshed = Refreshed(cells: done(item, outcome))
    case .notSent, .conflict, .refused, .failed, .inDoubt, .notAttempted:
      refreshed = notDone(item, result.kind, restored: restored)
    }
    // A reviewer's own column may bear the name, too.
    if !item.row.cells.showsStatus, !item.row.damage.contains(where: { $0.column == .status }) {
      refreshed.cells[.status] = nil
    }
    return refreshed
  }

  // MARK: - Applied

  private func done(_ item: Changeset.Item, _ outcome: ChangeOutcome?) -> [ReviewColumn: String] {
    let cells: [ReviewColumn: String]
    switch item.verdict {
    case .propose, .alreadyProposed: cells = proposed(item, outcome)
    case .delete, .alreadyGone: cells = deleted(item)
    default: return [:]
    }
    guard item.row.isBaseFoundElsewhere else { return cells }
    // After a sort without the hidden columns, the hidden cells in this row belong to another row, which still needs
    // them.
    return cells.filter { $0.key == .proposal || $0.key == .action }
  }

  private func proposed(_ item: Changeset.Item, _ outcome: ChangeOutcome?) -> [ReviewColumn: String] {
    let row = item.row.cells
    var id: Int?
    var altered: String?
    if case .applied(let applied, let kept) = outcome { (id, altered) = (applied, kept) }
    let pending = catalog.pendingProposals(of: row.text)
    // The server's answer may name a proposal of another text.
    let named = id.flatMap(catalog.proposal(withID:))
    if let named, !catalog.isSameText(named.text, row.text) { id = nil }
    let found =
      (id == nil ? nil : named) ?? pending.first { LineEnds.areEqual($0.value, altered ?? row.proposal) }
    let kept = found?.value ?? altered ?? row.proposal
    var cells = shared(item, proposal: kept, proposalID: found?.id ?? id)
    // The user may have chosen a text other than the sheet's, even where the sheet asks to delete. Without a base there
    // was no conflict to resolve, and the cell keeps its spelling.
    if row.base != nil {
      cells[.proposal] = CellText(kept).text
      cells[.action] = ""
    } else if !LineEnds.areEqual(kept, row.proposal) {
      cells[.proposal] = CellText(kept).text
    }
    let isDeletable = found?.canDelete ?? true
    cells[.deletable] = isDeletable ? "yes" : "no"
    cells[.status] = (isDeletable ? RowStatus.proposed : .proposedByOthers).rawValue
    return cells
  }

  private func deleted(_ item: Changeset.Item) -> [ReviewColumn: String] {
    var cells = shared(item, proposal: "", proposalID: nil)
    cells[.proposal] = ""
    cells[.action] = ""
    cells[.deletable] = ""
    cells[.status] = (cells[.currentValue]?.isEmpty == false ? RowStatus.translated : .missing).rawValue
    return cells
  }

  private func shared(_ item: Changeset.Item, proposal: String, proposalID: Int?) -> [ReviewColumn: String] {
    let row = item.row.cells
    let current = CellText(catalog.value(of: row.text) ?? item.serverValue ?? row.currentValue)
    let proposed = CellText(proposal)
    let base = RowBase(
      scope: scope.hash, identity: row.identity, currentValue: current.hash,
      sourceValue: row.sourceHash, sourceLocale: row.base?.sourceLocale ?? .empty,
      proposal: proposed.hash, proposalID: proposalID, sheetID: row.base?.sheetID,
      otherProposals: RowBase.others(among: catalog.pendingProposals(of: row.text), than: proposalID))
    return [
      .currentValue: current.text, .exportedProposal: proposed.text, .proposalID: proposalID.map(String.init) ?? "",
      .base: base.text,
    ]
  }

  // MARK: - Not applied

  private func notDone(
    _ item: Changeset.Item, _ kind: RowResult.Kind, restored: [ReviewColumn: String]
  ) -> Refreshed {
    let returned = item.row
    // The reviewer's own skip keeps the row from being sent, now and later.
    if item.verdict == .skipped, returned.intent == .skip { return Refreshed() }
    // The cells under the headers belong to other columns, so none of them is safe to overwrite.
    if !returned.isBaseFoundElsewhere, returned.damage.contains(where: { $0.column == .base }) { return Refreshed() }
    let row = returned.cells.restored(restored)
    guard let base = row.base, !returned.isBaseFoundElsewhere, base.identity == row.identity else {
      // A row without a base is compared with the server alone, and the server already has its text.
      if kind == .notSent, item.verdict != .skipped { return Refreshed() }
      let kept = renewal.keptOut(row)
      let isDecided = item.verdict == .skipped && !item.isLeftOut
      return Refreshed(cells: [.action: kept.row.action], hint: isDecided ? "" : kept.hint)
    }
    let renewed = renewal.renewed(item, row)
    var cells: [ReviewColumn: String] = [:]
    for column in Self.columns { cells[column] = renewed.row.cell(column) }
    return Refreshed(cells: cells, hint: renewed.hint)
  }

  private static let columns = ReviewColumn.allCases.filter(\.traits.isRefreshed)
}
