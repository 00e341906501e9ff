import Testing

@testable import Spreadsheet

struct CSVStrictnessTests {
  @Test(
    "A strict reading says what is wrong, and in which line and column",
    arguments: [
      ("a,b\n1,\"x\ny\n", "csv.unterminated-quote", 2, 3), ("é,\"b\n1,2\n", "csv.unterminated-quote", 1, 3),
      ("\"é日本語テキスト\",\"b\",\"a longer text of 👍\",\"c\n", "csv.unterminated-quote", 1, 37),
      ("\"one\nänd two\",\"é\",\"x\"y\n", "csv.text-after-quote", 2, 17),
      ("a,b\n1,\"x\"y\n", "csv.text-after-quote", 2, 6), ("a,b\n\"1\n2\"x,3\n", "csv.text-after-quote", 3, 3),
      ("a,b\n1,x\"y\"\n", "csv.bare-quote", 2, 4), ("\"a\"\u{301},b\n", "csv.text-after-quote", 1, 4),
      ("a,b\n1,x\u{0}y\n", "csv.nul", 2, 4), ("a,b\n1,\"é\u{0}\"\n", "csv.nul", 2, 5),
      // Another delimiter than the header's, and a file that ends within its last record.
      ("a,b,c,d\n1,2,3,4\n1;2;3;4\n", "csv.field-count", 3, nil),
      ("a\tb\tc\td\n\"1,2,3,4\"\n", "csv.field-count", 2, nil), ("a,b,c,d\n1,2,3,4\n1,2", "csv.truncated", 3, nil),
      ("a,b,c,d\n1,2,3,4\n\"1\",\"2\"", "csv.truncated", 3, nil), ("a,b,c\n1,2,3,4\n", "csv.field-count", 2, nil),
      ("a,b\n1,\n\"one\r\ntwo\",,3\n", "csv.field-count", 3, nil),
    ] as [(String, String, Int, Int?)]) func faults(text: String, code: String, line: Int, column: Int?) throws
  {
    for size in [1, 2, 3, 7, 256 << 10] {
      let error = spreadsheetError { try csv(text, chunkSize: size) }
      #expect(error?.code.rawValue == code)
      #expect(error?.place.line == line)
      #expect(error?.place.column == column)
    }
  }

  @Test(
    "A short record is no fault where it is a remark, where others are short too, or where it has a line end",
    arguments: [
      "a,b,c,d\n1,2,3,4\nseen; all of it\n", "a,b,c,d\n1,2\n1,2", "a,b,c,d\n1,2,3,4\n1,2\n", "a,b,c,d\n1,2,3,4",
    ]) func shortButWhole(text: String) throws
  { #expect(try csv(text, chunkSize: 3).count >= 2) }

  @Test func `Bytes that are no UTF-8 are refused with line and byte`() throws {
    let error = spreadsheetError { try csv(Array("a,b\n1,".utf8) + [0xE6, 0x0A]) }
    #expect(error?.code == "csv.encoding")
    #expect(error?.place.line == 2)
    #expect(error?.place.column == 3)
    #expect(error?.message.contains("offset 6") == true)
  }

  @Test(
    "What is no UTF-8 at all is refused, and taken as Windows-1252 by a lenient reading",
    arguments: [
      ([0xC0, 0xAF], "À¯"), ([0xED, 0xA0, 0x80], "í\u{A0}€"), ([0xF4, 0x90, 0x80, 0x80], "ô\u{90}€€"), ([0xFF], "ÿ"),
      ([0xD6, 0xD0], "ÖÐ"),
    ] as [([UInt8], String)]) func invalid(bytes: [UInt8], text: String) throws
  {
    #expect(spreadsheetError { try csv(Array("a,".utf8) + bytes) }?.code == "csv.encoding")
    #expect(try csv(Array("a,".utf8) + bytes, CSVReadingOptions(isLenient: true)) == [["a", text]])
  }

  @Test func `half surrogates and unknown names are refused`() throws {
    let half: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x00, 0xD8, 0x0A, 0]
    #expect(spreadsheetError { try csv(half) }?.code == "csv.encoding")
    let unknown = CSVReadingOptions(encoding: "no-such-encoding")
    #expect(spreadsheetError { try csv("a", unknown) }?.code == "csv.encoding")
  }

  @Test(
    arguments: [
      ([0x50, 0x4B, 0x03, 0x04, 0x14], "ZIP"), ([0x1F, 0x8B, 0x08], "gzip"), (Array("%PDF-1.7".utf8), "PDF"),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], "XLS"), (Array("<!DOCTYPE html>".utf8), "web page"),
    ] as [([UInt8], String)]) func `Files of other kinds are named`(bytes: [UInt8], name: String) throws
  {
    let error = spreadsheetError { try csv(bytes) }
    #expect(error?.code == "csv.binary")
    #expect(error?.message.contains(name) == true)
  }

  @Test func `Empty fields behind the header's and short records are no fault, nor is a title above the header`() throws
  {
    #expect(try csv("a,b\n1\n1,2,,\n") == [["a", "b"], ["1"], ["1", "2"]])
    #expect(try csv("Review\n\nSection,Key\nx,y\n") == [["Review"], [], ["Section", "Key"], ["x", "y"]])
  }

  @Test func `A field, a record and a row of fields without end are stopped`() throws {
    var limits = SpreadsheetLimits()
    limits.csvField = 1000
    let long = Array("a\n\"".utf8) + [UInt8](repeating: 0x78, count: 5000)
    let document = CSVDocument(InputFile(bytes: long), limits: limits)
    #expect(spreadsheetError { try document.table() }?.code == "limit.csv-field")
    let wide = [UInt8](repeating: UInt8(ascii: ","), count: 20_000)
    #expect(spreadsheetError { try csv(wide) }?.code == "limit.columns")
  }

  @Test func `A lenient reading lets oddities pass, with one warning for each kind`() throws {
    let bytes =
      Array("a,b\n1,x\u{0}y\n1,2,3\n1,\"x\"y\n1,x\"y\n".utf8) + [0x31, 0x2C, 0xE6, 0xF8, 0x0A, 0xE5, 0x2C, 0x80, 0x0A]
      + Array("é,\"open\n".utf8)
    let document = CSVDocument(InputFile(bytes: bytes), options: CSVReadingOptions(isLenient: true))
    #expect(
      try document.table() == [
        ["a", "b"], ["1", "x\u{0}y"], ["1", "2", "3"], ["1", "xy"], ["1", "x\"y"], ["1", "æø"], ["å", "€"],
        ["é", "open\n"],
      ])
    let warnings = document.warnings.map { "\($0.code.rawValue) \($0.place.line ?? 0) \($0.count)" }
    #expect(
      warnings == [
        "csv.encoding 6 3", "csv.unterminated-quote 8 1", "csv.text-after-quote 4 1", "csv.bare-quote 5 1",
        "csv.nul 2 1", "csv.field-count 3 1",
      ])
  }
}
