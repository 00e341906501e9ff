import Basics

/// References to cells in A1 notation, as files write them (ECMA-376 Part 1, 18.18.7).
enum CellReferenceText {
  /// The row and column of a cell, counted from zero; nil unless the text is one to three letters, in either case, and
  /// a row number, both inside the grid.
  @inline(__always)
  static func place(_ text: UnsafeBufferPointer<UInt8>) -> (row: Int, column: Int)? {
    var index = 0
    var column = 0
    while index < text.count {
      let letter = (text[index] | 0x20) &- UInt8(ascii: "a")
      if letter > 25 { break }
      if index == 3 { return nil }
      column = column &* 26 &+ Int(letter) &+ 1
      index += 1
    }
    if index == 0 || column > SpreadsheetLimits.columns { return nil }
    guard let row = row(UnsafeBufferPointer(rebasing: text[index...])) else { return nil }
    return (row, column - 1)
  }

  /// The index of a row, counted from zero; nil unless the text is a row number inside the grid, in digits only.
  @inline(__always)
  static func row(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let row = Digits.integer(text), row >= 1, row <= SpreadsheetLimits.rows else { return nil }
    return row - 1
  }
}

/// Cells that a worksheet shows as one (ECMA-376 Part 1, 18.3.1.54). Only the first one has a content.
package struct MergedRange: Hashable, Sendable {
  package private(set) var rows: ClosedRange<Int>
  package private(set) var columns: ClosedRange<Int>

  package init(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
    self.rows = rows
    self.columns = columns
  }

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

/// Collects the merged ranges of a worksheet. One parser at a time uses it, which may be on any thread.
final class MergedRanges: @unchecked Sendable {
  /// The most ranges that are kept. Further ones extend the last one, so that no merged cell is forgotten.
  private static let most = 1 << 16

  private(set) var ranges: [MergedRange] = []

  func removeAll() { ranges = [] }

  func take(_ reference: UnsafeBufferPointer<UInt8>) {
    guard let range = MergedRange(reference) else { return }
    if ranges.count < Self.most {
      ranges.append(range)
    } else {
      ranges[Self.most - 1] = ranges[Self.most - 1].joined(with: range)
    }
  }
}
