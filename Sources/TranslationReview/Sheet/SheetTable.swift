import NStackAPI
import Spreadsheet

/// One table of a review sheet: its columns and its rows.
///
/// Only this type knows the differences between the layouts. Code that writes a table as a worksheet or as CSV need not
/// know them.
struct SheetTable {
  /// One column of the table.
  struct Column {
    let column: ReviewColumn
    /// The language of the column's group, as a place in the catalog; nil if each row names its own.
    let language: Int?
    /// The header that is written.
    let header: String
  }

  /// The table's name.
  let name: String
  let columns: [Column]
  /// The languages of the rows, as places in the catalog.
  let languages: [Int]
  /// Whether each row contains all languages, side by side.
  let isSideBySide: Bool

  /// The tables of a sheet in a layout. Rows that were picked one by one are always laid out as rows, and never side by
  /// side.
  static func tables(of sheet: ReviewSheet, layout: SheetLayout) -> [SheetTable] {
    let plain = sheet.columns.map { Column(column: $0, language: nil, header: $0.header) }
    switch layout == .columns && sheet.pickedRows != nil ? .rows : layout {
    case .rows:
      return [SheetTable(name: "Review", columns: plain, languages: sheet.languages, isSideBySide: false)]
    case .locales:
      return sheet.languages.map { language in
        SheetTable(
          name: sheet.catalog.languages[language].locale, columns: plain, languages: [language], isSideBySide: false)
      }
    case .columns:
      var columns = plain.filter(\.column.isOfText)
      for language in sheet.languages {
        let locale = sheet.catalog.languages[language].locale
        for column in sheet.columns where !column.isOfText && column != .locale {
          columns.append(Column(column: column, language: language, header: "\(column.header) [\(locale)]"))
        }
      }
      return [SheetTable(name: "Review", columns: columns, languages: sheet.languages, isSideBySide: true)]
    }
  }

  /// The style of a cell, by its column, the language of its row, whether it is blank, and whether the row shows a
  /// proposal that may be deleted.
  typealias Style = (_ column: ReviewColumn, _ language: Int?, _ isBlank: Bool, _ isDeletable: Bool) -> Int

  /// Calls `body` with each row, in `row`, whose contents are replaced each time.
  ///
  /// - Parameter body: Called with the filled row.
  func forEachRow(
    of sheet: ReviewSheet, in row: Row, style: @escaping Style, _ body: (Row) throws -> Void
  ) rethrows {
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
          cells.take(line)
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
    var lines: [Int: SheetLine] = [:]
    for (language, count) in zip(languages, counts) where line < count {
      lines[language] = sheet.line(line, ofKeyAt: key, inLanguageAt: language)
    }
    guard let any = languages.lazy.compactMap({ lines[$0] }).first else { return }
    for (place, column) in columns.enumerated() {
      guard let found = column.language.map({ lines[$0] }) ?? any else { continue }
      cells.take(found)
      fill(
        row, RowLooks.Cell(place, column.column, cells.language(), isDeletable: cells.isDeletable(), style), &cells)
    }
  }

  private func fill(_ row: Row, _ cell: RowLooks.Cell, _ cells: inout SheetCells) {
    let start = row.byteCount
    cells.append(cell.column, to: row)
    let isBlank = row.byteCount == start
    let style = isBlank ? cell.blank : cell.filled
    // A blank cell without a style means nothing in any format.
    guard style != 0 || !isBlank else { return }
    // Hardly two rows of a sheet have the same base, so a search for it among the earlier texts would not pay.
    row.appendCell(from: start, column: cell.place, style: style, comesOnce: cell.column == .base)
  }
}

/// The cell styles of rows, found once for each kind of row in a language; most rows are of one kind.
private struct RowLooks {
  /// One cell of a row.
  struct Cell {
    let place: Int
    let column: ReviewColumn
    /// The style of the cell if it is blank, and if it is filled.
    let blank: Int
    let filled: Int

    init(_ place: Int, _ column: ReviewColumn, _ language: Int?, isDeletable: Bool, _ style: SheetTable.Style) {
      self.place = place
      self.column = column
      blank = style(column, language, true, isDeletable)
      filled = style(column, language, false, isDeletable)
    }
  }

  private struct Kind: Hashable {
    let language: Int?
    let isPlain: Bool
    let isDeletable: Bool
  }

  let columns: [ReviewColumn]
  let style: SheetTable.Style
  private var known: [Kind: [Cell]] = [:]
  private var last: (kind: Kind, cells: [Cell])?

  init(columns: [ReviewColumn], style: @escaping SheetTable.Style) {
    self.columns = columns
    self.style = style
  }

  /// The cells of the current row, without those that are always empty and look like their column.
  mutating func cells(of row: inout SheetCells) -> [Cell] {
    let kind = Kind(language: row.language(), isPlain: row.isPlain, isDeletable: row.isDeletable())
    if let last, last.kind == kind { return last.cells }
    let cells = known[kind] ?? make(kind)
    known[kind] = cells
    last = (kind, cells)
    return cells
  }

  private func make(_ kind: Kind) -> [Cell] {
    columns.enumerated().compactMap { place, column in
      let cell = Cell(place, column, kind.language, isDeletable: kind.isDeletable, style)
      return kind.isPlain && cell.blank == 0 && !column.traits.source.isInPlainRows ? nil : cell
    }
  }
}
