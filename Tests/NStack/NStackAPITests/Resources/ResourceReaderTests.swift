import Basics
import Resources
import Testing

struct ResourceReaderTests {
  @Test func `Sections and keys keep their order and their bytes`() throws {
    let content = try read(#"{"meta":{"x":[1]},"data":{"z":{"b":"1","a":"2"},"a":{"e\u0301":"x","é":"y"}}}"#)
    #expect(content.sections.map(\.name) == ["z", "a"])
    #expect(content.sections[0].texts.map(\.key) == ["b", "a"])
    #expect(content.sections[1].texts.map { Array($0.key.utf8) } == [[0x65, 0xCC, 0x81], [0xC3, 0xA9]])
    #expect(content.sections[1].texts.map(\.value) == ["x", "y"])
    #expect(content.findings.isEmpty)
    #expect(content.meta.map { String(decoding: $0, as: UTF8.self) } == #"{"x":[1]}"#)
  }

  @Test func `A flat resource is taken apart at the first dot`() throws {
    let content = try read(#"{"data":{"home.title":"a","settings.a.b":"b","home.text":"__text","x":"c"}}"#)
    #expect(content.sections.map(\.name) == ["home", "settings"])
    #expect(content.sections[0].texts.map(\.key) == ["title", "text"])
    #expect(content.sections[0].texts.map(\.value) == ["a", nil])
    #expect(content.sections[1].texts.map(\.key) == ["a.b"])
    #expect(content.findings.map { "\($0.code) \($0.section)" } == ["notAString x"])
  }

  @Test(arguments: [
    ("cancel", "__cancel", nil), ("cancel", "__Cancel", "__Cancel"), ("cancel", "__cancel ", "__cancel "),
    ("cancel", "_cancel", "_cancel"), ("", "__", nil), ("e\u{301}", "__\u{E9}", "__\u{E9}"), ("ok", "#Ok", "#Ok"),
    ("ok", "", ""),
  ]) func `A value of two underscores and the key is missing, anything else is a text`(
    key: String, value: String, expected: String?
  ) throws {
    let content = try read(#"{"data":{"s":{"\#(key)":"\#(value)"}}}"#)
    #expect(content.sections[0].texts[0].value.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test func `A repeated key is found, and its last value stands in the first one's place`() throws {
    let content = try read(#"{"data":{"s":{"a":"1","b":"2","\u0061":"3"},"t":{},"s":{"c":"4"}}}"#)
    #expect(content.sections.map(\.name) == ["s", "t"])
    #expect(content.sections[0].texts.map(\.key) == ["a", "b", "c"])
    #expect(content.sections[0].texts.map(\.value) == ["3", "2", "4"])
    #expect(
      content.findings.map { ["\($0.code)", $0.section, $0.key] } == [
        ["repeatedKey", "s", "a"], ["repeatedKey", "s", ""],
      ])
  }

  @Test func `Keys that stand twice are found among very many`() throws {
    let names = (0..<5_000).map { "key\($0)" }
    let members = (names + ["key0", "key4999"]).map { "\"\($0)\":\"of \($0)\"" }.joined(separator: ",")
    let content = try read(#"{"data":{"s":{\#(members)},"t":{"key0":"t"}}}"#)
    #expect(content.sections[0].texts.map(\.key) == names)
    #expect(content.sections[0].texts.map(\.value) == names.map { "of \($0)" })
    #expect(content.sections[1].texts.map(\.value) == ["t"])
    #expect(content.findings.map(\.key) == ["key0", "key4999"])
  }

  @Test func `Texts of sections that take turns stand section by section`() throws {
    let content = try read(#"{"data":{"a.1":"x","b.1":"y","a.2":"__a.2","b.2":"","c":[]}}"#)
    #expect(content.sections.map(\.name) == ["a", "b", "c"])
    #expect(content.sections.map { $0.texts.map(\.key) } == [["1", "2"], ["1", "2"], []])
    #expect(content.sections.map { $0.texts.map(\.value) } == [["x", nil], ["y", ""], []])
  }

  @Test func `An escape is read at every place of a text, and nothing around it is lost`() throws {
    for before in 0..<20 {
      for after in 0..<20 {
        let (left, right) = (String(repeating: "a", count: before), String(repeating: "é", count: after))
        #expect(
          try read(#"{"data":{"s":{"k":"\#(left)\u00E9\ud83c\udf5e\n\#(right)"}}}"#).sections[0].texts[0].value == left
            + "é🍞\n" + right)
      }
    }
  }

  @Test(arguments: [0x00, 0x09, 0x0A, 0x1F] as [UInt8]) func `A control character is refused at every place of a text`(
    control: UInt8
  ) {
    for before in 0..<20 {
      let text = [UInt8](repeating: 0x61, count: before) + [control] + [UInt8](repeating: 0x61, count: 9)
      let bytes = Array(#"{"data":{"s":{"k":""#.utf8) + text + Array(#""}}}"#.utf8)
      #expect(throws: JSONReader.SyntaxError.self) { try ResourceReader.read(bytes) }
    }
  }

  @Test(arguments: [
    "1.5": "a number", "null": "null", "true": "true or false", "[\"x\"]": "a list", "{\"x\":\"y\"}": "an object",
  ]) func `A value that is no string is kept out and found`(value: String, noun: String) throws {
    let content = try read(#"{"data":{"s":{"a":\#(value),"b":"2"}}}"#)
    #expect(content.sections[0].texts.map(\.key) == ["b"])
    #expect(content.findings.map { ["\($0.code)", $0.section, $0.key] } == [["notAString", "s", "a"]])
    #expect(content.findings[0].message == "the value is \(noun); it is left out")
  }

  @Test func `PHP's empty lists stand for empty objects`() throws {
    let content = try read(#"{"data":{"s":[],"t":{"a":"1"}},"meta":[]}"#)
    #expect(content.sections.map(\.name) == ["s", "t"])
    #expect(content.sections[0].texts.isEmpty)
    #expect(try read(#"{"data":[]}"#).sections.isEmpty)
  }

  @Test func `Escapes are decoded, surrogate pairs to one scalar`() throws {
    #expect(
      try read(#"{"data":{"s":{"a":"\"\\\/\b\f\n\r\t\u0018\u00e9\ud83c\udf5e\u0000"}}}"#).sections[0].texts[0].value
        == "\"\\/\u{8}\u{C}\n\r\t\u{18}é🍞\0")
  }

  @Test(arguments: [
    "", "{", "null", "[]", "{}", #"{"data":{}"#, #"{"data":null}"#, #"{"data":"x"}"#, #"{"data":["x"]}"#,
    #"{"data":{}} x"#, #"{"data":{},"data":{}}"#, #"{"data":{"s":{"a":"x}}}"#, #"{"data":{"s":{"a":"\ud83c"}}}"#,
    #"{"data":{"s":{"a":"\udf5e"}}}"#, #"{"data":{"s":{"a":"\ud83c\u0041"}}}"#, #"{"data":{"s":{"a":"\x"}}}"#,
    #"{"data":{"s":{"a":"\u12g4"}}}"#, #"{"data":{"s":{"a":NaN}}}"#, #"{"data":{"s":{"a":01}}}"#,
    #"{"data":{"s":{"a":1.}}}"#, #"{"data":{"s":{"a":"1",}}}"#, #"{"data":{"s":{"a" "1"}}}"#,
    "{\"data\":{\"s\":{\"a\":\"\n\"}}}", "<html><body>Sign in to the network</body></html>",
  ]) func `What is no resource is an error`(text: String) {
    #expect(throws: JSONReader.SyntaxError.self) { try read(text) }
  }

  @Test func `Every truncation of a resource is an error`() throws {
    let whole = Array(#"{"data":{"s":{"a":"x\n","b":1e5}},"meta":{"l":[true,null]}}"#.utf8)
    #expect(try ResourceReader.read(whole).sections.count == 1)
    for length in 0..<whole.count {
      #expect(throws: JSONReader.SyntaxError.self) { try ResourceReader.read(Array(whole.prefix(length))) }
    }
  }

  @Test func `More bytes than a resource may have are an error`() throws {
    let bytes = Array(#"{"data":{"s":{"a":"1"}}}"#.utf8)
    #expect(try ResourceReader.read(bytes, most: bytes.count).sections.count == 1)
    let error = #expect(throws: JSONReader.SyntaxError.self) { try ResourceReader.read(bytes, most: bytes.count - 1) }
    #expect(error?.message == "more than \(bytes.count - 1) bytes")
  }

  private func read(_ text: String) throws -> ResourceReader.Content { try ResourceReader.read(Array(text.utf8)) }
}

private struct Section {
  let name: String
  let texts: [Text]
}

private struct Text {
  let key: String
  let value: String?
}

extension ResourceReader.Content {
  fileprivate var sections: [Section] {
    texts.sections.enumerated().map { place, name in
      Section(
        name: name,
        texts: texts.entries.filter { $0.section == place }.map { entry in
          Text(key: texts.string(entry.key), value: entry.hasValue ? texts.string(entry.value) : nil)
        })
    }
  }
}
