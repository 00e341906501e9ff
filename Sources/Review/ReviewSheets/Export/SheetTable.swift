import NStackAPI
import Spreadsheet

/// One table of a review sheet: its columns and its rows.
///
/// Only this type knows the differences between the layouts. Code that writes a table as a worksheet or as CSV need not
/// know them.
package struct SheetTable {
  package struct Column {
    let column: ReviewColumn
    /// The language of the column's group, as an index in the catalog; nil if each row names its own.
    let language: Int?
    package let header: String

    package init(column: ReviewColumn, language: Int?, header: String) {
      self.column = column
      self.language = language
      self.header = header
    }
  }

  let name: String
  let columns: [Column]
  /// The languages of the rows, as indices in the catalog.
  package let languages: [Int]
  /// Whether each row contains all languages, side by side.
  let isSideBySide: Bool
  /// The rows of a returned table that are written again; nil for a table of the sheet's own rows.
  let copied: CopiedRows?

  package init(name: String, columns: [Column], languages: [Int], isSideBySide: Bool = false, copied: CopiedRows? = nil)
  {
    self.name = name
    self.columns = columns
    self.languages = languages
    self.isSideBySide = isSideBySide
    self.copied = copied
  }

  /// The tables of a sheet in a layout. Rows that were picked one by one are always laid out as rows, and never side by
  /// side.
  ///
  /// - Parameter hasFormulas: Whether the format of the file has formulas; if not, columns of formulas are left out.
  static func tables(of sheet: ReviewSheet, layout: SheetLayout, hasFormulas: Bool = true) -> [SheetTable] {
    let own = sheet.columns.filter { hasFormulas || !$0.traits.isComputed }
    let plain = own.map { Column(column: $0, language: nil, header: $0.header) }
    switch layout == .columns && sheet.pickedRows != nil ? .rows : layout {
    case .rows: return [SheetTable(name: "Review", columns: plain, languages: sheet.languages)]
    case .locales:
      return sheet.languages.map { language in
        SheetTable(name: sheet.catalog.languages[language].locale, columns: plain, languages: [language])
      }
    case .columns:
      let ofText = plain.filter(\.column.isOfText)
      var columns = ofText.filter { ReviewColumn.leading.contains($0.column) }
      for language in sheet.languages {
        let locale = sheet.catalog.languages[language].locale
        for column in own where !column.isOfText && column != .locale {
          columns.append(Column(column: column, language: language, header: "\(column.header) [\(locale)]"))
        }
      }
      columns += ofText.dropFirst(columns.count { $0.column.isOfText })
      return [SheetTable(name: "Review", columns: columns, languages: sheet.languages, isSideBySide: true)]
    }
  }

  /// What determines the style of a cell.
  struct Look: Hashable {
    let column: ReviewColumn
    /// The language of its row; nil if the catalog does not have it.
    let language: Int?
    var isBlank = false
    /// Whether the row shows a proposal that may be deleted.
    var isDeletable = false
    /// Whether the row shows a suggestion.
    var isSuggested = false
    /// Whether this group of columns has no proposal in the row. Another group has a further one, for which the row was
    /// made.
    var isGap = false
    var isAddress = false
  }

  typealias Style = (Look) -> Int

  /// The columns of progress, each with that of the bases of its rows.
  var progressColumns: [(progress: Int, base: Int)] {
    columns.indices.filter { columns[$0].column == .progress }.compactMap { progress in
      columns.firstIndex { $0.column == .base && $0.language == columns[progress].language }.map { (progress, $0) }
    }
  }

  func beginsGroup(_ column: ReviewColumn) -> Bool { isSideBySide && column == .currentValue }

  func hasOneLocale(of sheet: ReviewSheet) -> Bool {
    guard !isSideBySide, languages.count == 1, let language = languages.first else { return false }
    let locale = sheet.catalog.languages[language].locale
    return sheet.pickedRows?[language, default: []].allSatisfy { $0.text.locale == locale } ?? true
  }

  /// Calls `body` with each row, in `row`, whose contents are replaced each time.
  func forEachRow(of sheet: ReviewSheet, in row: Row, style: @escaping Style, _ body: (Row) throws -> Void) rethrows {
    var index = 1
    var cells = SheetCells(sheet)
    if isSideBySide {
      for key in sheet.keys {
        let counts = languages.map { sheet.rowCount(ofKeyAt: key, inLanguageAt: $0) }
        for line in 0..<(counts.max() ?? 0) {
          row.removeAll(index: index)
          fillSideBySide(row, &cells, sheet, key: key, line: line, counts: counts, style: style)
          try body(row)
          index += 1
        }
      }
    } else {
      for language in languages {
        var looks = RowLooks(columns: columns.map(\.column), style: style)
        try sheet.forEachLine(inLanguageAt: language) { line in
          row.removeAll(index: index)
          cells.move(to: line)
          for cell in looks.cells(of: &cells) { fill(row, cell, &cells) }
          try body(row)
          index += 1
        }
      }
    }
  }

  private func fillSideBySide(
    _ row: Row, _ cells: inout SheetCells, _ sheet: ReviewSheet, key: Int, line: Int, counts: [Int], style: Style
  ) {
    let rowCounts = Dictionary(zip(languages, counts), uniquingKeysWith: max)
    var lines: [Int: SheetLine] = [:]
    for (language, count) in rowCounts where line < count {
      lines[language] = sheet.line(line, ofKeyAt: key, inLanguageAt: language)
    }
    guard let any = languages.lazy.compactMap({ lines[$0] }).first else { return }
    for (index, column) in columns.enumerated() {
      guard let language = column.language else {
        cells.move(to: any)
        fill(row, RowLooks.Cell(index, Look(column: column.column, language: cells.language()), style), &cells)
        continue
      }
      if let found = lines[language] {
        cells.move(to: found)
        let look = Look(
          column: column.column, language: language, isDeletable: cells.isDeletable(), isSuggested: cells.isSuggested)
        fill(row, RowLooks.Cell(index, look, style), &cells)
      } else if rowCounts[language, default: 0] > 0, !column.column.isHidden {
        // The current value is repeated, because an empty cell would look like a missing text.
        cells.move(to: .text(key: key, language: language, proposal: nil))
        let cell = RowLooks.Cell(index, Look(column: column.column, language: language, isGap: true), style)
        if column.column == .currentValue {
          fill(row, cell, &cells)
        } else {
          row.append("", column: index, style: cell.blank)
        }
      }
    }
  }

  private func fill(_ row: Row, _ cell: RowLooks.Cell, _ cells: inout SheetCells) {
    let start = row.byteCount
    cells.append(cell.column, to: row)
    let isBlank = row.byteCount == start
    var style = isBlank ? cell.blank : cell.filled
    if let address = cell.address, row.isAddress(from: start) { style = address }
    // A blank cell without a style means nothing in any format.
    guard style != 0 || !isBlank else { return }
    // Hardly any two rows have the same base, so looking it up among earlier strings would not pay.
    row.appendCell(from: start, column: cell.index, style: style, comesOnce: cell.column == .base)
  }
}

/// The cell styles of rows, cached for each kind of row in a language; most rows are of one kind.
private struct RowLooks {
  struct Cell {
    let index: Int
    let column: ReviewColumn
    /// The style of the cell if it is blank, and if it is filled.
    let blank: Int
    let filled: Int
    /// The style of the cell if it is a web address; nil in columns without links.
    let address: Int?

    init(_ index: Int, _ look: SheetTable.Look, _ style: SheetTable.Style) {
      self.index = index
      column = look.column
      var look = look
      filled = style(look)
      look.isAddress = true
      address = column.traits.look == .link ? style(look) : nil
      (look.isAddress, look.isBlank) = (false, true)
      blank = style(look)
    }
  }

  private struct Kind: Hashable {
    let language: Int?
    let isPlain: Bool
    let isDeletable: Bool
    let isSuggested: Bool
  }

  let columns: [ReviewColumn]
  let style: SheetTable.Style
  private var known: [Kind: [Cell]] = [:]
  private var last: (kind: Kind, cells: [Cell])?

  init(columns: [ReviewColumn], style: @escaping SheetTable.Style) { (self.columns, self.style) = (columns, style) }

  /// The cells of the current row, except those that are always empty and have the style of their column.
  mutating func cells(of row: inout SheetCells) -> [Cell] {
    let kind = Kind(
      language: row.language(), isPlain: row.isPlain, isDeletable: row.isDeletable(), isSuggested: row.isSuggested)
    if let last, last.kind == kind { return last.cells }
    let cells = known[kind] ?? make(kind)
    known[kind] = cells
    last = (kind, cells)
    return cells
  }

  private func make(_ kind: Kind) -> [Cell] {
    columns.enumerated().compactMap { index, column in
      let look = SheetTable.Look(
        column: column, language: kind.language, isDeletable: kind.isDeletable, isSuggested: kind.isSuggested)
      let cell = Cell(index, look, style)
      return kind.isPlain && cell.blank == 0 && !column.traits.source.isInPlainRows ? nil : cell
    }
  }
}
