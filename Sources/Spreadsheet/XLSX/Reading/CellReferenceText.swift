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
