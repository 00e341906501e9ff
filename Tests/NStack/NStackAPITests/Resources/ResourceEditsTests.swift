import Resources
import Testing

struct ResourceEditsTests {
  private func edited(
    _ json: String, _ texts: [(section: String, key: String, value: String)], locale: String = "da-DK"
  ) throws -> String {
    String(decoding: try ResourceEdits.bytes(of: Array(json.utf8), locale: locale, setting: texts), as: UTF8.self)
  }

  @Test func `Only the bytes of a changed value change`() throws {
    let json =
      "\u{FEFF}{ \"meta\" : {\"x\":[1]},\n \"data\":{\"a\":{ \"k\" : \"\\u00e6 \\/\", \"l\":\"__l\" } ,\"b\":{}} }\n"
    #expect(
      try edited(json, [("a", "l", "ny \"tekst\"\n")])
        == "\u{FEFF}{ \"meta\" : {\"x\":[1]},\n \"data\":{\"a\":{ \"k\" : \"\\u00e6 \\/\", \"l\":\"ny \\\"tekst\\\"\\n\" } ,\"b\":{}} }\n"
    )
  }

  @Test func `A value that is there already keeps its escapes`() throws {
    let json = #"{"data":{"a":{"k":"\u00e6 \/"}}}"#
    #expect(try edited(json, [("a", "k", "æ /")]) == json)
    #expect(try edited(json, []) == json)
  }

  @Test func `Of a repeated key the last value is replaced, which is the one that counts`() throws {
    #expect(
      try edited(#"{"data":{"a":{"k":"1","k":"2"},"a":{"k":"3"}}}"#, [("a", "k", "x")])
        == #"{"data":{"a":{"k":"1","k":"2"},"a":{"k":"x"}}}"#)
  }

  @Test func `A text that is missing comes last in its section, and a section last of all`() throws {
    #expect(
      try edited(
        "{\"data\":{\"a\":{\"k\":\"1\"\n},\"b\":{ },\"c\":[]\n}}",
        [("a", "n", "2"), ("new", "x", "5"), ("b", "y", "3"), ("c", "z", "4"), ("a", "k", "0"), ("new", "w", "6")])
        == "{\"data\":{\"a\":{\"k\":\"0\",\"n\":\"2\"\n},\"b\":{\"y\":\"3\" },\"c\":{\"z\":\"4\"},\"new\":{\"x\":\"5\",\"w\":\"6\"}\n}}"
    )
    #expect(try edited(#"{"data":[]}"#, [("a", "k", "1")]) == #"{"data":{"a":{"k":"1"}}}"#)
  }

  @Test func `A flat resource stays flat`() throws {
    #expect(
      try edited(#"{"data":{"a.k":"1","a.k.l":"2"}}"#, [("a", "k.l", "x"), ("b", "m", "y")])
        == #"{"data":{"a.k":"1","a.k.l":"x","b.m":"y"}}"#)
  }

  @Test func `Texts inside their locale are found`() throws {
    #expect(
      try edited(#"{"data":{"da-DK":{"a":{"k":"1"}}}}"#, [("a", "k", "x")]) == #"{"data":{"da-DK":{"a":{"k":"x"}}}}"#)
  }

  @Test func `Keys are compared byte by byte`() throws {
    #expect(
      try edited("{\"data\":{\"a\":{\"\u{E9}\":\"1\",\"e\u{301}\":\"2\"}}}", [("a", "e\u{301}", "x")])
        == "{\"data\":{\"a\":{\"\u{E9}\":\"1\",\"e\u{301}\":\"x\"}}}")
  }
}
