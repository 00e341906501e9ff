import Basics
import ProgramRuns
import Testing

@testable import Spreadsheet

/// What stands around the rows or texts of a part.
struct Frame: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let start: String
  let end: String
  /// The prefix of all tags.
  var prefix = ""
  /// How many of the items are read without libxml2, of 120; nil if it depends on the chunks.
  var plainItems: Int? = 120

  /// The items with this part's prefix.
  func prefixed(_ items: String) -> String {
    if prefix.isEmpty { return items }
    return items.replacing("<", with: "<\(prefix):").replacing("<\(prefix):/", with: "</\(prefix):")
  }
}

/// Rows and texts that are read directly, beside the same read with libxml2. `Tests/Fuzzing` compares both over whatever libFuzzer makes up.
struct PlainItemsTests {
  private static let main = WorkbookFile.main
  private let chunkSizes = [100, 101, 150, 400, 64 << 10]

  /// Reads a workbook in both ways.
  private func both(
    _ path: String, _ chunkSize: Int = ChunkBuffer.size, _ limits: SpreadsheetLimits = SpreadsheetLimits(),
    isStrict: Bool = true
  ) throws -> (direct: WorksheetReading, expected: WorksheetReading) {
    func read(isDirect: Bool) throws -> WorksheetReading {
      try WorksheetReading(path, isDirect: isDirect, chunkSize: chunkSize, limits: limits, isStrict: isStrict)
    }
    return (try read(isDirect: true), try read(isDirect: false))
  }

  // MARK: - Rows of programs

  private static let programRows = [
    // Excel
    #"<row r="1" spans="1:4" x14ac:dyDescent="0.25"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1"><v>44000.5</v></c>"#
      + #"<c r="C1" s="1"><v>1.5E-3</v></c><c r="D1" t="b"><v>1</v></c></row>"#
      + #"<row r="2" spans="1:4" ht="30" customHeight="1" x14ac:dyDescent="0.25"><c r="A2" t="str">"#
      + #"<f t="shared" ref="A2:A3" si="0">B1&amp;"x"</f><v>a &lt;b&gt;</v></c><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>"#
      + #"<c r="C2"><f t="shared" si="0"/><v>7</v></c><c r="D2" s="1"/></row>"#,
    // LibreOffice
    #"<row r="1" customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false">"#
      + #"<c r="A1" s="0" t="s"><v>1</v></c><c r="B1" s="0" t="n"><v>3</v></c></row>"#,
    // openpyxl, libxlsxwriter, this module
    #"<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve"> Größe 写真🙂 _x000D_&#10;</t></is></c>"#
      + #"<c r="B1" t="n"><v>12</v></c><c r="D1"><v /></c></row><row r="2" /><row r="3"><c r="A3" t="d"><v>2026-01-31</v>"#
      + #"</c></row>"#,
    // Without numbers, and indented
    "<row>\n  <c t=\"inlineStr\">\n    <is><t>one\ntwo</t></is>\n  </c>\n  <c><v>1</v></c>\n</row>\n<row><c><v>2</v></c></row>",
  ]

  /// A worksheet part with some rows, and the place of the rows in it.
  private func part(_ rows: String) -> (bytes: [UInt8], rows: Range<Int>) {
    let start =
      "<worksheet xmlns=\"\(Self.main)\" xmlns:x14ac=\"urn:x14ac\"><sheetData><row r=\"9\"><c><v>9</v></c></row>".utf8
    let end = "<row r=\"99\"><c><v>99</v></c></row></sheetData></worksheet>".utf8
    return (start + Array(rows.utf8) + end, start.count..<start.count + rows.utf8.count)
  }

  private func workbook() throws -> XLSXWorkbook {
    let package = WorkbookFile(
      "<row><c t='s'><v>0</v></c></row>", sharedStrings: "<si><t>zero</t></si><si><t>one</t></si>",
      styles: "<cellXfs><xf/><xf numFmtId='14'/></cellXfs>")
    let workbook = try package.workbook()
    try workbook.readRows(ofWorksheetAt: 0) { _ in }
    return workbook
  }

  @Test(arguments: programRows) func `rows of programs are plain`(rows: String) throws {
    let (workbook, part) = (try self.workbook(), self.part(rows).bytes)
    let expected = try WorksheetReading(part: part, of: workbook, isDirect: false)
    #expect(expected.end == "end")
    for size in chunkSizes {
      let reading = try WorksheetReading(part: part, of: workbook, isDirect: true, chunkSize: size)
      #expect(reading == expected)
      #expect(reading.plainItems == rows.components("<row") + 2)
    }
  }

  @Test(arguments: programRows) func `whatever byte of a row is replaced, added or missing, libxml2 reads the same`(
    rows: String
  ) throws {
    let workbook = try workbook()
    let (part, range) = self.part(rows)
    let bytes = Array("<>/\"'=&;#x _!?-]rcsvtif9AZ\t\n\r".utf8) + [0, 0x1F, 0x7F, 0x80, 0xC2, 0xE2, 0xEF, 0xF4, 0xFF]
    func check(_ part: [UInt8]) throws {
      let expected = try WorksheetReading(part: part, of: workbook, isDirect: false)
      let reading = try WorksheetReading(part: part, of: workbook, isDirect: true)
      if reading != expected { Issue.record("\(String(decoding: part, as: UTF8.self)): \(reading) is not \(expected)") }
    }
    for place in range {
      for byte in bytes {
        var changed = part
        changed[place] = byte
        try check(changed)
        if place % 4 == Int(byte) % 4 {
          changed[place] = part[place]
          changed.insert(byte, at: place)
          try check(changed)
        }
      }
      var cut = part
      cut.remove(at: place)
      try check(cut)
    }
  }

  @Test(arguments: [
    // Twice, out of order, continued, and after a row without a number that may be the same.
    "<row r='1'><c><v>1</v></c></row><row r='2'><c><v>2</v></c></row><row r='1'><c><v>3</v></c></row>",
    "<row r='9'><c><v>1</v></c></row><row r='2'><c><v>2</v></c></row>",
    "<row r='9'><c><v>1</v></c></row><row r='9'><c r='B9'><v>2</v></c></row>",
    "<row r='9'><c><v>1</v></c></row><row><c r='A9'><v>2</v></c></row>",
    "<row r='9'><c><v>1</v></c></row><row></row><row r='10'><c><v>2</v></c></row>",
    "<row r='9'><c><v>1</v></c></row><row/><row r='11'><c><v>2</v></c><c r='A12'><v>3</v></c></row>",
    // Columns out of order, and twice.
    "<row r='1'><c r='B1'><v>1</v></c><c r='A1'><v>2</v></c></row><row r='2'><c><v>3</v></c></row>",
    "<row r='1'><c r='B1'><v>1</v></c><c r='B1'><v>2</v></c></row><row r='2'><c><v>3</v></c></row>",
    // Markup that could hide an end tag.
    "<row r='1'><c><v>1</v></c></row><!-- </row> --><row r='2'><c><v>2</v></c></row>",
    "<row r='1'><c t='str'><v><![CDATA[</row>]]></v></c></row><row r='2'><c><v>2</v></c></row>",
    "<row r='1'><c><v>1</v></c></row><?x </row> ?><row r='2'><c><v>2</v></c></row>",
    // An end tag that does not end a row of the table.
    "<row r='1'><c><v>1</v><extLst><row></row></extLst></c></row><row r='2'><c><v>2</v></c></row>",
    "<row r='1'><c><v>1</v></c></row><x><row></row></x><row r='2'><c><v>2</v></c></row>",
    // The table ends, and what goes on is not the table.
    "<row r='1'><c><v>1</v></c></row></sheetData><sheetData xmlns='urn:x'><row r='2'><c><v>2</v></c></row>",
    "<row r='1'><c><v>1</v></c></row></sheetData><sheetData><row r='2'><c><v>2</v></c></row>",
    "<row r='1'><c><v>1</v></c></row></sheetData></worksheet><worksheet><sheetData><row r='2'></row>",
    // Text where no program shows it, and characters that XML does not allow.
    "<row r='1'><c><v>1</v></c></row>hidden<row r='2'><c><v>2</v></c></row>",
    "<row r='1'><c t='str'><v>]]></v></c></row>", "<row r='1'><c t='str'><v>\u{FFFE}</v></c></row>",
    "<row r='1'><c t='str'><v>&#xD800;&#0;</v></c></row>", "<row r='1'><c t='str'><v>a\r\nb</v></c></row>",
    // A prefix that only the row declares, or nothing.
    "<row xmlns:x14ac='urn:x' x14ac:dyDescent='1'><c><v>1</v></c></row><row r='2'><c><v>2</v></c></row>",
    "<row r='1' x14ac:dyDescent='1'><c><v>1</v></c></row>",
    // Runs of text, an attribute twice, and a tag that is very long.
    "<row r='1'><c t='inlineStr'><is><r><t>a</t></r><r><t>b</t></r></is></c></row><row r='2'><c><v>2</v></c></row>",
    "<row r='1' spans='1' spans='1'><c><v>1</v></c></row>",
    "<row r='1' spans='\(String(repeating: "1 ", count: 600))'><c><v>1</v></c></row>",
  ]) func `what is not plain is libxml2's`(sheetData: String) throws {
    let file = try TemporaryFile(WorkbookFile(sheetData).archive.bytes)
    for isStrict in [false, true] {
      for size in chunkSizes {
        let (direct, expected) = try both(file.path, size, isStrict: isStrict)
        #expect(direct == expected)
      }
    }
  }

  @Test func `long rows, and many rows that are not plain, come in order`() throws {
    let rows = (1...600).map { number in
      let text = String(repeating: "é", count: number % 100 == 7 ? 30_000 : 3)
      let attribute = number / 100 % 2 == 1 ? " x=\"1\"" : ""
      return "<row r=\"\(number)\"\(attribute)>"
        + (0..<(number % 200 == 11 ? 3_000 : 2)).map {
          "<c r=\"\(CellName.cell(row: number - 1, column: $0))\" t=\"str\"><v>\($0)\(text)</v></c>"
        }.joined() + "</row>"
    }
    let file = try TemporaryFile(WorkbookFile(rows.joined()).archive.bytes)
    for size in chunkSizes.dropFirst(3) {
      let (direct, expected) = try both(file.path, size)
      #expect(direct == expected)
      #expect(direct.rows.count == 600)
      #expect(direct.plainItems > 60)
      #expect(direct.plainItems <= 301)
    }
  }

  @Test func `names are counted, and lines too`() throws {
    let names = (1...12_000).map { "<row r=\"\($0)\" a\($0)=\"\">\n<c r=\"A\($0)\"><v>1</v></c></row>" }
    let lines = (1...50).map { "<row r=\"\($0)\">\n<c r=\"A\($0)\" t=\"str\"><v>1\n2</v></c></row>\n" }
    for (rows, end) in [(names, "limit.xml-names "), (lines + ["<row r='x'/>"], "xlsx.cell-reference ")] {
      let file = try TemporaryFile(WorkbookFile(rows.joined()).archive.bytes)
      let (direct, expected) = try both(file.path)
      #expect(direct.end.hasPrefix(end))
      // Names are counted after each chunk, so the rows before the error depend on what libxml2 is fed with.
      #expect(expected.end.hasPrefix(end))
      if rows.count < 100 { #expect(direct == expected) }
    }
  }

  // MARK: - Frames

  private static let worksheets = [
    Frame(
      testDescription: "a byte order mark and a declaration",
      start: "\u{FEFF}<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<worksheet xmlns='\(main)'><sheetData>",
      end: "</sheetData></worksheet>\n"),
    Frame(
      testDescription: "other elements, prefixes and attributes",
      start: "<worksheet xmlns='\(main)' xmlns:q='urn:q' q:id='1'><sheetPr q:a='b'/><cols><col min='1' max='2'/></cols>"
        + "<sheetData q:x='&lt;' >", end: "</sheetData><autoFilter ref='A1:B2'/></worksheet>"),
    Frame(
      testDescription: "the namespace stands at the table alone", start: "<worksheet><sheetData xmlns='\(main)'>",
      end: "</sheetData></worksheet>", plainItems: 0),
    Frame(
      testDescription: "the namespace stands at the table once more",
      start: "<worksheet xmlns='\(main)'><sheetData xmlns='\(main)'>", end: "</sheetData></worksheet>"),
    Frame(
      testDescription: "prefixes", start: "<x:worksheet xmlns:x='\(main)'><x:sheetData>",
      end: "</x:sheetData></x:worksheet>", prefix: "x", plainItems: 0),
    Frame(
      testDescription: "a prefix at the table, with rows of another namespace",
      start: "<x:worksheet xmlns:x='\(main)' xmlns='urn:y'><x:sheetData>", end: "</x:sheetData></x:worksheet>",
      plainItems: 0),
    Frame(
      testDescription: "a table without the prefix of its worksheet",
      start: "<x:worksheet xmlns:x='\(main)' xmlns='\(main)'><sheetData>", end: "</sheetData></x:worksheet>"),
    Frame(
      testDescription: "a comment that opens a table",
      start: "<worksheet xmlns='\(main)'><!-- <sheetData> --><sheetData>", end: "</sheetData></worksheet>"),
    Frame(
      testDescription: "a value that ends a tag", start: "<worksheet xmlns='\(main)'><sheetData a='>'>",
      end: "</sheetData></worksheet>", plainItems: nil),
    Frame(
      testDescription: "a table in another table", start: "<worksheet xmlns='\(main)'><extLst><ext uri='x'><sheetData>",
      end: "</sheetData></ext></extLst></worksheet>", plainItems: 0),
    Frame(
      testDescription: "ISO 8859-1",
      start: "<?xml version='1.0' encoding='ISO-8859-1'?><worksheet xmlns='\(main)'><sheetData>",
      end: "</sheetData></worksheet>", plainItems: 0),
  ]

  @Test(arguments: worksheets) func `worksheets are read as by libxml2, whatever stands around the rows`(frame: Frame)
    throws
  {
    let rows = (1...120).map {
      "<row r=\"\($0)\"><c r=\"A\($0)\" t=\"inlineStr\"><is><t>text \($0)</t></is></c>"
        + "<c r=\"B\($0)\"><v>\($0)</v></c></row>"
    }
    var package = WorkbookFile("")
    package["xl/worksheets/sheet1.xml"] = frame.start + frame.prefixed(rows.joined()) + frame.end
    let file = try TemporaryFile(package.archive.bytes)
    for size in [1_000, 64 << 10] {
      let (direct, expected) = try both(file.path, size)
      #expect(direct == expected)
      if let plainItems = frame.plainItems { #expect(direct.plainItems == plainItems) }
    }
  }

  private static let sharedStrings = [
    Frame(
      testDescription: "a byte order mark and counts",
      start: "\u{FEFF}<?xml version='1.0' encoding='UTF-8'?><sst xmlns='\(main)' count='120' uniqueCount='120'>",
      end: "</sst>"),
    Frame(testDescription: "prefixes", start: "<x:sst xmlns:x='\(main)'>", end: "</x:sst>", prefix: "x", plainItems: 0),
    Frame(
      testDescription: "the part ends, and another one begins",
      start: "<sst xmlns='\(main)'><si><t>a</t></si></sst><sst xmlns='\(main)'>", end: "</sst>", plainItems: 1),
    Frame(
      testDescription: "runs and other elements", start: "<sst xmlns='\(main)'><si><r><t>a</t></r></si>",
      end: "<extLst><ext uri='x'><y/></ext></extLst></sst>"),
    Frame(
      testDescription: "items at the end that are not the table's", start: "<sst xmlns='\(main)'>",
      end: "<extLst><ext uri='x'><si><t>hidden</t></si></ext></extLst></sst>"),
    Frame(testDescription: "text after the end", start: "<sst xmlns='\(main)'>", end: "</sst>text"),
    Frame(testDescription: "no end", start: "<sst xmlns='\(main)'>", end: ""),
  ]

  @Test(arguments: sharedStrings) func `shared strings are read as by libxml2, whatever stands around the texts`(
    frame: Frame
  ) throws {
    let items = (0..<120).map { "<si><t>text \($0) &lt;</t></si>" }
    var package = WorkbookFile("<row x='1'><c t='s'><v>7</v></c></row>", sharedStrings: "")
    package["xl/sharedStrings.xml"] = frame.start + frame.prefixed(items.joined()) + frame.end
    let file = try TemporaryFile(package.archive.bytes)
    for size in [1_000, 64 << 10] {
      let (direct, expected) = try both(file.path, size)
      #expect(direct == expected)
      if let plainItems = frame.plainItems { #expect(direct.plainItems == plainItems) }
    }
  }

  @Test func `a table of shared strings that is too large ends the reading at the same text`() throws {
    let items = String(repeating: "<si><t>\(String(repeating: "_x0041_", count: 20_000))</t></si>", count: 30)
    let file = try TemporaryFile(
      WorkbookFile("<row><c t=\"s\"><v>29</v></c></row>", sharedStrings: items).archive.bytes)
    var lower = [SpreadsheetLimits(), SpreadsheetLimits(), SpreadsheetLimits()]
    lower[0].cellText = 20_000
    lower[1].cellText = 19_999
    lower[2].cells = 29
    for (limits, end) in zip(lower, ["end", "limit.cell-text ", "limit.shared-strings "]) {
      let (direct, expected) = try both(file.path, ChunkBuffer.size, limits)
      #expect(direct.end.hasPrefix(end))
      #expect(direct == expected)
    }
  }
}

extension String {
  /// How often another string occurs.
  fileprivate func components(_ other: String) -> Int { ranges(of: other).count }
}
