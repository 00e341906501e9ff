import NStackAPI
import Spreadsheet

/// The cells of a returned table that is written again, some of them with new texts. Its rows are read while they are
/// written, so that memory does not grow with their number.
struct ReturnedCells {
  /// Where the cells of a column come from.
  struct Source {
    /// The column in the returned table; nil for a new one.
    let column: Int?
    /// The group of the column; nil for one that several groups share, and for a reviewer's own.
    let group: Int?
  }

  let table: ReturnedTable
  /// The sources of the columns that are written.
  let sources: [Source]
  /// The groups, with their places among the columns that are written.
  let groups: [SheetColumns.Group]
  /// The marks of the results.
  let marks: [ConditionalFormat]
  /// The new texts, by row of the returned table and by place among the columns that are written.
  var texts: [Int: [Int: String]] = [:]

  /// Calls `body` with each row, in `row`, whose contents are replaced each time.
  func forEachRow(
    of columns: [SheetTable.Column], catalog: Catalog, in row: Row, style: SheetTable.Style,
    _ body: (Row) throws -> Void
  ) throws {
    var languages: [String: Int?] = [:]
    func language(_ locale: String) -> Int? {
      if let known = languages[locale] { return known }
      let language = catalog.languageIndex(ofLocale: locale)
      languages[locale] = .some(language)
      return language
    }
    _ = try table.read(header: { _ in }) { found in
      let cells = Cells(row: found, sources: sources, texts: texts[found.index] ?? [:])
      let looks = groups.map { GroupLook($0, in: cells, language: language) }
      row.removeAll(index: found.index)
      for (place, column) in columns.enumerated() {
        let start = row.byteCount
        cells.append(place, to: row)
        let isBlank = row.byteCount == start
        let group = sources[place].group.map { looks[$0] }
        let isGap = group?.isGap ?? false
        if isBlank, column.column == .problem || isGap && column.column.isHidden { continue }
        let look = SheetTable.Look(
          column: column.column, language: group?.language, isBlank: isBlank, isDeletable: group?.isDeletable ?? false,
          isSuggested: group?.isSuggested ?? false, isGap: isGap,
          isAddress: column.column.traits.look == .link && row.isAddress(from: start))
        let found = style(look)
        guard found != 0 || !isBlank else { continue }
        row.appendCell(from: start, column: place, style: found, comesOnce: column.column == .base)
      }
      if row.count > 0 { try body(row) }
    }
  }

  /// One row of the table, with its new texts.
  private struct Cells {
    let row: Row
    let sources: [Source]
    let texts: [Int: String]

    func append(_ place: Int, to copy: Row) {
      if let text = texts[place] {
        copy.appendBytes(text)
      } else if let column = sources[place].column, let cell = row.cell(inColumn: column) {
        copy.appendBytes(row.utf8(of: cell))
      }
    }

    func text(_ place: Int) -> String {
      guard place >= 0 else { return "" }
      return texts[place] ?? sources[place].column.map(row.text(inColumn:)) ?? ""
    }
  }

  /// What decides about the look of a group's cells in one row.
  private struct GroupLook {
    let language: Int?
    let isDeletable: Bool
    let isSuggested: Bool
    let isGap: Bool

    init(_ group: SheetColumns.Group, in cells: Cells, language: (String) -> Int?) {
      self.language = language(group.locale ?? cells.text(group[.locale]))
      let hasProposal = !cells.text(group[.proposal]).isEmpty
      isSuggested = hasProposal && RowBase(text: cells.text(group[.base]))?.suggestion != nil
      isDeletable = !isSuggested && RowClassifier.flag(cells.text(group[.deletable])) == true
      isGap = group.locale != nil && !hasProposal && group[.base] >= 0 && cells.text(group[.base]).isEmpty
    }
  }
}
