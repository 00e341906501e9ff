import Basics
import Spreadsheet

/// The merged cells of a table that hide cells of its names, proposals or actions. Programs empty the hidden cells, so
/// it is unknown what they should contain.
package struct MergedCells {
  /// The columns in which each row must have a cell of its own.
  private static let columns: [ReviewColumn] = [.section, .key, .locale, .proposal, .action]
  /// The most ranges per row that are compared. Ranges of a workbook that a program wrote do not overlap.
  private static let mostCompared = 1_000_000

  private struct Hidden {
    var rows: ClosedRange<Int>
    let range: MergedRange
  }

  /// The hidden cells of each column, without overlaps and in ascending order.
  private var hidden: [Int: [Hidden]] = [:]
  private let headers: [Int: String]
  private let first: MergedRange
  private let count: Int

  /// Creates the merged cells of a table; nil if none hides a cell below the header.
  init?(_ ranges: [MergedRange], of columns: SheetColumns) {
    var headers: [Int: String] = [:]
    for group in columns.groups {
      for column in Self.columns where group[column] >= 0 { headers[group[column]] = column.header }
    }
    let guarded = headers.keys.sorted()
    var found: [Int: [Hidden]] = [:]
    var first: MergedRange?
    var (count, compared) = (0, 0)
    for range in ranges where range.rows.upperBound > columns.headerRow {
      let within = guarded.filter { range.columns.contains($0) }
      compared += guarded.count
      var hides = false
      for column in within {
        // The first cell of a range keeps its content.
        let start = max(range.rows.lowerBound + (column == range.columns.lowerBound ? 1 : 0), columns.headerRow + 1)
        guard start <= range.rows.upperBound else { continue }
        found[column, default: []].append(Hidden(rows: start...range.rows.upperBound, range: range))
        hides = true
      }
      guard hides else { continue }
      count += 1
      if first.map({ range.rows.lowerBound < $0.rows.lowerBound }) ?? true { first = range }
      if compared > Self.mostCompared {
        // With that many ranges, it is enough to report them: every row of the table counts as hidden.
        let all = Hidden(rows: (columns.headerRow + 1)...SpreadsheetLimits.rows, range: range)
        for column in guarded { found[column] = [all] }
        break
      }
    }
    guard let first else { return nil }
    (self.first, self.count, self.headers) = (first, count, headers)
    hidden = found.mapValues(Self.joined)
  }

  private static func joined(_ cells: [Hidden]) -> [Hidden] {
    cells.sorted { $0.rows.lowerBound < $1.rows.lowerBound }.reduce(into: []) { result, next in
      guard let last = result.last, next.rows.lowerBound <= last.rows.upperBound else { return result.append(next) }
      result[result.count - 1].rows = last.rows.lowerBound...max(last.rows.upperBound, next.rows.upperBound)
    }
  }

  /// The range that hides a cell; nil if none does.
  private func range(over column: Int, row: Int) -> MergedRange? {
    guard let cells = hidden[column] else { return nil }
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].rows.upperBound < row { low = middle + 1 } else { high = middle }
    }
    return low < cells.count && cells[low].rows.contains(row) ? cells[low].range : nil
  }

  /// Why a row of a group is uncertain, as part of a sentence; nil if none of its cells is hidden.
  func misplacement(row: Int, of group: ColumnGroup) -> String? {
    for column in Self.columns where group[column] >= 0 {
      if let range = range(over: group[column], row: row) {
        return "the cell under \"\(column.header)\" is one of the merged cells \(range.name)"
      }
    }
    return nil
  }

  func diagnostic(place: (_ row: Int) -> RowPlace) -> Diagnostic {
    let others = count == 1 ? "" : " and \(Counted.text(count - 1, "other range"))"
    let column = headers.filter { first.columns.contains($0.key) }.min { $0.key < $1.key }
    return Diagnostic(
      code: .sheetMergedCells, severity: .warning, place: place(first.rows.lowerBound), column: column?.value,
      message: "The cells \(first.name)\(others) are merged, so only the first cell of a range keeps its text. "
        + "The other rows are refused. Unmerge the cells, and write each row's own text into it.")
  }
}
