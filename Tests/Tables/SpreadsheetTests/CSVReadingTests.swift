import Testing

@testable import Spreadsheet

struct CSVReadingTests {
  @Test(
    arguments: [
      "": [], "a": [["a"]], "a,b\n1,2\n": [["a", "b"], ["1", "2"]], "a,b\r1,2\r": [["a", "b"], ["1", "2"]],
      "a,b\n1,2": [["a", "b"], ["1", "2"]], "a,b,c\n1,,3\n,,\n": [["a", "b", "c"], ["1", nil, "3"], []],
      "a,b\n\n1,2\n": [["a", "b"], [], ["1", "2"]],
      "\"a\",\"b\"\n\"x, y\",\"say \"\"hi\"\"\"\n": [["a", "b"], ["x, y", "say \"hi\""]],
      "a,b\n\"one\ntwo\",\"one\r\ntwo\"\n": [["a", "b"], ["one\ntwo", "one\r\ntwo"]],
      "a,b\n\"\",\"\"\"\"\n": [["a", "b"], [nil, "\""]], "a,b\n x , y \n": [["a", "b"], [" x ", " y "]],
      "a,\u{301}b\n1,2\n": [["a", "\u{301}b"], ["1", "2"]], "a\u{2028}b,c\u{B}d\n": [["a\u{2028}b", "c\u{B}d"]],
      "a,b\n'x,y'\n": [["a", "b"], ["'x", "y'"]], "sep=;\r\nA;B\r\n1;2\r\n": [["A", "B"], ["1", "2"]],
    ] as [String: Table]) func `Fields, quotes and line ends are read as RFC 4180 has them`(text: String, table: Table)
    throws
  { #expect(try csv(text) == table) }

  @Test(arguments: [
    ("a,b\n\"1\n2\",3\r\n\nx,y\n", [[0, 1], [1, 2], [2, 4], [3, 5]]), ("sep=;\r\nA;B\r\n1;2\r\n", [[0, 2], [1, 3]]),
  ]) func `A row knows its place and its line, and a line sep= is no row`(text: String, expected: [[Int]]) throws {
    let document = CSVDocument(InputFile(bytes: Array(text.utf8)))
    var places: [[Int]] = []
    try document.readRows { places.append([$0.index, document.line]) }
    #expect(places == expected)
  }

  @Test(arguments: [
    "Section,Key,Locale\n": ",", "Section\tKey\tLocale\n": "\t", "\"a;b\",\"c;d\"\n": ",", "Name;Price, net;Sum\n": ";",
    "sep=;\nA,B;C\n": ";", "sep=|\r\nA,B,C\r\n": "|", "\n\na;b\n": ";", "a,b;c\n": ",",
  ]) func `The delimiter is found from the header`(text: String, delimiter: Character) throws {
    let document = CSVDocument(InputFile(bytes: Array(text.utf8)))
    try document.readRows { _ in }
    #expect(document.delimiter == delimiter.asciiValue)
  }

  @Test(
    arguments: [
      ("efbbbf c3a9 2c f09f9880 0a", nil, "UTF-8"), ("fffe e900 2c00 3dd8 00de 0a00", nil, "UTF-16LE"),
      ("feff 00e9 002c d83d de00 000a", nil, "UTF-16BE"), ("e900 2c00 3dd8 00de 0a00", "UTF-16LE", "UTF-16LE"),
      ("fffe0000 e9000000 2c000000 00f60100 0a000000", nil, "UTF-32LE"),
    ] as [(String, String?, String)]) func `Encodings that a file declares are read`(
      bytes: String, told: String?, name: String
    ) throws
  {
    let document = CSVDocument(InputFile(bytes: hex(bytes)), options: CSVReadingOptions(encoding: told))
    #expect(try document.table() == [["é", "😀"]])
    #expect(document.encoding == name)
  }

  @Test func `Any encoding is read by its name`() throws {
    #expect(try csv(hex("80 2c e6f8e5 0a"), CSVReadingOptions(encoding: "windows-1252")) == [["€", "æøå"]])
    #expect(try csv(hex("96bc914f 2c 61 0a"), CSVReadingOptions(encoding: "SHIFT_JIS")) == [["名前", "a"]])
  }
}
