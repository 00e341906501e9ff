/// Words in columns.
extension [[String]] {
  /// Returns the lines of a table whose columns are as wide as their longest words.
  ///
  /// - Parameter left: The number of left-aligned columns. If all columns are, the last one is not padded.
  package func aligned(left: Int = .max) -> [String] {
    let columns = map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      map { column < $0.count ? TextColumn.width(of: $0[column]) : 0 }.max() ?? 0
    }
    return map { row in
      row.enumerated().map { column, text in
        let space = String(repeating: " ", count: widths[column] - TextColumn.width(of: text))
        return column >= left ? space + text : column == row.count - 1 ? text : text + space
      }.joined(separator: "  ")
    }
  }
}
