import Basics
import NStackAPI

/// Consecutive rows of one file and worksheet, and of one locale if the rows are ordered by locale.
struct RowGroup {
  var rows: Range<Int>
  let table: String
  /// The locale of all rows; nil if the rows alternate between several.
  var locale: String?

  var heading: String { locale.map { "\(table) [\(Visible.text($0))]" } ?? table }

  static func groups(of rows: [ReturnedRow]) -> [RowGroup] {
    var tables: [RowGroup] = []
    for (index, row) in rows.enumerated() {
      if let last = tables.last, row.place.isInTable(of: rows[last.rows.lowerBound].place) {
        tables[tables.count - 1].rows = last.rows.lowerBound..<(index + 1)
      } else {
        tables.append(RowGroup(rows: index..<(index + 1), table: row.place.table))
      }
    }
    return tables.flatMap { $0.byLocale(rows) }
  }

  /// The group split by locale if the rows are ordered by locale, else the group itself.
  private func byLocale(_ all: [ReturnedRow]) -> [RowGroup] {
    var parts: [RowGroup] = []
    for index in rows {
      let locale = all[index].text.locale
      if let last = parts.last, last.locale == locale {
        parts[parts.count - 1].rows = last.rows.lowerBound..<(index + 1)
      } else {
        parts.append(RowGroup(rows: index..<(index + 1), table: table, locale: locale))
      }
    }
    return Set(parts.map(\.locale)).count == parts.count ? parts : [self]
  }
}

extension RowPlace {
  /// The file and worksheet, in the form used in messages.
  var table: String { Visible.path(file) + (worksheet.map { ": worksheet \"\(Visible.text($0))\"" } ?? "") }

  /// Whether two rows are in one file and worksheet.
  func isInTable(of other: RowPlace) -> Bool {
    fileIndex == other.fileIndex && file == other.file && worksheet == other.worksheet
  }
}
