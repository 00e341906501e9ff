extension ReviewRow {
  /// Returns the row with new texts in some of its cells, its base among them.
  func refreshed(_ cells: [ReviewColumn: String]) -> ReviewRow {
    var row = self
    for (column, text) in cells { column.traits.read?(text, &row) }
    if let base = cells[.base].flatMap({ RowBase(text: $0) }) {
      row.base = base
      row.proposalID = base.proposalID
    }
    return row
  }
}
