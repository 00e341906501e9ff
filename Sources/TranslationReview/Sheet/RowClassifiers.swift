import Spreadsheet

/// The classifiers of all groups of columns of a worksheet.
struct RowClassifiers {
  private let classifiers: [RowClassifier]
  /// For each column the group that it belongs to alone; -1 for none.
  private let owners: [Int]
  /// The row in which each group was last met.
  private var met: [Int]
  private let strayCells: StrayCells

  /// - Parameter evidence: Learns whether the texts of the table carry the apostrophes of a CSV export.
  init(_ columns: SheetColumns, table: ReturnedTable, evidence: GuardEvidence) {
    let ordinals = columns.ordinals
    let oddities = RowOddities(columns)
    classifiers = columns.groups.map { group in
      RowClassifier(group: group, ordinals: ordinals, table: table, oddities: oddities, evidence: evidence)
    }
    strayCells = StrayCells(columns, ordinals: ordinals, table: table)
    let found = columns.owners
    owners = (0..<((found.keys.max() ?? -1) + 1)).map { found[$0] ?? -1 }
    met = Array(repeating: -1, count: classifiers.count)
  }

  /// Tells what was found in a row, for each group that holds something in it.
  ///
  /// A group without a cell of its own is a gap, whatever stands in the columns that it shares with others: so the work is
  /// as much as there are cells, however many groups a header names.
  mutating func find(in row: Row, _ body: (RowClassifier.Finding) throws -> Void) throws {
    let stray = try strayCells.finding(in: row)
    if classifiers.count == 1 { return try body(classifiers[0].finding(in: row, stray: stray)) }
    // A record that is one field, or a row whose cells all moved, holds nothing that belongs to one group.
    if stray.base != nil || row.count == 1, !(0..<row.count).contains(where: { owner(of: row[$0]) >= 0 }),
      let first = classifiers.first
    {
      return try body(first.finding(in: row, stray: stray))
    }
    for position in 0..<row.count {
      let owner = owner(of: row[position])
      guard owner >= 0, met[owner] != row.index else { continue }
      met[owner] = row.index
      try body(classifiers[owner].finding(in: row, stray: stray))
    }
  }

  /// The group that a cell belongs to alone; -1 for none.
  private func owner(of cell: Cell) -> Int {
    cell.column < owners.count ? owners[cell.column] : -1
  }
}
