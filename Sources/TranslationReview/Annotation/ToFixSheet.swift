import NStackAPI

/// The sheet of what is left to do: the rows that were refused, in conflict or failed, as the server has their texts now,
/// with what the reviewer wrote as a suggestion and why it was not carried out.
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
    guard !wrong.isEmpty else { return nil }
    let renewal = RowRenewal(catalog: catalog, scope: scope)
    let restoration = CellRestoration(catalog: catalog, scope: scope)
    let restoresText = !changeset.leftHiddenColumnsBehind
    sheet = ReviewSheet(
      picking: wrong.map { result in
        let item = changeset.items[result.item]
        let cells = restoration.cells(of: item.row.row, restoresText: restoresText)
        let renewed = renewal.renewed(item, item.row.row.restored(cells))
        var row = renewed.row
        row.problem = result.text + renewed.hint
        return row
      }, from: catalog, scope: scope)
    rowCount = wrong.count
  }
}
