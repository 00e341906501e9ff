import Spreadsheet
import Testing

@testable import ReviewSheets

struct RowHeightTests {
  @Test(
    arguments: [
      ("short", 0), ("exactly ten", 0), ("exactly ten!!", 30), ("ten chars.", 0), ("a\nb", 30), ("日本語の", 18),
      ("日本語のテ", 36), ("éééééééééé", 0), ("ééééééééééé", 30), (String(repeating: "x", count: 40_000), 60_000), ("", 0),
      ("مرحبا بكم", 18), ("مرحبا بكم في", 36), ("\n", 30), ("one\nexactly ten\n日本語のテキ\n", 90),
      ("ten chars.ten chars.!", 45), ("“1”…“2”…“3”", 30),
    ] as [(String, Int)]) func `grow with the lines that the texts need`(text: String, expected: Int)
  {
    let row = Row()
    row.removeAll(index: 1)
    row.append("a hidden text that is long", column: 0)
    row.append(text, column: 1)
    #expect(RowHeight(widths: [0, 10]).points(of: row) == expected)
  }

  @Test(
    "lines are broken between words, after hyphens, and within words that are wider than a line",
    arguments: [
      ("000 000 000 000", 70, 2), ("0000 0000 0000", 70, 3), ("0000      0000", 70, 2), ("0000-0000", 70, 2),
      ("00 000000000000", 70, 3), ("สวัสดีครับ", 70, 1), ("नमस्ते दुनिया", 100, 1), ("漢字0漢字", 70, 2), ("", 70, 1),
      ("iiii llll iiii", 70, 1), ("WWWW", 71, 2), ("wwww", 71, 1),
    ] as [(String, Int, Int)]) func breaks(text: String, width: Int, expected: Int)
  {
    var text = text
    #expect(text.withUTF8 { TextLines.count(in: $0, width: width) } == expected)
  }
}
