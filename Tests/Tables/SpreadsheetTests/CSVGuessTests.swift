import Testing

@testable import Spreadsheet

/// What a lenient reading makes of some bytes, and the codes of its warnings.
private func guessed(
  _ bytes: [UInt8], _ options: CSVReadingOptions = CSVReadingOptions(isLenient: true), chunkSize: Int = 256 << 10
) throws -> (document: CSVDocument, table: Table, codes: [String]) {
  let document = CSVDocument(
    InputFile(bytes: bytes), options: options, limits: SpreadsheetLimits(), chunkSize: chunkSize)
  let table = try document.table()
  return (document, table, document.warnings.map(\.code.rawValue))
}

/// A text in UTF-16 or UTF-32.
private func encoded(_ text: String, _ form: UnmarkedUnicode) -> [UInt8] {
  let units = form.width == 4 ? text.unicodeScalars.map(\.value) : text.utf16.map(UInt32.init)
  let isBigEndian = form == .utf16BigEndian || form == .utf32BigEndian
  return units.flatMap { unit in
    let bytes = (0..<form.width).map { UInt8(truncatingIfNeeded: unit >> UInt32(8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }
}

struct CSVGuessTests {
  @Test(
    "UTF-16 and UTF-32 without a byte order mark are read with a warning, and refused by a strict reading",
    arguments: [
      "a,b,c\r\n1,2,3\r\n", "é,1", "Name;Prix\npremière;1 €\n", "Ключ,Текст\nпривет,мир и труд\n", "名前,値\n上海,上り\n",
      "מפתח,שלום\n", "first,second,third\n\u{10400},\u{FFFE},\u{FFFF}\n", "키\t값\n안녕하세요\t세계\n", "ab", "😀,😀😀\n",
    ], UnmarkedUnicode.allCases) func unmarked(text: String, form: UnmarkedUnicode) throws
  {
    let bytes = encoded(text, form)
    let plain = try guessed(Array(text.utf8))
    for size in [1, 2, 3, 7, 64, 256 << 10] {
      let (document, table, codes) = try guessed(bytes, chunkSize: size)
      #expect(document.encoding == form.name)
      #expect(table == plain.table)
      #expect(codes == ["csv.encoding"] + plain.codes)
    }
    let strict = spreadsheetError { try csv(bytes) }
    #expect(["csv.encoding", "csv.nul"].contains(strict?.code.rawValue))
  }

  @Test(arguments: ["a\0b,c\n", "a,\0\n1,2\n", "\0\n", "é\0b,cd\n", "key,va\0ue\n1,2"])
  func `A byte of NUL in text is no sign of UTF-16`(text: String) throws {
    let (document, _, codes) = try guessed(Array(text.utf8))
    #expect(document.encoding == "UTF-8")
    #expect(codes == ["csv.nul"])
  }

  @Test(arguments: UnmarkedUnicode.allCases) func `A file whose start only is UTF-16 is refused where it ends to be`(
    form: UnmarkedUnicode
  ) throws {
    let start = encoded(String(repeating: "abc,def\r\n", count: 100), form)
    let half: [UInt8] =
      form == .utf16BigEndian ? [0xDC, 0] : form == .utf16LittleEndian ? [0, 0xDC] : [0xFF, 0xFF, 0xFF, 0xFF]
    let nul = [UInt8](repeating: 0, count: form.width)
    for rest in [half + encoded("x", form), nul + encoded("x", form), [0x61]] {
      for size in [5, 256 << 10] {
        let error = spreadsheetError { try guessed(start + rest, chunkSize: size) }
        #expect(error?.code == "csv.encoding")
        #expect(error?.message.contains("offset \(start.count) ") == true, "\(error?.message ?? "")")
        #expect(error?.place.line == 101)
      }
    }
  }

  @Test(
    "The delimiter is the one that divides many records alike, with a warning where the first record has another",
    arguments: [
      ("Prices, as of today, in euro\na;b;c\n1;2;3\n4;5;6\n", ";", 1), ("a;b\n1,5;2,5\n3,1;4,2\n", ";", 0),
      ("1,5;2,5\n3,1;4,2\n", ";", 1), ("a,b\n\"x;y\",1\n\"z;w\",2\n", ",", 0), ("a,b;c\n", ",", 1),
      ("a,b,c;d\n1,2,3\n4,5,6\n", ",", 0), ("# a, b, c, d\nx\ty\n1\t2\n3\t4\n", "\t", 1), ("one\ntwo\n", ",", 0),
      ("a:b\n1:2\n", ":", 1), ("12:30\n12:45\n", ",", 0), ("url\nhttps://a.b\n", ",", 0),
      ("a|\"b;c\"|d\n1|\"2;3\"|4\n", "|", 0), ("", ",", 0), ("\n\n", ",", 0),
    ]) func delimiters(text: String, delimiter: Character, warnings: Int) throws
  {
    for size in [1, 5, 256 << 10] {
      let (document, _, codes) = try guessed(Array(text.utf8), chunkSize: size)
      #expect(document.delimiter == delimiter.asciiValue)
      #expect(codes.count { $0 == "csv.delimiter" } == warnings)
    }
  }

  @Test func `A few odd records do not speak against the delimiter of the first record`() throws {
    var text = "id,text,note\n"
    for number in 1...100 { text += number % 40 == 0 ? "\(number),a;b\n" : "\(number),a;b,c\n" }
    let (document, table, codes) = try guessed(Array(text.utf8))
    #expect(document.delimiter == UInt8(ascii: ","))
    #expect(table.count == 101)
    #expect(codes == ["csv.field-count"])
  }

  @Test func `Only whole records of a long file decide, and a delimiter that was told is taken without a warning`()
    throws
  {
    let text = "one, two, three\n" + String(repeating: "a;b;c\n", count: 40_000)
    let (document, table, codes) = try guessed(Array(text.utf8))
    #expect(document.delimiter == UInt8(ascii: ";"))
    #expect(table.count == 40_001)
    #expect(codes.first == "csv.delimiter")
    let told = try guessed(Array(text.utf8), CSVReadingOptions(delimiter: UInt8(ascii: ","), isLenient: true))
    #expect(told.document.delimiter == UInt8(ascii: ","))
    #expect(!told.codes.contains("csv.delimiter"))
    #expect(try csv("a, b, c\n1;2\n3;4\n") == [["a", " b", " c"], ["1;2"], ["3;4"]])
  }

  @Test(
    arguments: [
      ("a,'b,c','it''s'\n", "'", ["a", "b,c", "it's"]), ("'a\nb',\"c\"\n", "'", ["a\nb", "\"c\""]),
      ("|a;b|;c\n", "|", ["a;b", "c"]), ("\"a,b\"\n", nil, ["\"a", "b\""]), ("a,b\"c\n", nil, ["a", "b\"c"]),
      ("'a,'b\n", nil, ["'a", "'b"]),
    ] as [(String, Character?, [String])]) func `Any byte may be the quote, and there may be none`(
      text: String, quote: Character?, row: [String]
    ) throws
  {
    for isLenient in [false, true] {
      let options = CSVReadingOptions(isLenient: isLenient, quote: quote?.asciiValue)
      for size in [1, 2, 3, 9, 256 << 10] {
        let (_, table, codes) = try guessed(Array(text.utf8), options, chunkSize: size)
        #expect(table == [row])
        #expect(codes == [])
      }
    }
    #expect(spreadsheetError { try csv("a,b'c\n", CSVReadingOptions(quote: UInt8(ascii: "'"))) }?.code == .csvBareQuote)
  }

  @Test func `A quote that is the delimiter is none`() throws {
    let options = CSVReadingOptions(delimiter: UInt8(ascii: "'"), quote: UInt8(ascii: "'"))
    #expect(try csv("a'b''c\n", options) == [["a", "b", nil, "c"]])
  }

  @Test(arguments: [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]]) func `An empty file is a table without rows`(bytes: [UInt8])
    throws
  {
    let (_, table, codes) = try guessed(bytes)
    #expect(table.isEmpty)
    #expect(codes == ["file.empty"])
    #expect(try csv(bytes).isEmpty)
  }

  @Test func `An empty file is refused by a strict reading, and where its name is that of a workbook`() throws {
    for (name, isTable) in ["a.csv": true, "a.tsv": true, "a.txt": true, "a": true, "a.xlsx": false, "a.ods": false] {
      let file = try TemporaryFile([], name: name)
      let lenient = spreadsheetError {
        try SpreadsheetDocument.open(path: file.path, csv: CSVReadingOptions(isLenient: true))
      }
      #expect(lenient?.code == (isTable ? nil : "file.empty"))
      #expect(spreadsheetError { try SpreadsheetDocument.open(path: file.path) }?.code == "file.empty")
    }
  }

  @Test func `A warning names the first lines`() throws {
    let text = "a,b\n" + String(repeating: "1,x\"y\"\n", count: 12)
    let (document, _, _) = try guessed(Array(text.utf8))
    #expect(document.warnings.map { $0.places.map(\.line) } == [Array(2...11)])
    #expect(document.warnings.map(\.count) == [24])
    #expect(
      document.warnings.first?.message == "a quote inside a field without quotes was kept, 24 times, in lines "
        + "2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and others.")
  }
}
