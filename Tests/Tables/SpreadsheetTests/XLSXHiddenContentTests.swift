import ProgramRuns
import Testing

@testable import Spreadsheet

/// What a strict reading of a workbook ends with.
private func strictFailure(_ package: WorkbookFile) throws -> SpreadsheetError? {
  let file = try TemporaryFile(package.archive.bytes)
  return spreadsheetError { try XLSXWorkbook(path: file.path, isStrict: true).readRows(ofWorksheetAt: 0) { _ in } }
}

/// What a lenient reading warns of, each as `code place count`.
private func warnings(_ package: WorkbookFile) throws -> [String] {
  let workbook = try package.workbook()
  for index in workbook.worksheets.indices { try workbook.readRows(ofWorksheetAt: index) { _ in } }
  return workbook.warnings.map { "\($0.code.rawValue) \($0.place.cell ?? "-") \($0.count)" }
}

private let text = "xlsx.hidden-text"
private let place = "xlsx.hidden-cells"
private let two = "xlsx.two-values"

private func alternate(_ content: String) -> String {
  "<mc:AlternateContent xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'>"
    + "<mc:Choice Requires='x14'>\(content)</mc:Choice><mc:Fallback/></mc:AlternateContent>"
}

/// A worksheet with something behind its cells.
private func package(_ rows: String, behind: String) -> WorkbookFile {
  var package = WorkbookFile("")
  package["xl/worksheets/sheet1.xml"] =
    "<worksheet xmlns='\(WorkbookFile.main)'><sheetData>\(rows)</sheetData>\(behind)</worksheet>"
  return package
}

/// Expects that a strict reading names a place or a thing, and that a lenient one warns once and reads these cells.
private func expect(
  _ package: WorkbookFile, _ code: String, _ says: String, reads cells: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let failure = try strictFailure(package)
  #expect(failure?.code.rawValue == code, sourceLocation: sourceLocation)
  #expect(failure?.description.contains(says) == true, "\(failure?.description ?? "")", sourceLocation: sourceLocation)
  let told = try warnings(package)
  #expect(
    told.count == 1 && told[0].hasPrefix(code) && told[0].hasSuffix(" 1"), "\(told)", sourceLocation: sourceLocation)
  #expect(try package.cells() == cells, sourceLocation: sourceLocation)
}

struct XLSXHiddenContentTests {
  @Test(
    "A strict reading names the cell, a lenient one goes on and counts",
    arguments: [
      ("<c r='B7' t='str'><is><t>hid</t></is></c><c r='C7'>hid</c>", "xlsx.hidden-text", "B7", 2),
      ("<c r='C7'>hid</c>", "xlsx.hidden-text", "C7", 1), ("<c/><c/><c>hid</c>", "xlsx.hidden-text", "C7", 1),
      ("<c r='B7'><c r='D9'/></c>", "xlsx.hidden-cells", "D9", 1), ("<c r='B7'><c/></c>", "xlsx.hidden-cells", "B7", 1),
      ("<c r='B7' t='inlineStr'><is/><is/></c>", "xlsx.two-values", "B7", 1),
    ]) func cells(row: String, code: String, cell: String, count: Int) throws
  {
    let package = WorkbookFile("<row r=\"7\">\(row)</row>")
    let failure = try #require(try strictFailure(package))
    #expect(failure.code.rawValue == code)
    #expect(failure.place.cell == cell)
    #expect(failure.place.worksheet == "Review")
    #expect(failure.place.part == "xl/worksheets/sheet1.xml")
    #expect(failure.hint != nil)
    #expect(try warnings(package) == ["\(code) \(cell) \(count)"])
  }

  @Test(arguments: [
    (text, "t='str'><is><t>hid</t></is>", ""), (text, "t='str'><v>seen</v><is><t>hid</t></is>", "text seen"),
    (text, "t='str'><is><r><t>run</t></r></is>", "text run"),
    (text, "t='s'><v>0</v><is><t>hid</t></is>", "text shared"),
    (text, "t='d'><v>2026-01-31</v><is><t>hid</t></is>", "date 2026-01-31"),
    (text, "t='str'>hid<v>seen</v>", "text seen"), (text, "t='str'><f>A1</f>hid<v>seen</v>", "text= seen"),
    (text, "t='inlineStr'><is>hid<t>seen</t></is>", "text seen"),
    (text, "t='inlineStr'><is><r><rPr><t>hid</t></rPr><t>seen</t></r></is>", "text seen"),
    (text, "t='inlineStr'><is><r><t>seen</t><r><t/></r></r></is>", "text seen"),
    (two, "t='inlineStr'><is><t>a</t></is><is><t>b</t></is>", "text b"),
    (two, "><is><t>a</t></is><is><t>a</t></is>", "text a"), (two, "t='inlineStr'><is><t>a</t></is><v>b</v>", "text a"),
    (two, "t='inlineStr'><v>b</v><is><t>a</t></is>", "text a"), (two, "><v>5</v><is><t>a</t></is>", "text a"),
    (two, "t='inlineStr'><v>b</v><is><t/></is>", ""), (text, ">\(alternate("<v>5</v>"))", ""),
    (text, "t='inlineStr'><is>\(alternate("<t>hid</t>"))</is>", ""),
    (text, "t='inlineStr'>\(alternate("<is><t/></is>"))", ""),
    (text, "t='str'><v>a<x:x xmlns:x='urn:x'>hid</x:x>c</v>", "text ac"),
    (text, "t='inlineStr'><is><t>a<b>hid</b>c</t></is>", "text ac"), (text, "><w>hid</w>", ""),
    (text, "><x:v xmlns:x='urn:x'>hid</x:v>", ""), (place, "><c r='B7'><w/></c>", ""), (place, "><row r='8'/>", ""),
    (text, "><si><t/></si>", ""),
  ]) func `Something in a cell`(code: String, cell: String, reads: String) throws {
    let package = WorkbookFile("<row r='7'><c r='B7' \(cell)</c></row>", sharedStrings: "<si><t>shared</t></si>")
    try expect(package, code, "B7", reads: reads.isEmpty ? [] : ["B7 \(reads)"])
  }

  @Test(
    "Something in a row, and between and behind the rows",
    arguments: [
      (text, "hid</row>", "", "row 7"), (text, "</row><row r='8'>hid</row>", "", "row 8"),
      (place, "<row r='8'/></row>", "", "row \"8\""), (place, "\(alternate("<c r='B7'/>"))</row>", "", "B7"),
      (place, "<x:o xmlns:x='urn:x'><c r='B7'/></x:o></row>", "", "B7"),
      (place, "<extLst><ext><c r='B7'/></ext></extLst></row>", "", "B7"), (text, "<is><t/></is></row>", "", "row 7"),
      (text, "<w>hid</w></row>", "", "row 7"), (text, "<x:c xmlns:x='urn:x'><x:v>hid</x:v></x:c></row>", "", "row 7"),
      (place, "</row><c r='B8'><v/></c>", "", "B8"), (place, "</row>\(alternate("<row r='8'/>"))", "", "row \"8\""),
      (place, "</row><rows><row r='8'/></rows>", "", "row \"8\""), (text, "</row>hid", "", "outside any row"),
      (place, "</row><sheetData/>", "", "table of cells"),
      (place, "</row>", alternate("<sheetData/>"), "table of cells"), (place, "</row>", "<row r='8'/>", "row \"8\""),
      (place, "</row>", "<extLst><ext><c r='B8'/></ext></extLst>", "B8"), (text, "</row>", "hid", "outside any row"),
    ]) func places(code: String, rows: String, behind: String, says: String) throws
  {
    let package = package("<row r='7'><c r='A7'><v>1</v></c>" + rows, behind: behind)
    try expect(package, code, says, reads: ["A7 number 1"])
  }

  @Test(arguments: [
    (text, "<si>hid<t>seen</t></si>"), (text, "<si><t>seen</t></si>hid"), (text, "<si><r><t>seen</t>hid</r></si>"),
    (text, "<si><r><rPr><b>hid</b></rPr><t>seen</t></r></si>"), (text, "<si><r><t>seen</t><r><t/></r></r></si>"),
    (text, "<si><t>seen</t>\(alternate("<t>hid</t>"))</si>"), (text, "<si><t>se<b>hid</b>en</t></si>"),
    (place, "<si><t>seen</t></si>\(alternate("<si/>"))"), (place, "<si><t>seen</t><si/></si>"),
  ]) func `Something in the shared strings`(code: String, items: String) throws {
    let package = WorkbookFile("<row><c t='s'><v>0</v></c></row>", sharedStrings: items)
    try expect(package, code, "shared text number", reads: ["A1 text seen"])
  }

  @Test func `A second part of a kind, and a worksheet that is named elsewhere`() throws {
    let sound = WorkbookFile("<row><c t='s'><v>0</v></c></row>", sharedStrings: "<si><t>a</t></si>", styles: "")
    for (kind, xml, name) in [
      ("sharedStrings", "<sst xmlns='\(WorkbookFile.main)'/>", "xl/_rels/workbook.xml.rels"),
      ("styles", "<styleSheet xmlns='\(WorkbookFile.main)'/>", "xl/_rels/workbook.xml.rels"),
      ("officeDocument", sound["xl/workbook.xml"] ?? "", "_rels/.rels"),
    ] {
      var package = sound
      let more = WorkbookFile.relationship("rId9", kind, "/xl/more.xml")
      package["xl/more.xml"] = xml
      package = package.with(relationship: more, in: name)
      try expect(package, "xlsx.two-parts", "more.xml", reads: ["A1 text a"])
    }
    var package = sound
    package["xl/workbook.xml"] = package["xl/workbook.xml"]?.replacing(
      "</workbook>", with: alternate("<sheet name='Second' sheetId='2' r:id='rId1'/>") + "</workbook>")
    try expect(package, place, "Second", reads: ["A1 text a"])
  }

  @Test(
    "White space, formulas, readings, extensions and what repeats a value are nothing hidden",
    arguments: [
      ("<c t='inlineStr'><is><r><rPr><b/></rPr><t>a</t></r><rPh sb='0' eb='1'><t>b</t></rPh></is></c>", ""),
      ("\n<c t='s'>\n<v>0</v>\r\n</c> ", ""), ("<c t='str'><f>A1</f><v>a</v></c>", ""),
      ("<c t='str'><v>a</v><extLst><ext uri='{1}'><x:y xmlns:x='urn:x'>t</x:y></ext></extLst></c>", ""),
      ("<c t='str'><v>a</v></c><extLst><ext><x:y xmlns:x='urn:x'>t</x:y></ext></extLst>", ""),
      ("<c t='str'><v>a</v></c></row><x:o xmlns:x='urn:x'><x:row/></x:o><row>", ""),
      ("<c t='inlineStr'><is><t>a</t></is><v>a</v></c>", ""),
      ("<c t='inlineStr'><v>_x0061_</v><is><t>a</t></is></c>", ""),
      ("<c t='inlineStr'><is><t>a</t></is><v> </v></c>", ""),
      ("<c t='str'><v>a</v></c>", alternate("<controls><x:row xmlns:x='urn:x'>3</x:row></controls>")),
      ("<c t='str'><v>a</v></c>", "<headerFooter><oddHeader>&amp;Lhead</oddHeader></headerFooter>"),
      (
        "<c t='str'><v>a</v></c>",
        "<conditionalFormatting><cfRule><formula>A1</formula></cfRule></conditionalFormatting>"
      ),
    ]) func harmless(row: String, behind: String) throws
  {
    var package = package("\n<row>\(row)</row>\n", behind: behind)
    let sound = WorkbookFile("", sharedStrings: "\n<si>\n<t>a</t><rPh sb='0' eb='1'><t>b</t></rPh></si>\n")
    for name in ["xl/sharedStrings.xml", "xl/_rels/workbook.xml.rels"] { package[name] = sound[name] }
    #expect(try strictFailure(package) == nil)
    #expect(try warnings(package) == [])
    #expect(try package.cells().map { $0.replacing("=", with: "") } == ["A1 text a"])
  }

  @Test func `A row says which one it is in where no cell can`() throws {
    let failure = try #require(try strictFailure(WorkbookFile("<row r=\"7\"><c r='A7'/>hid</row>")))
    #expect(failure.place.cell == nil)
    #expect(failure.message == "the text \"hid\" is outside any cell of row 7.")
    let inner = try #require(try strictFailure(WorkbookFile("<row r=\"7\"><row r=\"8\"/></row>")))
    #expect(inner.message == "the row \"8\" is in row 7, outside its cells.")
  }

  @Test func `A value that shows the number of its text is the same value`() throws {
    let cell = { (value: String) in "<row><c t='inlineStr'><is><t>1.</t></is><v>\(value)</v></c></row>" }
    #expect(try strictFailure(WorkbookFile(cell("1.0"))) == nil)
    #expect(try strictFailure(WorkbookFile(cell("1.1")))?.code == "xlsx.two-values")
  }

  @Test(arguments: [true, false]) func `Words that are struck out mark their cell and no other`(isShared: Bool) throws {
    let runs = "<r><rPr><strike/></rPr><t>out</t></r><r><t> in</t></r>"
    let plain = "<r><rPr><strike val='0'/></rPr><t>in</t></r>"
    let package =
      isShared
      ? WorkbookFile(
        "<row r='1'><c t='s'><v>1</v></c><c t='s'><v>0</v></c><c t='s'><v>2</v></c></row>",
        sharedStrings: "<si><t>a</t></si><si>\(runs)</si><si>\(plain)</si>")
      : WorkbookFile(
        "<row r='1'><c t='inlineStr'><is>\(runs)</is></c><c t='str'><v>a</v></c><c t='inlineStr'><is>\(plain)</is></c></row>"
      )
    var struck: [Bool] = []
    try package.workbook().readRows(ofWorksheetAt: 0) { row in
      struck = row.filledCells.map { $0.isStruck }
      #expect(Row(copying: row).filledCells.map(\.isStruck) == struck)
    }
    #expect(struck == [true, false, false])
  }

  @Test(arguments: [true, false]) func `A style strikes out where its font does, wherever the fonts are listed`(
    fontsFirst: Bool
  ) throws {
    let fonts = "<fonts><font/><font><b/><strike/></font><font><strike val='false'/></font></fonts>"
    let formats = "<cellXfs><xf/><xf fontId='1'/><xf fontId='2'/><xf fontId='9'/></cellXfs>"
    let package = WorkbookFile("", styles: fontsFirst ? fonts + formats : formats + fonts)
    let workbook = try package.workbook()
    #expect((0..<5).map(workbook.isStruckOut(style:)) == [false, true, false, false, false])
  }
}
