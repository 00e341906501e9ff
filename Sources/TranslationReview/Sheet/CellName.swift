/// The names of cells as spreadsheet programs show them.
enum CellName {
  /// The letters of a column counted from zero: `A` is 0, `AA` is 26.
  static func letters(ofColumn column: Int) -> String {
    var letters = ""
    var rest = column
    repeat {
      letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
      rest = rest / 26 - 1
    } while rest >= 0
    return letters
  }
}
