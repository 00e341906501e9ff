import Basics
import Testing

@Suite("JSON values")
struct JSONValueTests {
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
