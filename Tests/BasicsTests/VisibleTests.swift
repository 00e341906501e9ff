import Basics
import Testing

@Suite("Texts from outside in messages")
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
}
