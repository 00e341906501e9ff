import Testing

@testable import Spreadsheet

struct CSVReadingTests {
  @Test(
    arguments: [
      ("", []), ("a", [["a"]]), ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]), ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]),
      ("a,b\n1,2", [["a", "b"], ["1", "2"]]), ("a,b,c\n1,,3\n,,\n", [["a", "b", "c"], ["1", nil, "3"], []]),
      ("a,b\n\n1,2\n", [["a", "b"], [], ["1", "2"]]),
      ("\"a\",\"b\"\n\"x, y\",\"say \"\"hi\"\"\"\n", [["a", "b"], ["x, y", "say \"hi\""]]),
      ("a,b\n\"one\ntwo\",\"one\r\ntwo\"\n", [["a", "b"], ["one\ntwo", "one\r\ntwo"]]),
      ("a,b\n\"\",\"\"\"\"\n", [["a", "b"], [nil, "\""]]), ("a,b\n x , y \n", [["a", "b"], [" x ", " y "]]),
      ("a,\u{301}b\n1,2\n", [["a", "\u{301}b"], ["1", "2"]]), ("a\u{2028}b,c\u{B}d\n", [["a\u{2028}b", "c\u{B}d"]]),
      ("a,b\n'x,y'\n", [["a", "b"], ["'x", "y'"]]),
    ] as [(String, Table)]) func `Fields, quotes and line ends are read as RFC 4180 has them`(
      text: String, table: Table
    ) throws
  { #expect(try csv(text) == table) }

  @Test func `A row knows its place and its line`() throws {
    let document = CSVDocument(InputFile(bytes: Array("a,b\n\"1\n2\",3\r\n\nx,y\n".utf8)))
    var places: [[Int]] = []
    try document.readRows { places.append([$0.index, document.line]) }
    #expect(places == [[0, 1], [1, 2], [2, 4], [3, 5]])
  }

  @Test(arguments: [
    ("Section,Key,Locale\n", ","), ("Section\tKey\tLocale\n", "\t"), ("\"a;b\",\"c;d\"\n", ","),
    ("Name;Price, net;Sum\n", ";"), ("sep=;\nA,B;C\n", ";"), ("sep=|\r\nA,B,C\r\n", "|"), ("\n\na;b\n", ";"),
    ("a,b;c\n", ","),
  ]) func `The delimiter is found from the header`(text: String, delimiter: Character) throws {
    let document = CSVDocument(InputFile(bytes: Array(text.utf8)))
    try document.readRows { _ in }
    #expect(document.delimiter == delimiter.asciiValue)
  }

  @Test func `A line sep= is no record, and the line count goes on behind it`() throws {
    let document = CSVDocument(InputFile(bytes: Array("sep=;\r\nA;B\r\n1;2\r\n".utf8)))
    var lines: [Int] = []
    var rows: Table = []
    try document.readRows {
      lines.append(document.line)
      rows.append($0.texts)
    }
    #expect(rows == [["A", "B"], ["1", "2"]])
    #expect(lines == [2, 3])
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF] + Array("é,😀\n".utf8), nil, "UTF-8"),
      ([0xFF, 0xFE, 0xE9, 0, 0x2C, 0, 0x3D, 0xD8, 0, 0xDE, 0x0A, 0], nil, "UTF-16LE"),
      ([0xFE, 0xFF, 0, 0xE9, 0, 0x2C, 0xD8, 0x3D, 0xDE, 0, 0, 0x0A], nil, "UTF-16BE"),
      ([0xE9, 0, 0x2C, 0, 0x3D, 0xD8, 0, 0xDE, 0x0A, 0], "UTF-16LE", "UTF-16LE"),
      ([0xFF, 0xFE, 0, 0, 0xE9, 0, 0, 0, 0x2C, 0, 0, 0, 0, 0xF6, 1, 0, 0x0A, 0, 0, 0], nil, "UTF-32LE"),
    ] as [([UInt8], String?, String)]) func `Encodings that a file declares are read`(
      bytes: [UInt8], told: String?, name: String
    ) throws
  {
    let document = CSVDocument(InputFile(bytes: bytes), options: CSVReadingOptions(encoding: told))
    #expect(try document.table() == [["é", "😀"]])
    #expect(document.encoding == name)
  }

  @Test func `Any encoding is read by its name`() throws {
    let bytes: [UInt8] = [0x80, 0x2C, 0xE6, 0xF8, 0xE5, 0x0A]
    #expect(try csv(bytes, CSVReadingOptions(encoding: "windows-1252")) == [["€", "æøå"]])
    let japanese: [UInt8] = [0x96, 0xBC, 0x91, 0x4F, 0x2C, 0x61, 0x0A]
    #expect(try csv(japanese, CSVReadingOptions(encoding: "SHIFT_JIS")) == [["名前", "a"]])
  }

  @Test func `The same rows come out for any size of chunk`() throws {
    let rows = HardStrings.named.filter { $0.utf8.count < 200 }.map { ["k", $0, "é\"\r\n\"😀", $0] }
    for encoding in ["UTF-8", "UTF-16LE", "UTF-16BE"] {
      let bytes = try csvBytes(rows, CSVWritingOptions(encoding: encoding, escapesFormulas: false))
      let options = CSVReadingOptions(isLenient: true)
      let whole = try csv(bytes, options)
      #expect(whole == rows)
      for size in [1, 2, 3, 5, 7, 8, 9, 13, 16, 31, 64, 100, 511, 513, 4096] {
        #expect(try csv(bytes, options, chunkSize: size) == whole, "\(encoding), chunks of \(size) bytes")
      }
    }
  }
}
