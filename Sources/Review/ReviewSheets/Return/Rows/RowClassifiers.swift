package import Spreadsheet

/// The classifiers of all groups of columns of a worksheet.
package struct RowClassifiers {
  private let classifiers: [RowClassifier]
  /// For each column, the only group that uses it; -1 if there is none or more than one.
  private let owners: [Int]
  /// The last row in which each group was found.
  private var lastRows: [Int]
  let misplaced: MisplacedCells

  /// - Parameters:
  ///   - evidence: Collects evidence that the table's texts have the apostrophes of a CSV export.
  ///   - merged: The merged cells that hide others; nil if there are none, or if they are not known yet.
  ///   - translations: The columns of the reviewer's own that have translations, as far as known.
  package init(
    _ columns: SheetColumns, table: ReturnedTable, evidence: GuardEvidence, merged: MergedCells? = nil,
    translations: [TranslationColumn] = []
  ) {
    let ordinals = columns.ordinals
    let misplaced = MisplacedCells(columns, ordinals: ordinals, table: table, translations: translations)
    classifiers = columns.groups.map { group in
      RowClassifier(
        group: group, ordinals: ordinals, table: table, misplaced: misplaced, evidence: evidence, merged: merged)
    }
    self.misplaced = misplaced
    let found = columns.owners
    owners = (0..<((found.keys.max() ?? -1) + 1)).map { found[$0] ?? -1 }
    lastRows = Array(repeating: -1, count: classifiers.count)
  }

  /// Calls `body` with the finding for each group that has a cell in the row.
  package mutating func find(in row: Row, _ body: (RowClassifier.Finding) throws -> Void) throws {
    var isOfText = false
    try visit(row) {
      let finding = $0.finding(in: row, misplaced: $1)
      if case .blank = finding {} else { isOfText = true }
      try body(finding)
    }
    misplaced.count(row, isOfText: isOfText)
  }

  /// Calls `body` with the texts of each group that has a cell in the row, edited or not.
  package mutating func read(_ row: Row, _ body: (ReturnedRow) throws -> Void) throws {
    var isOfText = false
    try visit(row) { classifier, misplaced in
      guard let whole = classifier.wholeRow(in: row, misplaced: misplaced) else { return }
      isOfText = true
      try body(whole)
    }
    misplaced.count(row, isOfText: isOfText)
  }

  /// Calls `body` with the classifier of each group that has a cell in the row.
  ///
  /// A group with only empty cells of its own is a gap, whatever its shared columns contain. So the work depends on the
  /// number of cells, not on the number of groups.
  @inline(__always) private mutating func visit(
    _ row: Row, _ body: (RowClassifier, MisplacedCells.Finding) throws -> Void
  ) throws {
    let misplaced = try misplaced.finding(in: row)
    if classifiers.count == 1 { return try body(classifiers[0], misplaced) }
    // A whole record in one field, and a row whose cells were all shifted, have no cell that belongs to one group.
    if misplaced.base != nil || row.count == 1, !row.filledCells.contains(where: { owner(of: $0) >= 0 }),
      let first = classifiers.first
    {
      return try body(first, misplaced)
    }
    for cell in row.filledCells {
      let owner = owner(of: cell)
      guard owner >= 0, lastRows[owner] != row.index else { continue }
      lastRows[owner] = row.index
      try body(classifiers[owner], misplaced)
    }
  }

  /// The only group that uses a cell's column; -1 if there is none or more than one.
  private func owner(of cell: Cell) -> Int { cell.column < owners.count ? owners[cell.column] : -1 }
}
