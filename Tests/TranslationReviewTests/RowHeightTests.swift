import Spreadsheet
import Testing

@testable import TranslationReview

@Suite("Row heights")
struct RowHeightTests {
  @Test(
    "grow with the lines that the texts need",
    arguments: [
      ("short", 0), ("exactly ten", 30), ("ten chars.", 0), ("a\nb", 30), ("a\nb\nc", 45), ("日本語のテ", 0), ("日本語のテキ", 30),
      ("éééééééééé", 0), (String(repeating: "x", count: 40_000), 60_000), ("", 0), ("مرحبا بكم", 0),
      ("\n", 30), ("one\nexactly ten\n日本語のテキ\n", 90), ("ten chars.ten chars.", 30), ("ten chars.ten chars.!", 45),
    ] as [(String, Int)])
  func lines(text: String, expected: Int) {
    let row = Row()
    row.removeAll(index: 1)
    row.append("a hidden text that is long", column: 0)
    row.append(text, column: 1)
    #expect(RowHeight(widths: [0, 10]).points(of: row) == expected)
  }
}
