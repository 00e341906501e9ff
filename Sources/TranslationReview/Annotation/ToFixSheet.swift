import NStackAPI

/// The sheet of what is left to do: the rows that were refused, in conflict or failed, as the server has their texts now,
/// with what the reviewer wrote and why it was not carried out.
public struct ToFixSheet {
  /// What the sheet holds; ready for a ``ReviewSheetWriter``.
  public let sheet: ReviewSheet
  /// How many rows it has.
  public let rowCount: Int

  /// Picks the rows.
  ///
  /// - Parameters:
  ///   - results: What became of the rows.
  ///   - catalog: What the server holds now.
  /// - Returns: Nil where there is nothing to fix.
  public init?(_ changeset: Changeset, results: [RowResult], catalog: Catalog, scope: SheetScope) {
    let wrong = results.filter(\.kind.needsFixing)
    // A selection that names no locale selects any catalog's.
    guard !wrong.isEmpty, let exported = try? ReviewSheet(catalog: catalog, scope: scope) else { return nil }
    sheet = ReviewSheet(
      picking: wrong.map { Self.row(changeset.items[$0.item], $0, exported) }, from: catalog, scope: scope)
    rowCount = wrong.count
  }

  private static func row(_ item: Changeset.Item, _ result: RowResult, _ exported: ReviewSheet) -> ReviewRow {
    let returned = item.row.row
    var row = returned
    var isUnseenDelete = false
    if item.verdict != .otherApplication, let fresh = fresh(returned, exported) {
      row = fresh
      row.sourceValue = returned.sourceValue
      row.base = fresh.base.map { base in
        RowBase(
          scope: base.scope, identity: base.identity, currentValue: base.currentValue,
          sourceValue: returned.sourceValue.map { CellText($0).hash } ?? .empty, proposal: base.proposal,
          proposalID: base.proposalID)
      }
      row.proposal = returned.proposal
      row.action = returned.action
      row.note = returned.note
      isUnseenDelete = deletesUnseen(item, result, fresh)
      if isUnseenDelete { row.proposal = fresh.proposal }
    }
    row.problem = result.text
    if isUnseenDelete {
      row.problem += deleteHint
      row.action = ReviewAction.skip.rawValue
    } else if needsLook(item) {
      row.problem += skipHint
      if row.action.isEmpty { row.action = ReviewAction.skip.rawValue }
    }
    return row
  }

  private static let skipHint = " Check the proposal, then clear skip under Action."
  private static let deleteHint = " If it is to go all the same, write delete under Action."

  /// Whether the row asks to delete, and what it would delete now is nothing that the reviewer has seen.
  private static func deletesUnseen(_ item: Changeset.Item, _ result: RowResult, _ fresh: ReviewRow) -> Bool {
    guard item.row.action == .delete || item.row.isProposalBlank else { return false }
    let shown = item.row.row.base
    return result.kind == .conflict
      || (shown != nil && (shown?.proposal != fresh.base?.proposal || shown?.proposalID != fresh.base?.proposalID))
  }

  /// Whether what stands in the row may be a program's work, so that it must not be sent before somebody has looked.
  private static func needsLook(_ item: Changeset.Item) -> Bool {
    if case .uncertain = item.row.proposalForm { return true }
    return item.verdict == .damaged
  }

  /// The row that an export would write now for the text, and for the proposal that the row showed where it still stands.
  private static func fresh(_ returned: ReviewRow, _ exported: ReviewSheet) -> ReviewRow? {
    let catalog = exported.catalog
    guard let key = catalog.keyIndex(of: TextKey(returned.text)),
      let language = catalog.languageIndex(ofLocale: returned.text.locale)
    else { return nil }
    let pending = catalog.pendingProposals(of: returned.text)
    let index = pending.firstIndex { $0.id == (returned.base?.proposalID ?? returned.proposalID) } ?? 0
    return exported.row(index, ofKeyAt: key, inLanguageAt: language)
  }
}
