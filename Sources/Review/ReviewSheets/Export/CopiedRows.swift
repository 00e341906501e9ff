import NStackAPI
package import Spreadsheet

/// The rows of a returned table that are copied with new texts in some cells. They are read while they are written, so
/// memory does not grow with their number.
package struct CopiedRows {
  /// Where the cells of a written column come from.
  package struct Source {
    /// The column in the returned table; nil for a new one.
    let column: Int?
    /// The group of the column; nil if several groups share it, or if it is the reviewer's own.
    let group: Int?

    package init(column: Int?, group: Int?) { (self.column, self.group) = (column, group) }
  }

  /// Calls its argument with each row of the returned table.
  private let readRows: (_ body: (Row) throws -> Void) throws -> Void
  private let sources: [Source]
  /// The groups, with their positions among the written columns.
  private let groups: [ColumnGroup]
  let highlights: [ConditionalFormat]
  /// The new texts, by row of the returned table and by position among the written columns.
  private let texts: [Int: [Int: String]]

  package init(
    sources: [Source], groups: [ColumnGroup], highlights: [ConditionalFormat], texts: [Int: [Int: String]],
    readRows: @escaping (_ body: (Row) throws -> Void) throws -> Void
  ) {
    self.sources = sources
    self.groups = groups
    self.highlights = highlights
    self.texts = texts
    self.readRows = readRows
  }

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
    try readRows { found in
      let cells = Cells(row: found, sources: sources, texts: texts[found.index] ?? [:])
      let looks = groups.map { GroupLook($0, in: cells, language: language) }
      row.removeAll(index: found.index)
      for (position, column) in columns.enumerated() {
        let start = row.byteCount
        if column.column == .progress, !cells.texts.isEmpty, let group = sources[position].group {
          row.appendBytes(cells.progress(in: groups[group])?.rawValue ?? "")
        } else {
          cells.append(position, to: row)
        }
        let isBlank = row.byteCount == start
        let group = sources[position].group.map { looks[$0] }
        let isGap = group?.isGap ?? false
        if isBlank, column.column == .problem || isGap && column.column.isHidden { continue }
        let look = SheetTable.Look(
          column: column.column, language: group?.language, isBlank: isBlank, isDeletable: group?.isDeletable ?? false,
          isSuggested: group?.isSuggested ?? false, isGap: isGap,
          isAddress: column.column.traits.look == .link && row.isAddress(from: start))
        let found = style(look)
        guard found != 0 || !isBlank else { continue }
        row.appendCell(from: start, column: position, style: found, comesOnce: column.column == .base)
      }
      if row.count > 0 { try body(row) }
    }
  }

  /// One row of the table, with its new texts.
  private struct Cells {
    let row: Row
    let sources: [Source]
    let texts: [Int: String]

    func append(_ position: Int, to copy: Row) {
      if let text = texts[position] {
        copy.appendBytes(text)
      } else if let column = sources[position].column, let cell = row.cell(inColumn: column) {
        copy.appendBytes(row.utf8(of: cell))
      }
    }

    /// The progress of a row with new texts, as long as no program has computed it.
    func progress(in group: ColumnGroup) -> RowProgress? {
      guard !text(group[.base]).isEmpty else { return nil }
      return RowProgress(
        proposal: text(group[.proposal]), exported: text(group[.exportedProposal]), current: text(group[.currentValue]),
        action: text(group[.action]))
    }

    func text(_ position: Int) -> String {
      guard position >= 0 else { return "" }
      return texts[position] ?? sources[position].column.map(row.text(inColumn:)) ?? ""
    }
  }

  /// What determines the look of a group's cells in one row.
  private struct GroupLook {
    let language: Int?
    let isDeletable: Bool
    let isSuggested: Bool
    let isGap: Bool

    init(_ group: ColumnGroup, in cells: Cells, language: (String) -> Int?) {
      self.language = language(group.locale ?? cells.text(group[.locale]))
      let hasProposal = !cells.text(group[.proposal]).isEmpty
      isSuggested = hasProposal && RowBase(text: cells.text(group[.base]))?.suggestion != nil
      isDeletable = !isSuggested && ReviewColumn.flag(cells.text(group[.deletable])) == true
      isGap = group.locale != nil && !hasProposal && group[.base] >= 0 && cells.text(group[.base]).isEmpty
    }
  }
}
