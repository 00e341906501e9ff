import Testing

@testable import Spreadsheet

/// What a strict reading of a workbook ends with.
private func strictFailure(_ package: XLSXReadingPackage) throws -> SpreadsheetError? {
  let file = try TemporaryFile(package.archive.bytes)
  do {
    let workbook = try XLSXWorkbook(path: file.path, isStrict: true)
    try workbook.readRows(ofWorksheetAt: 0) { _ in }
    return nil
  } catch let error as SpreadsheetError {
    return error
  }
}

/// What a lenient reading warns of, each as `code place count`.
private func warnings(_ package: XLSXReadingPackage) throws -> [String] {
  let file = try TemporaryFile(package.archive.bytes)
  let workbook = try XLSXWorkbook(path: file.path)
  for index in workbook.worksheets.indices { try workbook.readRows(ofWorksheetAt: index) { _ in } }
  return workbook.warnings.map { "\($0.code.rawValue) \($0.place.cell ?? "-") \($0.count)" }
}

@Suite("What workbooks hold where no program shows it")
struct XLSXHiddenContentTests {
  @Test(
    "A strict reading names the cell, a lenient one goes on and counts",
    arguments: [
      ("<c r='B7' t='str'><is><t>hid</t></is></c><c r='C7'>hid</c>", "xlsx.hidden-text", "B7", 2),
      ("<c r='C7'>hid</c>", "xlsx.hidden-text", "C7", 1),
      ("<c/><c/><c>hid</c>", "xlsx.hidden-text", "C7", 1),
      ("<c r='B7'><c r='D9'/></c>", "xlsx.hidden-cells", "D9", 1),
      ("<c r='B7'><c/></c>", "xlsx.hidden-cells", "B7", 1),
      ("<c r='B7' t='inlineStr'><is/><is/></c>", "xlsx.two-values", "B7", 1),
      ("<c r='B7' t='inlineStr'><is><t>a</t></is><v>b</v></c>", "xlsx.two-values", "B7", 1),
    ])
  func cells(row: String, code: String, cell: String, count: Int) throws {
    let package = XLSXReadingPackage("<row r=\"7\">\(row)</row>")
    let failure = try #require(try strictFailure(package))
    #expect(failure.code.rawValue == code)
    #expect(failure.place.cell == cell)
    #expect(failure.place.worksheet == "Review")
    #expect(failure.place.part == "xl/worksheets/sheet1.xml")
    #expect(failure.hint != nil)
    #expect(try warnings(package) == ["\(code) \(cell) \(count)"])
  }

  @Test("A row says which one it is in where no cell can")
  func rows() throws {
    let failure = try #require(try strictFailure(XLSXReadingPackage("<row r=\"7\"><c r='A7'/>hid</row>")))
    #expect(failure.place.cell == nil)
    #expect(failure.message == "the text \"hid\" is outside any cell of row 7.")
    let inner = try #require(try strictFailure(XLSXReadingPackage("<row r=\"7\"><row r=\"8\"/></row>")))
    #expect(inner.message == "the row \"8\" is in row 7, outside its cells.")
  }

  @Test("A value that shows the number of its text is the same value")
  func numbers() throws {
    let cell = { (value: String) in "<row><c t='inlineStr'><is><t>1.</t></is><v>\(value)</v></c></row>" }
    #expect(try strictFailure(XLSXReadingPackage(cell("1.0"))) == nil)
    #expect(try strictFailure(XLSXReadingPackage(cell("1.1")))?.code.rawValue == "xlsx.two-values")
  }

  @Test("Words that are struck out mark their cell and no other", arguments: [true, false])
  func strikes(isShared: Bool) throws {
    let runs = "<r><rPr><strike/></rPr><t>out</t></r><r><t> in</t></r>"
    let plain = "<r><rPr><strike val='0'/></rPr><t>in</t></r>"
    let package =
      isShared
      ? XLSXReadingPackage(
        "<row r='1'><c t='s'><v>1</v></c><c t='s'><v>0</v></c><c t='s'><v>2</v></c></row>",
        sharedStrings: "<si><t>a</t></si><si>\(runs)</si><si>\(plain)</si>")
      : XLSXReadingPackage(
        "<row r='1'><c t='inlineStr'><is>\(runs)</is></c><c t='str'><v>a</v></c><c t='inlineStr'><is>\(plain)</is></c></row>"
      )
    let file = try TemporaryFile(package.archive.bytes)
    var struck: [Bool] = []
    try XLSXWorkbook(path: file.path).readRows(ofWorksheetAt: 0) { row in
      struck = (0..<row.count).map { row[$0].isStruck }
      let copy = Row(copying: row)
      #expect((0..<copy.count).map { copy[$0].isStruck } == struck)
    }
    #expect(struck == [true, false, false])
  }

  @Test("A style strikes out where its font does, wherever the fonts are listed", arguments: [true, false])
  func styles(fontsFirst: Bool) throws {
    let fonts = "<fonts><font/><font><b/><strike/></font><font><strike val='false'/></font></fonts>"
    let formats = "<cellXfs><xf/><xf fontId='1'/><xf fontId='2'/><xf fontId='9'/></cellXfs>"
    let package = XLSXReadingPackage("", styles: fontsFirst ? fonts + formats : formats + fonts)
    let file = try TemporaryFile(package.archive.bytes)
    let workbook = try XLSXWorkbook(path: file.path)
    #expect((0..<5).map(workbook.isStruckOut(style:)) == [false, true, false, false, false])
  }

  @Test("White space, formulas and readings are nothing hidden")
  func plain() throws {
    let rows = "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='str'><f>A1</f><v>a</v></c></row>"
    let package = XLSXReadingPackage(
      "\n \(rows)\n", sharedStrings: "\n<si>\n<t>a</t><rPh sb='0' eb='1'><t>b</t></rPh></si>\n")
    #expect(try strictFailure(package) == nil)
    #expect(try warnings(package) == [])
  }
}
