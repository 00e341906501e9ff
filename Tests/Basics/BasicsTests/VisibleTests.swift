import Basics
import Testing

struct VisibleTests {
  @Test func `what is spelled out counts for the limit as it is shown`() {
    #expect(Visible.text("abc", limit: 3) == "abc")
    #expect(Visible.text("abcd", limit: 3) == "abc…")
    #expect(Visible.text("a\u{1B}bc", limit: 7) == "a<U+1B>…")
    #expect(Visible.text(String(repeating: "\u{202E}", count: 4_000), limit: 80).utf8.count < 100)
  }

  @Test func `of a long path the end is shown`() {
    #expect(Visible.path("a/b.csv") == "a/b.csv")
    let long = Visible.path(String(repeating: "\u{1B}/", count: 1_000) + "sheet.csv")
    #expect(long.hasPrefix("…"))
    #expect(long.hasSuffix("/sheet.csv"))
    #expect(long.utf8.count < 600)
  }

  @Test(arguments: [
    "a\nb\tc d": "a⏎b⇥c d", "\u{0}\u{7F}\u{85}": "<U+0><U+7F><U+85>", "\u{A0}\u{AD}": "<U+A0><U+AD>",
    "\u{200B}\u{2028}\u{202E}\u{2066}\u{FEFF}": "<U+200B><U+2028><U+202E><U+2066><U+FEFF>",
    "\u{E000}\u{E0041}\u{10FFFF}": "<U+E000><U+E0041><U+10FFFF>", "é日😀 العربية": "é日😀 العربية", "e\u{301}": "e\u{301}",
    "a\u{202F}b\u{2009}\u{3000}": "a<U+202F>b<U+2009>\u{3000}", "\u{3164}\u{1160}\u{34F}": "<U+3164><U+1160><U+34F>",
    "❤\u{FE0F}": "❤\u{FE0F}", "\u{FE0F}": "<U+FE0F>",
  ]) func `what shows nothing is spelled out, and what can be read is left as it is`(text: String, shown: String) {
    #expect(Visible.text(text) == shown)
  }
}

/// Scripts without spaces between words.
@Suite("Scripts without spaces between words") struct SpacelessScriptTests {
  @Test(arguments: ["ส", "ລ", "བ", "မ", "ក", "日", "か", "カ", "ｶ", "ㄅ", "ꀀ", "ᦀ", "ꦏ", "ꪀ", "𠀀", "豈"] as [Character])
  func `are those in which words follow each other directly`(character: Character) {
    #expect(SpacelessScript.contains(character))
  }

  @Test(
    arguments: ["a", "é", "ж", "ش", "ש", "क", "த", "ა", "አ", "한", "ᄀ", "1", " ", "、", "。", "😀", "–"] as [Character])
  func `are not Hangul and the scripts of India and Ethiopia, nor signs that all scripts share`(character: Character) {
    #expect(!SpacelessScript.contains(character))
  }
}
