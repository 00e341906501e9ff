import Spreadsheet

/// The classifiers of all groups of columns of a worksheet.
struct RowClassifiers {
  private let classifiers: [RowClassifier]
  /// For each column the group that it belongs to alone; -1 for none.
  private let owners: [Int]
  /// The row in which each group was last met.
  private var met: [Int]

  init(_ columns: SheetColumns, table: ReturnedTable) {
    classifiers = columns.groups.map { RowClassifier(group: $0, table: table) }
    let found = columns.owners
    owners = (0..<((found.keys.max() ?? -1) + 1)).map { found[$0] ?? -1 }
    met = Array(repeating: -1, count: classifiers.count)
  }

  /// Tells what was found in a row, for each group that holds something in it.
  ///
  /// A group without a cell of its own is a gap, whatever stands in the columns that it shares with others: so the work is
  /// as much as there are cells, however many groups a header names.
  mutating func find(in row: Row, _ body: (RowClassifier.Finding) throws -> Void) rethrows {
    if classifiers.count == 1 { return try body(classifiers[0].finding(in: row)) }
    for position in 0..<row.count {
      let column = row[position].column
      guard column < owners.count, owners[column] >= 0, met[owners[column]] != row.index else { continue }
      met[owners[column]] = row.index
      try body(classifiers[owners[column]].finding(in: row))
    }
  }
}
