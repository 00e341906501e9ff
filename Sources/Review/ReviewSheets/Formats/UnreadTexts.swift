import Spreadsheet

/// Texts in a part of a file that is not read, such as a column that no export had.
package struct UnreadTexts {
  private(set) var count = 0
  /// The first of them, and its row counted from zero, or the number of its unit.
  private(set) var first = (text: "", row: 0)

  package init() {}

  /// Whether a cell has a letter. A cell with only digits and signs, such as a total, is not a text.
  static func isText(_ cell: Cell, of row: Row) -> Bool { isText(row.utf8(of: cell)) }

  private static func isText(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.contains { $0 >= 0x80 || $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
  }

  /// Adds the text of a unit.
  mutating func add(_ text: String, ofUnit number: Int) { if Self.isText(text.utf8) { add(text, row: number) } }

  package mutating func add(_ text: String, row: Int) {
    if count == 0 { first = (text, row) }
    count += 1
  }
}
