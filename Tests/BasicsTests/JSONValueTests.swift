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

  private static let value = JSONValue.object([
    ("a", .array([.integer(-1), .boolean(true), .null, .string("é\u{202E}\"")])), ("b", .object([])),
    ("c", .list(2) { .integer($0) }), ("d", .raw(Array(#"{"x":[1.50]}"#.utf8))),
  ])

  @Test func `a value is indented by two spaces`() {
    #expect(
      Self.value.text == """
        {
          "a": [
            -1,
            true,
            null,
            "é\\u202e\\""
          ],
          "b": {},
          "c": [
            0,
            1
          ],
          "d": {"x":[1.50]}
        }
        """)
  }

  @Test func `a compact value has no white space, and escapes only what it must`() {
    let json = "{\"a\":[-1,true,null,\"é\u{202E}\\\"\"],\"b\":{},\"c\":[0,1],\"d\":{\"x\":[1.50]}}"
    #expect(String(decoding: Self.value.compactUTF8, as: UTF8.self) == json)
  }

  @Test(
    "a text that is not JSON of this program says what is wrong and where",
    arguments: [
      (#"{"a":1,"a":2}"#, "there is the name \"a\" twice in one object at offset 11"),
      ("[1.5]", "there is the number 1.5, which is not whole at offset 1"),
      ("[1,]", "there is a byte that cannot begin a value at offset 3"),
      ("[1] 2", "there is more after the end of the value at offset 4"),
    ])
  func refused(text: String, message: String) {
    let error = #expect(throws: JSONReader.SyntaxError.self) { try JSONValue(parsing: text) }
    #expect(error?.finding == message)
  }
}
