/// Tracks the positions of rows and cells. A row or cell without a position takes the next one.
struct RowPlaces {
  /// The open row; -1 before the first.
  ///
  /// In a piece of a worksheet, it is negative as long as no row and no cell has given a place: see ``RowSpan``.
  private(set) var row = -1
  /// Whether the open row has no number, and no cell has given its place yet.
  private var isAssumed = false
  private var column = -1
  /// One bit for each row seen; nil for a piece.
  private let seen: UnsafeMutablePointer<UInt64>?
  /// The rows of a piece, which must ascend; nil for a whole worksheet.
  private let span: UnsafeMutablePointer<RowSpan>?

  /// Starts a worksheet.
  init() {
    seen = .allocate(capacity: SpreadsheetLimits.rows / 64)
    seen?.initialize(repeating: 0, count: SpreadsheetLimits.rows / 64)
    span = nil
  }

  /// Starts a piece of a worksheet.
  init(_ span: UnsafeMutablePointer<RowSpan>) {
    seen = nil
    self.span = span
    span.pointee = RowSpan()
    row = RowSpan.start - 1
  }

  func deallocate() {
    seen?.deallocate()
  }

  /// Whether a row continues the one before: some programs write a row for every cell.
  @inline(__always)
  func isContinued(by given: Int?) -> Bool {
    row >= 0 && given == row && !isAssumed
  }

  /// Moves on to a row.
  ///
  /// - Parameter given: Its index as written; nil takes the one after the last row.
  /// - Returns: False if that row was seen before or is outside the grid.
  @inline(__always)
  mutating func takeRow(_ given: Int?) -> Bool {
    column = -1
    isAssumed = given == nil
    let last = row
    row = given ?? row + 1
    span?.pointee.begin(row, after: last)
    return isAssumed ? row < SpreadsheetLimits.rows : mark()
  }

  /// Moves on to a cell of the open row.
  ///
  /// - Parameter given: Its place as written; nil takes the one after the last cell.
  /// - Returns: Its column; nil if it belongs to another row, if its row was seen before, or if it is outside the grid.
  @inline(__always)
  mutating func takeCell(_ given: (row: Int, column: Int)?) -> Int? {
    if isAssumed {
      // The first cell of a row without a number gives the place of the row.
      isAssumed = false
      row = given?.row ?? row
      if !mark() { return nil }
    }
    if let given {
      if given.row != row { return nil }
      column = given.column
      return column
    }
    column += 1
    return column < SpreadsheetLimits.columns ? column : nil
  }

  @inline(__always)
  private func mark() -> Bool {
    guard let seen else { return span?.pointee.mark(row) ?? false }
    let bit: UInt64 = 1 << UInt64(row & 63)
    if seen[row >> 6] & bit != 0 { return false }
    seen[row >> 6] |= bit
    return true
  }
}
