import ProgramRuns
import Testing

@testable import Spreadsheet

/// The cells of a worksheet whose row 1 holds some XML.
private func cells(_ row: String, sharedStrings: String? = nil, limits: SpreadsheetLimits = .init()) throws -> [String]
{ try WorkbookFile("<row r=\"1\">\(row)</row>", sharedStrings: sharedStrings).cells(limits: limits) }

private func failure(_ row: String, sharedStrings: String? = nil, limits: SpreadsheetLimits = .init())
  -> SpreadsheetError?
{ WorkbookFile("<row r=\"1\">\(row)</row>", sharedStrings: sharedStrings).failure(limits: limits) }

struct XLSXReadingCellTests {
  @Test func `A workbook in memory is read as a file is, and its worksheets are found by name`() throws {
    let bytes = WorkbookFile("<row r='2'><c r='C2' t='str'><v>far</v></c></row>").archive.bytes
    let workbook = try XLSXWorkbook(bytes: bytes)
    var cells: [String] = []
    let name = try #require(workbook.worksheets.first?.name)
    try workbook.readRows(ofWorksheet: name.uppercased()) { row in
      for cell in row.filledCells { cells.append("\(row.index) \(cell.column) \(row.text(of: cell))") }
      #expect(row.cell(inColumn: 0) == nil && row.text(inColumn: 2) == "far" && row.filledCells.count == 1)
    }
    #expect(cells == ["1 2 far"])
    #expect(spreadsheetError { try workbook.readRows(ofWorksheet: "x") { _ in } }?.code == .convertNoWorksheet)
    let broken = spreadsheetError { try XLSXWorkbook(bytes: Array(bytes.dropLast(40))) }
    #expect(broken?.code == .zipTruncated && broken?.place.file == nil)
    #expect(spreadsheetError { try XLSXWorkbook(bytes: Array("a,b".utf8)) }?.place.file == nil)
  }

  @Test(arguments: ["'", "\""], ["array", "dataTable"])
  func `an array formula fills the rows below its own, and no others`(quote: String, type: String) throws {
    let rows = (1...4).map { row in
      let formula = row == 2 ? "<f t='\(type)' ref='A2:B3'>x</f>" : ""
      let cells = "<c r='A\(row)' t='str'>\(formula)<v>a</v></c><c r='B\(row)' t='inlineStr'><is><t>b</t></is></c>"
      return "<row r='\(row)'>\(cells)<c r='C\(row)' t='str'><v>c</v></c></row>"
    }
    #expect(
      try WorkbookFile(rows.joined().replacing("'", with: quote)).cells()
        == (1...4).flatMap { row in
          let mark = row == 2 || row == 3 ? "=" : ""
          return ["A\(row) text\(mark) a", "B\(row) text\(mark) b", "C\(row) text c"]
        })
  }

  @Test(arguments: ["t='inlineStr'><is><t>X</t></is>", "t='str'><v>X</v>", "t='inlineStr'><is><r><t>X</t></r></is>"])
  func `A character that XML does not allow is read as its escape is, with a warning`(cell: String) throws {
    for (text, expected) in [
      "a&#xB;b": "a\u{B}b", "a\u{B}b": "a\u{B}b", "a_x000B_b": "a\u{B}b", "&#0;": "\u{0}",
      "&#xFFFE;\u{FFFF}": "\u{FFFE}\u{FFFF}", "&#xD83D;&#xDE00;": "😀", "&#xD83D;": "\u{FFFD}", "&#x110000;": "\u{FFFD}",
      "<![CDATA[&#xB;\u{B}]]>": "&#xB;\u{B}",
    ] {
      let row = "<c r='A1' \(cell.replacing("X", with: text))</c><c r='B1'><v>2</v></c>"
      let bytes = WorkbookFile("<row r='1'>\(row)</row>").archive.bytes
      for (size, isStrict) in [(1, false), (2, true), (3, false), (7, true), (1 << 16, false)] {
        let workbook = try XLSXWorkbook(bytes: bytes, isStrict: isStrict)
        let reading = try WorksheetReading(of: workbook, isDirect: true, chunkSize: size)
        #expect(
          reading.rows.count == 1 && reading.rows[0].contains(expected) && reading.end == "end", "\(text) \(size)")
        #expect(reading.warnings.map(\.code.rawValue) == (text == "a_x000B_b" ? [] : ["xml.malformed"]))
      }
    }
    #expect(try cells("<c r='A1' t='s'><v>0</v></c>", sharedStrings: "<si><t>a&#xB;b</t></si>") == ["A1 text a\u{B}b"])
    #expect(failure("<c r='A&#xB;1'/>")?.code == "xml.malformed")
  }

  @Test func `White space around a number in an attribute has no meaning`() throws {
    let row = "<row r=' 3 '><c s=' 1 '><v>1</v></c><c s='1'><v>1</v></c><c s='\n1\t'><v>1</v></c></row>"
    let workbook = try XLSXWorkbook(bytes: WorkbookFile(row).archive.bytes)
    var styles: [Int] = []
    try workbook.readRows(ofWorksheetAt: 0) { row in
      #expect(row.index == 2)
      styles += row.filledCells.map(\.style)
    }
    #expect(styles == [1, 1, 1])
  }

  @Test(arguments: [
    "<c r='A1' t='inlineStr'><is><r><t>one</t></r><r><rPr><b/></rPr><t> two</t></r></is></c>": ["A1 text one two"],
    "<c r='A1' t='inlineStr'><is><t>東京</t><rPh sb='0' eb='2'><t>とうきょう</t></rPh><phoneticPr fontId='1'/></is></c>": [
      "A1 text 東京"
    ], "<c r='A1' t='inlineStr'><v>twice</v><is><t>once</t></is></c>": ["A1 text once"],
    "<c r='A1' t='inlineStr'><is><t>once</t></is><v>twice</v></c>": ["A1 text once"],
    "<c r='A1' t='inlineStr'><v>value</v></c>": ["A1 text value"],
    "<c r='A1'><is><t>no type</t></is></c>": ["A1 text no type"], "<c r='A1' t='inlineStr'><is><t/></is></c>": [],
    "<c r='A1' t='inlineStr'><is><t xml:space='preserve'> a </t></is></c>": ["A1 text  a "],
    "<c r='A1' t='inlineStr'><is><t> a\tb\r\nc\rd </t></is></c>": ["A1 text  a\tb\nc\nd "],
    "<c r='A1' t='inlineStr'><is><t>a<![CDATA[<b>&amp;]]>&lt;&#10;</t></is></c>": ["A1 text a<b>&amp;<\n"],
    "<c t='str'><v>\u{200B}\u{202E}\u{AD}\u{FEFF}\u{A0}\u{E0041} İßа</v></c><c t='str'><v>e\u{301}</v></c>": [
      "A1 text \u{200B}\u{202E}\u{AD}\u{FEFF}\u{A0}\u{E0041} İßа", "B1 text e\u{301}",
    ], "<c r='A1' t='str'><f>B1&amp;\"x\"</f><v>result</v></c>": ["A1 text= result"],
    "<c r='A1' t='str'><f t='array' ref='A1:C1'>x</f><v>a</v></c><c r='B1' t='str'><v>b</v></c>"
      + "<c r='C1'><v>3</v></c><c r='D1' t='str'><v>d</v></c>": [
        "A1 text= a", "B1 text= b", "C1 number= 3", "D1 text d",
      ],
    "<c r=\"A1\"><f t=\"array\" ref=\"A1\">x</f><v>1</v></c><c r=\"B1\"><v>2</v></c>": ["A1 number= 1", "B1 number 2"],
    "<c r=\"A1\"><f t=\"shared\" ref=\"A1:B1\" si=\"0\">x</f><v>1</v></c><c r=\"B1\"><v>2</v></c>": [
      "A1 number= 1", "B1 number 2",
    ], "<c r='A1'><f>B1</f></c>": ["A1 text=? "], "<c r='A1'><f>B1</f><v/></c>": ["A1 text=? "],
    "<c r='A1' t='str'><f>B1</f><v></v></c>": ["A1 text= "], "<c r='A1'><v>12.50</v></c>": ["A1 number 12.50"],
    "<c r='A1' t='n'><f>1+1</f><v>2</v></c>": ["A1 number= 2"], "<c r='A1'><v> -1E+5\n</v></c>": ["A1 number -1E+5"],
    "<c r='A1'><v/></c><c r='B1'/><c r='C1' s='1' t='s'/><c r='D1' t='str'><v/></c>": [],
    "<c r='A1' t='b'><v>1</v></c><c r='B1' t='b'><v>0</v></c>": ["A1 boolean TRUE", "B1 boolean FALSE"],
    "<c r='A1' t='b'><v>TRUE</v></c><c r='B1' t='b'><v>false</v></c>": ["A1 boolean TRUE", "B1 boolean FALSE"],
    "<c r='A1' t='e'><f>1/0</f><v>#DIV/0!</v></c>": ["A1 error= #DIV/0!"],
    "<c r='A1' t='d'><v>2026-01-31</v></c>": ["A1 date 2026-01-31"],
    "<c r='A1' t='s'><v>1</v></c><c r='B1' t='s'><v> 0 </v></c>": ["A1 text second", "B1 text first"],
    "<c r='A1' t='s'><v>2</v></c>": [],
    "<c r='A1'><f>B1</f><v> </v></c><c r='B1' t='s'><f>B1</f><v>2</v></c>": ["A1 text=? ", "B1 text= "],
    "<c r='A1' t='str'><v>a<x xmlns='urn:x'>b</x>c</v></c>": ["A1 text ac"],
    "<c r='A1'><v>7</v><extLst><v>8</v></extLst></c>": ["A1 number 7"],
    "<x:c xmlns:x='urn:x' r='A1'><c r='B1'><v>1</v></c></x:c><c r='C1'><v>2</v></c>": ["C1 number 2"],
  ]) func `Each type is read as what it is`(row: String, expected: [String]) throws {
    #expect(try cells(row, sharedStrings: "<si><t>first</t></si><si><t>second</t></si><si/>") == expected)
  }

  @Test(arguments: ["1", "-1", "+0", "0x", "1.0", "0 0", "１", "4294967296", "18446744073709551616"])
  func `What is no index of a shared string is refused with the cell`(value: String) {
    let error = failure("<c r='B1' t='s'><v>\(value)</v></c>", sharedStrings: "<si><t>first</t></si>")
    #expect(error?.code == "xlsx.shared-string-index")
    #expect(error?.place.cell == "B1" && error?.place.worksheet == "Review")
  }

  @Test(arguments: [
    "_x0041_": "A", "a_x000D_\nb": "a\r\nb", "_x005F_x0041_": "_x0041_", "_x005f_": "_", "_x0041": "_x0041",
    "_X0041_": "_X0041_", "_x00G1_": "_x00G1_", "_x00410_": "_x00410_", "_x005F_x005F_x0041_": "_x005FA",
    "__x0041__": "_A_", "_x0041_x0042_": "Ax0042_", "_x0000_": "\0", "_xD83D__xDE00_": "😀", "_xFFFE_": "\u{FFFE}",
    "_x20AC__x20AC_": "€€",
  ]) func `Characters written as _xHHHH_ are decoded once`(written: String, read: String) throws {
    #expect(try cells("<c r='A1' t='inlineStr'><is><t>\(written)</t></is></c>") == ["A1 text \(read)"])
    #expect(try cells("<c r='A1' t='str'><v>\(written)</v></c>") == ["A1 text \(read)"])
    let shared = "<si><t>\(written)</t></si>"
    #expect(try cells("<c r='A1' t='s'><v>0</v></c>", sharedStrings: shared) == ["A1 text \(read)"])
  }

  @Test(arguments: [
    "a_xD800_b": "a\u{FFFD}b", "_xDC00_": "\u{FFFD}", "_xD83D_😀": "\u{FFFD}😀", "_xD83D__x0041_": "\u{FFFD}A",
    "_xDE00__xD83D_": "\u{FFFD}\u{FFFD}",
  ]) func `Half a surrogate pair is read as U+FFFD and marked`(written: String, read: String) throws {
    let inline = "<c r='A1' t='inlineStr'><is><t>\(written)</t></is></c><c r='B1' t='inlineStr'><is><t>x</t></is></c>"
    #expect(try cells(inline) == ["A1 text! \(read)", "B1 text x"])
    let shared = "<si><t>x</t></si><si><t>\(written)</t></si>"
    let references = "<c r='A1' t='s'><v>1</v></c><c r='B1' t='s'><v>0</v></c>"
    #expect(try cells(references, sharedStrings: shared) == ["A1 text! \(read)", "B1 text x"])
  }

  @Test func `An escape does not reach from one run into the next`() throws {
    let runs = "<r><t>_x00</t></r><r><t>41_</t></r>"
    #expect(try cells("<c r='A1' t='inlineStr'><is>\(runs)</is></c>") == ["A1 text _x0041_"])
    #expect(try cells("<c r='A1' t='s'><v>0</v></c>", sharedStrings: "<si>\(runs)</si>") == ["A1 text _x0041_"])
  }

  @Test func `Shared strings join runs and leave phonetic runs out`() throws {
    let shared = """
      <si><r><t>a</t></r><r><rPr><t>no</t></rPr><t xml:space="preserve"> b</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>
      <si><t>plain</t><r><t>!</t></r></si><x:si xmlns:x="urn:x"><t>no</t></x:si><si><t>last</t></si>
      """
    let row = "<c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c><c r='C1' t='s'><v>2</v></c>"
    #expect(try cells(row, sharedStrings: shared) == ["A1 text a b", "B1 text plain!", "C1 text last"])
  }

  @Test func `A text may have 32,767 UTF-16 code units and no more`() throws {
    func row(_ text: String) -> String { "<c r='A1' t='inlineStr'><is><t>\(text)</t></is></c>" }
    let longest = String(repeating: "é", count: 32_765) + "😀"
    #expect(try cells(row(longest)) == ["A1 text \(longest)"])
    let escaped = String(repeating: "_x0041_", count: 32_767)
    for content in [escaped, "<![CDATA[\(escaped)]]>"] {
      let decoded = ["A1 text \(String(repeating: "A", count: 32_767))"]
      #expect(try cells(row(content)) == decoded)
      #expect(try cells("<c t='s'><v>0</v></c>", sharedStrings: "<si><t>\(content)</t></si>") == decoded)
    }
    let limit = LimitCase("limit.cell-text", "32767", "cellText") { _ in }
    limit.expect(in: failure(row(longest + "x")))
    limit.expect(in: failure(row(escaped + "_x0041_")))
    limit.expect(in: failure(row(String(repeating: "x", count: 1_000_000))))
    let shared = "<si><t>\(longest)x</t></si>"
    limit.expect(in: failure("<c r='A1' t='s'><v>0</v></c>", sharedStrings: shared))
    #expect(failure("<c r='A1'><v>1</v></c>", sharedStrings: shared) == nil)
  }

  @Test(arguments: [
    "0": 0, "-0": -0.0, "007": 7, ".5": 0.5, "5.": 5, "1E-05": 0.00001, "0.30000000000000004": 0.300_000_000_000_000_04,
    "123456789012345678": 123_456_789_012_345_680, "9007199254740993": 9_007_199_254_740_992,
    "179769313486231570000e288": 1.797_693_134_862_315_7e308, "5e-324": .leastNonzeroMagnitude, "1e-400": 0,
    "43718.4236111111": 43718.4236111111,
  ]) func `Numbers are read as the nearest double`(text: String, value: Double) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(DecimalNumber.value) == value)
  }

  @Test(arguments: [
    "", "-", ".", "e5", "1e", "1e+", "1,5", "1 ", "0x1", "nan", "inf", "1e400", "--1", "1e1.5", "１", "1e9999999",
  ]) func `Nothing else is a number`(text: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(DecimalNumber.value) == nil)
  }
}
