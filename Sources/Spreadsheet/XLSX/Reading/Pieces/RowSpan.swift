/// The rows of a piece of a worksheet, in ascending order.
///
/// Rows without a place count on from those of the piece before, which its parser does not know. Until a row or a cell
/// gives a place, rows are counted from ``start``, and are negative.
struct RowSpan {
  /// The number of the first row, if it has no place. No row of a worksheet is negative.
  static let start = -(1 << 40)

  /// How many rows come before the first one with a place.
  private(set) var unplacedCount = 0
  /// The first row with a place.
  private(set) var first: Int?
  /// The row that was begun last.
  private(set) var last = start - 1
  /// The highest row with a place.
  private var highest = -1

  /// Begins a row.
  @inline(__always)
  mutating func begin(_ row: Int, after other: Int) {
    if other < 0 { unplacedCount = other + 1 - Self.start }
    last = row
  }

  /// Takes the place of a row.
  ///
  /// - Returns: False unless the rows ascend.
  @inline(__always)
  mutating func mark(_ row: Int) -> Bool {
    last = row
    if row < 0 { return true }
    if row <= highest { return false }
    if first == nil { first = row }
    highest = row
    return true
  }
}

/// Joins the rows of the pieces of a worksheet, and refuses those of which not all come after the rows before them.
struct RowSequence {
  /// The last row before the piece, and the last row so far.
  private var base = -1
  private var last = -1

  /// Begins a piece.
  mutating func begin() {
    base = last
  }

  /// Takes the rows of the piece so far.
  ///
  /// - Returns: False unless they come after those of the pieces before, and are inside the grid.
  mutating func take(_ span: RowSpan) -> Bool {
    let unplacedEnd = base + span.unplacedCount
    if let first = span.first, first <= unplacedEnd { return false }
    last = index(of: span.last)
    return last < SpreadsheetLimits.rows
  }

  /// The index of a row in the worksheet.
  ///
  /// - Parameter row: Its number in the piece.
  @inline(__always)
  func index(of row: Int) -> Int {
    row < 0 ? base + 1 + (row - RowSpan.start) : row
  }
}
