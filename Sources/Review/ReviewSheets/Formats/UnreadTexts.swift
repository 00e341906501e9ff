import Basics
import Spreadsheet

/// Texts in a part of a file that is not read, such as a column that people added.
package struct UnreadTexts {
  private(set) var count = 0
  /// The first text, and its row counted from zero or the number of its unit.
  private(set) var first = (text: "", row: 0)
  /// The hashes of the texts, to compare them with those of another file.
  private(set) var hashes: Set<TextHash> = []
  /// The most texts that are compared with those of another file. Any further one counts as unique.
  private static let mostCompared = 100_000

  package init() {}

  /// Whether a cell counts as a text because it has a letter. A cell with only digits and signs, such as a total,
  /// counts only in a column of translations.
  static func isText(_ cell: Cell, of row: Row, orNumber: Bool = false) -> Bool {
    isText(row.utf8(of: cell), orNumber: orNumber)
  }

  private static func isText(_ bytes: some Sequence<UInt8>, orNumber: Bool = false) -> Bool {
    bytes.contains { $0 >= 0x80 || $0.isASCIILetter || orNumber && $0.isASCIIDigit }
  }

  /// Adds the text of a unit.
  mutating func add(_ text: String, ofUnit number: Int) { if Self.isText(text.utf8) { add(text, row: number) } }

  package mutating func add(_ text: String, row: Int) { add(TextHash(text), row: row) { text } }

  mutating func add(_ hash: TextHash, row: Int, text: () -> String) {
    if count == 0 { first = (text(), row) }
    count += 1
    hashes.insert(hashes.count < Self.mostCompared ? hash : .tooLong)
  }
}
