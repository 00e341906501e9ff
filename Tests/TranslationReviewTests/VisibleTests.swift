import Testing

@testable import TranslationReview

@Suite("Texts from outside in messages and in JSON")
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

  @Test func `direction marks are escaped in JSON, and stay what they are`() throws {
    let text = "a\u{202E}b\u{2066}c\u{200F}d\u{61C}e\u{2069} \u{635}"
    let json = JSONValue.string(text).text
    #expect(json == #""a\u202eb\u2066c\u200fd\u061ce\u2069 "# + "\u{635}\"")
    guard case .string(let again) = try JSONValue(parsing: json) else {
      Issue.record("not a text: \(json)")
      return
    }
    #expect(Array(again.utf8) == Array(text.utf8))
  }
}
