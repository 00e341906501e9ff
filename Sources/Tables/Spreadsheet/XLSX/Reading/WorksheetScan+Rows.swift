import Basics

extension WorksheetScan {
  @inline(__always) mutating func startRow(_ attributes: XMLAttributes) {
    var given: Int?
    if let text = attributes.bytes("r") {
      given = CellReferenceText.row(text.trimmed)
      if given == nil { failRow("\"\(String(decoding: text, as: UTF8.self))\" is not a row of a worksheet.") }
    }
    if places.isContinued(by: given) { return }
    handOut()
    beginRow(given)
  }

  @inline(__always) mutating func beginRow(_ given: Int?) {
    if !places.takeRow(given) { failRow("row \(places.row + 1) occurs twice or is outside the worksheet.") }
    storage.pointee.removeAll(index: places.row)
    isSorted = true
  }

  @inline(__always) mutating func handOut() {
    if storage.pointee.cellCount == 0 || xml.failure != nil { return }
    if !isSorted { sort() }
    if textLeft < storage.pointee.byteCount { failText() }
    if xml.failure != nil { return }
    textLeft -= storage.pointee.byteCount
    do { try body(row) } catch {
      // Reading the row again would give the same result.
      xml.isTentative = false
      xml.fail(error)
    }
  }

  @inline(never) private mutating func sort() {
    storage.pointee.sortCells()
    for index in 1..<storage.pointee.cellCount
    where storage.pointee.cells[index].column == storage.pointee.cells[index - 1].column {
      return failPlace("this cell occurs twice", (places.row, storage.pointee.cells[index].column))
    }
  }
}

/// Tracks the positions of rows and cells. A row or cell without a position takes the next one.
struct RowPlaces {
  /// The open row; -1 before the first.
  private(set) var row = -1
  /// Whether the open row has no number, and no cell has shown its position yet.
  private var isAssumed = false
  /// Whether the open row was added to those seen.
  private var isNew = false
  private var column = -1
  /// One bit for each row seen.
  private let seen: UnsafeMutablePointer<UInt64>

  init() {
    seen = .allocate(capacity: SpreadsheetLimits.rows / 64)
    seen.initialize(repeating: 0, count: SpreadsheetLimits.rows / 64)
  }

  func deallocate() { seen.deallocate() }

  /// Whether a row continues the one before: some programs write a row for every cell.
  @inline(__always) func isContinued(by given: Int?) -> Bool { row >= 0 && given == row && !isAssumed }

  /// Moves to the row with the written index, or else to the one after the last. Returns false if that row was seen
  /// before or is outside the grid.
  @inline(__always) mutating func takeRow(_ given: Int?) -> Bool {
    column = -1
    isAssumed = given == nil
    isNew = false
    row = given ?? row + 1
    return isAssumed ? row < SpreadsheetLimits.rows : visit()
  }

  /// Moves to the cell with the written reference, or else to the one after the last. Returns its column; nil if it
  /// belongs to another row, if its row was seen before, or if it is outside the grid.
  @inline(__always) mutating func takeCell(_ given: (row: Int, column: Int)?) -> Int? {
    if isAssumed {
      // The first cell of a row without a number shows the position of the row.
      isAssumed = false
      row = given?.row ?? row
      if !visit() { return nil }
    }
    if let given {
      if given.row != row { return nil }
      column = given.column
      return column
    }
    column += 1
    return column < SpreadsheetLimits.columns ? column : nil
  }

  mutating func withdraw(to earlier: RowPlaces) {
    if isNew { seen[row >> 6] &= ~(1 << UInt64(row & 63)) }
    self = earlier
  }

  @inline(__always) private mutating func visit() -> Bool {
    let bit: UInt64 = 1 << UInt64(row & 63)
    if seen[row >> 6] & bit != 0 { return false }
    seen[row >> 6] |= bit
    isNew = true
    return true
  }
}

/// Cells that a worksheet shows as one (ECMA-376 Part 1, 18.3.1.54). Only the first one has a content.
package struct MergedRange: Hashable, Sendable {
  package private(set) var rows: ClosedRange<Int>
  package private(set) var columns: ClosedRange<Int>

  package init(rows: ClosedRange<Int>, columns: ClosedRange<Int>) { (self.rows, self.columns) = (rows, columns) }

  /// Reads a reference such as `B2:C4`; nil if it is not one of at least two cells.
  init?(_ reference: UnsafeBufferPointer<UInt8>) {
    guard let colon = reference.firstIndex(of: UInt8(ascii: ":")),
      let first = CellReferenceText.place(UnsafeBufferPointer(rebasing: reference[..<colon])),
      let last = CellReferenceText.place(UnsafeBufferPointer(rebasing: reference[(colon + 1)...])),
      first.row <= last.row, first.column <= last.column, first != last
    else { return nil }
    self.init(rows: first.row...last.row, columns: first.column...last.column)
  }

  package var name: String {
    CellName.cell(row: rows.lowerBound, column: columns.lowerBound) + ":"
      + CellName.cell(row: rows.upperBound, column: columns.upperBound)
  }

  func joined(with other: MergedRange) -> MergedRange {
    MergedRange(
      rows: min(rows.lowerBound, other.rows.lowerBound)...max(rows.upperBound, other.rows.upperBound),
      columns: min(columns.lowerBound, other.columns.lowerBound)...max(columns.upperBound, other.columns.upperBound))
  }
}
