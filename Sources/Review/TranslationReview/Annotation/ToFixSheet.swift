import Basics
import NStackAPI

/// The sheet of the rows left to fix: those that were refused, in conflict or failed. Each has the server's current
/// values, the reviewer's text as a suggestion, and the reason why it was not applied.
package struct ToFixSheet {
  /// The sheet, ready for a `ReviewSheetWriter`.
  package let sheet: ReviewSheet
  /// The number of rows in the sheet.
  package let rowCount: Int
  /// The locales of the rows, which the catalog may lack.
  package let locales: [String]

  /// Creates the sheet from the rows that need fixing.
  ///
  /// - Parameters:
  ///   - changeset: The plan that was carried out.
  ///   - results: The results of the rows.
  ///   - catalog: The server's current contents.
  ///   - scope: The application, platform and origin of the connection.
  ///   - format: The format in which the sheet is written, which decides how the reasons are worded.
  /// - Returns: Nil if there is nothing to fix.
  package init?(
    _ changeset: Changeset, results: [RowResult], catalog: Catalog, scope: SheetScope, format: SheetFormat = .xlsx
  ) {
    let wrong = results.filter(\.kind.needsFixing)
    guard !wrong.isEmpty else { return nil }
    let renewal = RowRenewal(catalog: catalog, scope: scope)
    let restoration = CellRestoration(catalog: catalog, scope: scope)
    let restoresText = !changeset.leftHiddenColumnsBehind
    let notes = Dictionary(grouping: changeset.notes, by: \.place)
    let named = wrong.map { changeset.items[$0.item].row.text.locale }
    let words = Words.ofTable(in: named)
    var offered: Set<TextIdentity> = []
    let rows = wrong.flatMap { result -> [ReviewRow] in
      let item = changeset.items[result.item]
      // A file of one locale has no place for the row of a source text.
      let mended = format.hasOneLocale ? [] : renewal.mended(item, result, for: format, words)
      let own = mended.filter { offered.insert($0.text).inserted }
      // Nothing else is to be fixed in a row that only corrects its source text.
      if !mended.isEmpty, !item.row.isEdited { return own }
      let cells = restoration.cells(of: item.row.cells, restoresText: restoresText)
      let renewed = renewal.renewed(item, item.row.cells.restored(cells), for: format.showsSource ? format : nil)
      var row = renewed.row
      let comments = notes[item.row.place, default: []].map(\.note).filter { $0 != item.row.note }
      let note = renewal.note(of: item.row, isOwnKept: false, comments: comments, row.cell)
      row.problem = renewal.result(result, of: item.row, renewed.hint, isInNote: note != nil) {
        [.section, .key, .locale].contains($0) ? cells[$0] : row.cell($0)
      }.text(in: words)
      row.note = note ?? row.note
      return [row] + own
    }
    sheet = ReviewSheet(picking: rows, from: catalog, scope: scope)
    rowCount = rows.count
    var seen: Set<String> = []
    locales = rows.map(\.text.locale).filter { seen.insert(LocaleName.normalized($0)).inserted }
  }
}
