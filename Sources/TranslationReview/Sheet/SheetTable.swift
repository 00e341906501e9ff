import NStackAPI
import Spreadsheet

/// One table of a review sheet: what stands in each column, and the rows.
///
/// The layouts differ here and nowhere else: whoever writes a table, as a worksheet or as CSV, takes it as it comes.
struct SheetTable {
  /// One column of the table.
  struct Column {
    let column: ReviewColumn
    /// The language of the column's group, as a place in the catalog's; nil where rows say it.
    let language: Int?
    /// The header as it is written.
    let header: String
  }

  /// The table's name.
  let name: String
  let columns: [Column]
  /// The languages of the rows, as places in the catalog's.
  let languages: [Int]
  /// Whether each row holds all languages, side by side.
  let isSideBySide: Bool

  /// The tables of a sheet in a layout.
  static func tables(of sheet: ReviewSheet, layout: SheetLayout) -> [SheetTable] {
    let plain = sheet.columns.map { Column(column: $0, language: nil, header: $0.header) }
    switch layout {
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

  /// Hands out the rows, in `row`, filled anew for each.
  ///
  /// - Parameters:
  ///   - style: The style of a cell, by its column, its row and whether it is blank.
  ///   - body: Is given the filled row, and the base of each review row in it.
  func forEachRow(
    of sheet: ReviewSheet, in row: Row, style: (_ column: ReviewColumn, _ cell: ReviewRow, _ isBlank: Bool) -> Int,
    _ body: (Row) throws -> Void
  ) rethrows {
    var index = 1
    // Without the headers, which would be counted as used for every cell.
    let plain = columns.map(\.column)
    if isSideBySide {
      for key in sheet.keys {
        let counts = languages.map { sheet.rowCount(ofKeyAt: key, inLanguageAt: $0) }
        for line in 0..<(counts.max() ?? 0) {
          row.removeAll(index: index)
          fillSideBySide(row, sheet, key: key, line: line, counts: counts, style: style)
          try body(row)
          index += 1
        }
      }
    } else {
      for language in languages {
        try sheet.forEachRow(inLanguageAt: language) { reviewRow in
          row.removeAll(index: index)
          for place in plain.indices { fill(row, place, plain[place], reviewRow, style: style) }
          try body(row)
          index += 1
        }
      }
    }
  }

  private func fillSideBySide(
    _ row: Row, _ sheet: ReviewSheet, key: Int, line: Int, counts: [Int],
    style: (_ column: ReviewColumn, _ cell: ReviewRow, _ isBlank: Bool) -> Int
  ) {
    var rows: [Int: ReviewRow] = [:]
    for (language, count) in zip(languages, counts) where line < count {
      rows[language] = sheet.row(line, ofKeyAt: key, inLanguageAt: language)
    }
    guard let any = languages.lazy.compactMap({ rows[$0] }).first else { return }
    for (place, column) in columns.enumerated() {
      guard let language = column.language else {
        fill(row, place, column.column, any, style: style)
        continue
      }
      guard let reviewRow = rows[language] else { continue }
      fill(row, place, column.column, reviewRow, style: style)
    }
  }

  private func fill(
    _ row: Row, _ place: Int, _ column: ReviewColumn, _ reviewRow: ReviewRow,
    style: (_ column: ReviewColumn, _ cell: ReviewRow, _ isBlank: Bool) -> Int
  ) {
    if column == .base, let base = reviewRow.base {
      base.append(to: row, column: place, style: style(column, reviewRow, false))
    } else {
      let text = reviewRow.cell(column)
      let style = style(column, reviewRow, text.isEmpty)
      // A blank cell without a look is nothing to any format.
      if style != 0 || !text.isEmpty { row.append(text, column: place, style: style) }
    }
  }
}
