import Basics
import Testing

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

  @Test(arguments: [
    #"{"a":1,"a":2}"#: "found the name \"a\" twice in one object at offset 11",
    "[1.5]": "found the number 1.5, which is not whole at offset 1",
    "[1,]": "found a byte that cannot begin a value at offset 3",
    "[1] 2": "found more after the end of the value at offset 4",
  ]) func `a text that is not JSON of this program says what is wrong and where`(text: String, message: String) {
    let error = #expect(throws: JSONReader.SyntaxError.self) { try JSONValue(parsing: text) }
    #expect(error?.finding == message)
  }
}

struct JSONStringTests {
  private func quoted(_ text: String, _ escapes: JSONString.Escapes) -> String {
    var bytes = Array("x".utf8)
    JSONString.append(text, to: &bytes, escaping: escapes)
    return String(decoding: bytes.dropFirst(), as: UTF8.self)
  }

  @Test(arguments: [
    "": #""""#, "a": #""a""#, "12345678": #""12345678""#, "1234567\"9": #""1234567\"9""#, #"a\b/c"#: #""a\\b/c""#,
    "a\nb\rc\td": #""a\nb\rc\td""#, "\u{0}\u{1F}": #""\u0000\u001f""#,
    "\u{7F}\u{85}\u{202E}é😀": "\"\u{7F}\u{85}\u{202E}é😀\"",
    "ordinary words\n and others": #""ordinary words\n and others""#,
  ]) func `what JSON demands is an escape, and nothing else`(text: String, json: String) {
    #expect(quoted(text, .required) == json)
  }

  @Test(arguments: [
    "\u{7F}\u{80}\u{9F}\u{A0}": "\"\\u007f\\u0080\\u009f\u{A0}\"", "\u{61C}\u{61B}": "\"\\u061c\u{61B}\"",
    "\u{200D}\u{200E}\u{200F}\u{2010}": "\"\u{200D}\\u200e\\u200f\u{2010}\"",
    "\u{2027}\u{2028}\u{202E}\u{202F}": "\"\u{2027}\\u2028\\u202e\u{202F}\"",
    "\u{2065}\u{2066}\u{2069}\u{206A}": "\"\u{2065}\\u2066\\u2069\u{206A}\"", "123456é\u{202E}9": "\"123456é\\u202e9\"",
    "1234567\u{202E}": "\"1234567\\u202e\"", "1234567\u{85}89012345\"": "\"1234567\\u008589012345\\\"\"",
  ]) func `invisible characters are escapes too, wherever they are in a word of eight bytes`(text: String, json: String)
  { #expect(quoted(text, .invisible) == json) }

  @Test(arguments: [0, 1, 5, 7]) func `every character before U+0500 reads back as it was`(padding: Int) throws {
    let scalars = (0..<0x500).compactMap(Unicode.Scalar.init)
    let text = String(repeating: "-", count: padding) + String(String.UnicodeScalarView(scalars))
    for json in [quoted(text, .invisible), quoted(text, .required)] {
      let read = try Array(json.utf8).withUnsafeBufferPointer { bytes in
        var reader = try JSONReader(bytes)
        return try reader.readString()
      }
      #expect(Array(read.utf8) == Array(text.utf8))
    }
  }
}
