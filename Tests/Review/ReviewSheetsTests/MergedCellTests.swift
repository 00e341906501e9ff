import Spreadsheet
import Testing

@testable import ReviewSheets

struct MergedCellTests {
  private static let columns: SheetColumns = {
    var group = ColumnGroup(locale: nil)
    for (place, column) in [ReviewColumn.section, .key, .locale, .currentValue, .proposal, .action, .note].enumerated()
    { group[column] = place }
    return SheetColumns(groups: [group], headerRow: 0)
  }()

  @Test func `rows whose proposal, action or name is hidden by a range are not certain`() throws {
    let ranges = [MergedRange(rows: 4...6, columns: 4...4), MergedRange(rows: 9...9, columns: 4...5)]
    let merged = try #require(MergedCells(ranges, of: Self.columns))
    let group = Self.columns.groups[0]
    #expect((0..<12).filter { merged.misplacement(row: $0, of: group) != nil } == [5, 6, 9])
    #expect(merged.misplacement(row: 5, of: group) == "the cell under \"Proposal\" is one of the merged cells E5:E7")
    #expect(merged.misplacement(row: 9, of: group)?.contains("\"Action\"") == true)
  }

  @Test func `ranges above the rows and in other columns hide nothing`() {
    let ranges = [
      MergedRange(rows: 0...0, columns: 0...6), MergedRange(rows: 2...5, columns: 6...6),
      MergedRange(rows: 2...5, columns: 3...3),
    ]
    #expect(MergedCells(ranges, of: Self.columns) == nil)
  }

  @Test func `many ranges over the whole grid take no work in proportion to it`() throws {
    let grid = MergedRange(rows: 0...(SpreadsheetLimits.rows - 1), columns: 0...(SpreadsheetLimits.columns - 1))
    let merged = try #require(MergedCells(Array(repeating: grid, count: 40_000), of: Self.columns))
    #expect(merged.misplacement(row: 77, of: Self.columns.groups[0]) != nil)
  }
}
