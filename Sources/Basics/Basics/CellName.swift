package enum CellName {
  /// The letters of a column counted from zero: `A` is 0, `AA` is 26.
  package static func letters(ofColumn column: Int) -> String {
    var letters: [UInt8] = []
    var rest = column + 1
    while rest > 0 {
      letters.insert(UInt8(ascii: "A") + UInt8((rest - 1) % 26), at: 0)
      rest = (rest - 1) / 26
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// A cell, row and column counted from zero.
  package static func cell(row: Int, column: Int) -> String { "\(letters(ofColumn: column))\(row + 1)" }

  package static func ranges(columns: [Int], rows: ClosedRange<Int>) -> String {
    var ranges: [String] = []
    let sorted = Set(columns).sorted()
    var start = 0
    while start < sorted.count {
      var end = start
      while end + 1 < sorted.count, sorted[end + 1] == sorted[end] + 1 { end += 1 }
      ranges.append(
        "\(cell(row: rows.lowerBound, column: sorted[start])):\(cell(row: rows.upperBound, column: sorted[end]))")
      start = end + 1
    }
    return ranges.joined(separator: " ")
  }
}
