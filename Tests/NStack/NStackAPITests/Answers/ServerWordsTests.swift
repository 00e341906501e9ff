import Foundation
import Testing

@testable import NStackAPI

struct ServerWordsTests {
  private func words(_ text: String) -> String { ServerWords.find(in: Array(text.utf8)) }

  @Test(arguments: [
    #"{"message":"","error":"b"}"#: "b", #"{"message":7,"error":null,"errors":[],"data":"s"}"#: "s",
    #"{"message":null,"errors":{"b":["x"],"a":{"message":"y"},"c":[1,{"q":"z"}]}}"#: "a: y; b: x; c: q: z",
    #"{"data":{"x":"y","errors":["n"]}}"#: "n", #"{"data":["a","b"]}"#: "a; b",
    #"{"data":[{"message":"m"},{"x":"y"}]}"#: "m", #"{"error":[["a"],{"z":"c","b":"b"}]}"#: "a; b: b; z: c",
    #"{"errors":{"e\u0301x":"1","éa":"2"}}"#: "éa: 2; e\u{301}x: 1", #"{"errors":["",""]}"#: "; ",
    #" {"message":"\/\u00e9\ud83d\ude00\u0000"} "#: "/é😀<U+0>", "\u{FEFF}{\"message\":\"a\"}": "a",
  ]) func `Words are found in many shapes`(body: String, expected: String) { #expect(words(body) == expected) }

  @Test(arguments: [
    #"{"message":"Multiple validation rules failed. See \"errors\" for more details.","code":412,"errors":{"value":["The value is required.","Too long."],"locale":["No."]}}"#:
      #"Multiple validation rules failed. See "errors" for more details. locale: No.; value: The value is required.; Too long."#,
    #"{"message":"m","code":7}"#: "m (code 7)", #"{"message":"m","code":"E7","errors":[]}"#: "m (code E7)",
    #"{"message":"m","code":412}"#: "m", #"{"message":"m","errors":["m"]}"#: "m", #"{"code":7}"#: #"{"code":7}"#,
  ]) func `A refusal shows what is wrong in each field, and a code of the server's own`(body: String, expected: String)
  { #expect(ServerWords.find(in: Array(body.utf8), status: 412) == expected) }

  @Test(arguments: [1, 30, 63]) func `Words are found to 64 levels, and beside as many`(depth: Int) {
    let within = String(repeating: #"{"error":"#, count: depth) + #""a""# + String(repeating: "}", count: depth)
    let lists = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(words(within) == "a")
    #expect(words(#"{"x":\#(lists),"message":"a"}"#) == "a")
  }

  @Test(arguments: [
    #"["a"]"#, #""a""#, #"{"code":7}"#, #"{"errors":[]}"#, #"{"errors":[""]}"#, #"{"message":7,"message":"b"}"#,
    #"{"message":"a"} x"#, #"{"message":"a"}{}"#, #"{"message":"a","x":NaN}"#, #"{"message":"a","x":tru}"#,
    #"{"message":"a""#, #"{"message":"a"#, #"{"message":"x" "error":"y"}"#, #"{'message':'a'}"#, #"{"message"}"#,
    "{7:1}", "{,}", "[,]", "[[", "{", "\\", #"{"message":"a","x":"\"#,
  ]) func `Without words the start of the text is shown`(body: String) { #expect(words(body) == body) }

  @Test(arguments: [#"{"error":"#, #"{"data":{"error":"#, #"{"errors":{"data":"#])
  func `Levels that hold no words take no time`(level: String) {
    let count = 60 / level.split(separator: "{").count
    let ends = String(repeating: "}", count: level.split(separator: "{").count * count)
    // Looked at twice on every level, these would take longer than the world has stood.
    #expect(words(String(repeating: level, count: count) + "7" + ends).hasPrefix(level))
  }

  @Test func `Levels without end are no words, and neither are bodies of more than 1 MiB`() {
    let deep = String(repeating: "[", count: 1 << 20)
    #expect(words(deep) == String(repeating: "[", count: 200) + "…")
    let filler = String(repeating: "x", count: (1 << 20) - #"{"x":"","message":"a"}"#.utf8.count)
    #expect(words(#"{"x":"\#(filler)","message":"a"}"#) == "a")
    #expect(words(#"{"x":"\#(filler)!","message":"a"}"#).hasPrefix(#"{"x":"xxx"#))
  }
}
