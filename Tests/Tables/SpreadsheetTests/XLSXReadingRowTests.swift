import ProgramRuns
import Testing

@testable import Spreadsheet

struct XLSXReadingRowTests {
  @Test(arguments: [
    "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>": [
      "A1 number 1", "B1 number 2", "A2 number 3",
    ],
    "<row r='3'><c><v>1</v></c><c r='D3'><v>2</v></c><c><v>3</v></c></row>": [
      "A3 number 1", "D3 number 2", "E3 number 3",
    ], "<row r='3'><c r='A3'><v>1</v></c></row><row><c><v>2</v></c></row>": ["A3 number 1", "A4 number 2"],
    "<row><c r='B7'><v>1</v></c></row><row><c><v>2</v></c></row>": ["B7 number 1", "A8 number 2"],
    "<row r='1'><c r='C1'><v>3</v></c><c r='A1'><v>1</v></c></row>": ["A1 number 1", "C1 number 3"],
    "<row r='5'><c r='A5'><v>5</v></c></row><row r='2'><c r='A2'><v>2</v></c></row>": ["A5 number 5", "A2 number 2"],
    "<row r='1'/><row r='2'><c r='A2'/></row><row r='3'><c r='A3'><v>3</v></c></row>": ["A3 number 3"],
    "<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>": ["XFD1048576 number 1"],
    "<row r='2' spans='1:99999999999'><c r='ab02'><v>1</v></c></row>": ["AB2 number 1"],
    "<row r='1'><c r='A1'><v>1</v></c></row><row r='1'><c r='B1'><v>2</v></c></row><row r='2'><c r='A2'><v>3</v></c></row>":
      ["A1 number 1", "B1 number 2", "A2 number 3"],
    "<row r='1'><c r='A1'><v/></c><c r='A1'><v>1</v></c></row>": ["A1 number 1"],
    "<row r='1' hidden='1'><c r='A1'><v>1</v></c></row>": ["A1 number 1"],
    "<x:row xmlns:x='urn:x' r='1'><c r='A1'><v>1</v></c></x:row><row r='1'><c r='B1'><v>2</v></c></row>": [
      "B1 number 2"
    ], "": [],
  ]) func `Rows and cells stand where they say, or after the one before`(sheetData: String, expected: [String]) throws {
    #expect(try WorkbookFile(sheetData).cells() == expected)
  }

  @Test(arguments: [
    "<row r='1'><c r='XFE1'><v>1</v></c></row>", "<row r='1'><c r='A0'><v>1</v></c></row>",
    "<row r='1048577'><c r='A1048577'><v>1</v></c></row>", "<row r='1'><c r='ZZZZZZ99'><v>1</v></c></row>",
    "<row r='4294967297'><c r='A1'><v>1</v></c></row>", "<row r='1'><c r='A4294967297'><v>1</v></c></row>",
    "<row r='0'/>", "<row r='-1'/>", "<row r='+1'/>", "<row r='1x'/>", "<row r=''/>", "<row r='1.0'/>", "<row r='１'/>",
    "<row r='1'><c r=''><v>1</v></c></row>", "<row r='1'><c r='$A$1'><v>1</v></c></row>",
    "<row r='1'><c r='1'><v>1</v></c></row>", "<row r='1'><c r='A'><v>1</v></c></row>",
    "<row r='1'><c r='A1:B2'><v>1</v></c></row>", "<row r='1'><c r='AAAA1'><v>1</v></c></row>",
    "<row r='1'><c r='A 1'><v>1</v></c></row>", "<row r='1'><c r='Ａ1'><v>1</v></c></row>",
    "<row r='1'><c r='A18446744073709551617'><v>1</v></c></row>", "<row r='1'><c r='A2'><v>1</v></c></row>",
    "<row><c r='A2'><v>1</v></c><c r='B1'><v>1</v></c></row>",
    "<row r='1'><c r='A1'><v>1</v></c><c r='A1'><v>2</v></c></row>",
    "<row r='1'><c r='B1'><v>1</v></c><c r='A1'><v>2</v></c><c r='B1'><v>2</v></c></row>",
    "<row r='1'><c r='A1'><v>1</v></c></row><row r='1'><c r='A1'><v>2</v></c></row>",
    "<row r='1'/><row r='2'/><row r='1'><c r='A1'><v>1</v></c></row>",
    "<row r='1'><c r='XFD1'><v>1</v></c><c><v>2</v></c></row>",
    "<row r='1048576'><c r='A1048576'><v>1</v></c></row><row><c><v>2</v></c></row>",
  ]) func `Places outside the grid, contradictions and duplicates are refused`(sheetData: String) {
    #expect(WorkbookFile(sheetData).failure()?.code == "xlsx.cell-reference")
  }

  @Test func `A duplicate names its cell`() {
    let error = WorkbookFile("<row r='7'><c r='B7'><v>1</v></c><c r='B7'><v>2</v></c></row>").failure()
    #expect(error?.place.cell == "B7")
    #expect(error?.message == "this cell occurs twice.")
  }

  @Test func `A row that goes on and on is refused before it fills the memory`() {
    let cells = String(repeating: "<row r='1'><c r='A1'><v>1</v></c></row>", count: 16_385)
    #expect(WorkbookFile(cells).failure()?.message == "the row has more than 16384 cells.")
  }

  @Test func `A second table of cells is refused`() {
    var package = WorkbookFile("")
    let table = "<sheetData><row r='1'><c r='A1'><v>1</v></c></row></sheetData>"
    package["xl/worksheets/sheet1.xml"] = "<worksheet xmlns='\(WorkbookFile.main)'>\(table)\(table)</worksheet>"
    #expect(package.failure()?.code == "xlsx.bad-part")
  }

  @Test func `What surrounds the cells is passed over, however far its ranges go`() throws {
    var package = WorkbookFile("")
    package["xl/worksheets/sheet1.xml"] = """
      <worksheet xmlns="\(WorkbookFile.main)"><sheetPr><row r="9"/></sheetPr><dimension ref="A1:XFD1048576"/>
      <cols><col min="1" max="16384" width="9" hidden="1"/></cols>
      <sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>
      <mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>
      <extLst><ext><row r="1"><c r="A1"><v>2</v></c></row></ext></extLst></worksheet>
      """
    #expect(try package.cells() == ["A1 number 1"])
  }

  @Test func `The limits on cells and on the texts of a row and a worksheet are kept`() {
    let text = String(repeating: "x", count: 100)
    let shared = "<si><t>\(text)</t></si>"
    let row = (1...4).map { "<row r='\($0)'><c r='A\($0)' t='s'><v>0</v></c><c r='B\($0)' t='s'><v>0</v></c></row>" }
    let package = WorkbookFile(row.joined(), sharedStrings: shared)
    for limit in [
      LimitCase("limit.cells", "7", "cells") { $0.cells = 7 },
      LimitCase("limit.row-text", "199", "rowText") { $0.rowText = 199 },
    ] { limit.expect(in: package.failure(limits: limit.limits)) }
    var kept = SpreadsheetLimits()
    kept.cells = 8
    kept.rowText = 200
    #expect(package.failure(limits: kept) == nil)
  }

  @Test func `A small file cannot refer to a large text without end`() {
    let text = String(repeating: "x", count: 1000)
    let row = (1...40).map { "<row r='\($0)'><c r='A\($0)' t='s'><v>0</v></c></row>" }
    let package = WorkbookFile(row.joined(), sharedStrings: "<si><t>\(text)</t></si>")
    let limit = LimitCase("limit.total-size", "20000", "totalSize") { $0.totalSize = 20_000 }
    limit.expect(in: package.failure(limits: limit.limits))
  }

  @Test func `A large worksheet, inflated ahead on a thread of its own, is read in full and in order`() throws {
    var sheetData = ""
    for row in 1...20_000 {
      sheetData += "<row r='\(row)'><c r='A\(row)' t='inlineStr'><is><t>text in row \(row)</t></is></c></row>"
    }
    let bytes = WorkbookFile(sheetData).archive.bytes
    let file = try TemporaryFile(bytes)
    let workbook = try XLSXWorkbook(path: file.path)
    for _ in 0..<2 {
      var next = 0
      try workbook.readRows(ofWorksheetAt: 0) { row in
        #expect(row.index == next && row.text(inColumn: 0) == "text in row \(next + 1)")
        next += 1
      }
      #expect(next == 20_000)
    }
    struct Enough: Error {}
    #expect(throws: Enough.self) { try workbook.readRows(ofWorksheetAt: 0) { _ in throw Enough() } }
    var broken = bytes
    // Of a word "text", so that the worksheet can be read to its end.
    broken[try #require(bytes[(bytes.count / 2)...].firstIndex(of: UInt8(ascii: "x")))] ^= 1
    #expect(WorkbookFile.failure(of: broken)?.code == "zip.crc")
  }
}
