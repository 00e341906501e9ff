import Basics
import Testing

struct JSONReaderTests {
  /// Passes over a whole text; the place and the words of the error if there is one.
  private func fault(_ text: [UInt8]) -> String? {
    text.withUnsafeBufferPointer { bytes in
      do throws(JSONReader.SyntaxError) {
        var reader = try JSONReader(bytes)
        try reader.skipValue()
        try reader.expectEnd()
        return nil
      } catch { return "\(error.offset): \(error.message)" }
    }
  }

  @Test(arguments: [
    "{}", "[]", #"{"a":{"b":[1,-0,0.5,1e9,1E+9,2.5e-3]}}"#, #"["",true,false,null]"#, " \t\r\n1 ", "\u{FEFF}[]",
    #""\"\\\/\b\f\n\r\t\u00e9\uD83D\ude00""#,
  ]) func `every kind of value is read`(text: String) { #expect(fault(Array(text.utf8)) == nil) }

  @Test(arguments: [
    "": "0: the end", "[": "1: the end", "x": "0: a byte that cannot begin a value", "[1 2]": "3: a byte that is not ,",
    #"{"a" 1}"#: "5: a byte that is not :", "01": "1: more after the end of the value",
    "-": "1: no digit where a number needs one", "1.": "2: no digit where a number needs one",
    "[1e]": "3: no digit where a number needs one", "tru": "0: a word that is not true",
    #""a"#: "2: the end within a string", #""\x""#: "3: an escape that JSON does not know",
    #""\u12g4""#: "5: an escape without four hexadecimal digits", #""\ud800""#: "7: half of a surrogate pair",
    #""\udc00""#: "7: half of a surrogate pair", #""\ud800\u0041""#: "13: half of a surrogate pair",
    "\"1234567\u{1}\"": "8: a control character within a string",
  ]) func `an error says what is there and at which byte`(text: String, fault: String) {
    #expect(self.fault(Array(text.utf8)) == fault)
  }

  @Test(arguments: [[0x22, 0xFF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]])
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) { #expect(fault(bytes) == "0: bytes that are not UTF-8") }

  @Test func `64 levels are read, and no more`() {
    func nested(_ count: Int) -> [UInt8] {
      Array((String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8)
    }
    #expect(fault(nested(64)) == nil)
    #expect(fault(nested(65)) == "65: more than 64 levels")
  }

  @Test func `a tree finds members by their bytes, and refuses a name twice`() throws {
    let text = Array(#"{"a":[1,"x\u0041"],"b":{"c":true}}"#.utf8)
    try text.withUnsafeBufferPointer { bytes in
      let tree = try JSONTree(JSONReader(bytes))
      tree.withRoot { root in
        #expect(root.count == 2)
        #expect(root.member("a")?.children.map(\.text) == ["1", "xA"])
        #expect(root.member("b")?.member("c")?.isTrue == true)
        #expect(root.member("d") == nil)
      }
    }
    let twice = Array(#"{"a":1,"\u0061":2}"#.utf8)
    twice.withUnsafeBufferPointer { bytes in
      let error = #expect(throws: JSONReader.SyntaxError.self) { try JSONTree(JSONReader(bytes)) }
      #expect(error?.message == "the name \"a\" twice in one object")
    }
  }
}
