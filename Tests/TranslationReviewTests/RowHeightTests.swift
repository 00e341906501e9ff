import Spreadsheet
import Testing

@testable import TranslationReview

@Suite("Row heights")
struct RowHeightTests {
  @Test(
    "grow with the lines that the texts need",
    arguments: [
      ("short", 0), ("exactly ten", 30), ("ten chars.", 0), ("a\nb", 30), ("a\nb\nc", 45), ("日本語の", 0), ("日本語のテ", 36),
      ("éééééééééé", 0), (String(repeating: "x", count: 40_000), 60_000), ("", 0), ("مرحبا بكم", 0),
      ("مرحبا بكم في", 36),
      ("\n", 30), ("one\nexactly ten\n日本語のテキ\n", 108), ("ten chars.ten chars.", 45), ("ten chars.ten chars.!", 45),
      ("“1”…“2”…“3”", 30),
    ] as [(String, Int)])
  func lines(text: String, expected: Int) {
    let row = Row()
    row.removeAll(index: 1)
    row.append("a hidden text that is long", column: 0)
    row.append(text, column: 1)
    #expect(RowHeight(widths: [0, 10]).points(of: row) == expected)
  }

  @Test(
    "lines are broken between words, after hyphens, and within words that are wider than a line",
    arguments: [
      ("aaa bbb ccc ddd", 7, 2), ("aaaa bbbb cccc", 7, 3), ("aaaa      bbbb", 7, 2), ("aaaa-bbbb", 7, 2),
      ("aa bbbbbbbbbbbb", 7, 3), ("สวัสดีครับ", 7, 1), ("नमस्ते दुनिया", 10, 1), ("漢字a漢字", 7, 2), ("", 7, 1),
    ] as [(String, Int, Int)])
  func breaks(text: String, width: Int, expected: Int) {
    var text = text
    #expect(text.withUTF8 { TextLines.count(in: $0, width: width) } == expected)
  }
}
