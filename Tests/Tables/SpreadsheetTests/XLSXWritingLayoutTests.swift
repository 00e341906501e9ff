import Testing

@testable import Spreadsheet

struct XLSXWritingLayoutTests {
  private func sheet(_ layout: WorksheetLayout, _ rows: [Row] = [Row(texts: ["a"])]) throws -> String {
    try #require(try parts(layout: layout, rows: rows)["xl/worksheets/sheet1.xml"])
  }

  @Test func `the selected cell is in the first row below the frozen ones`() throws {
    var layout = WorksheetLayout(name: "Sheet")
    layout.activeColumn = 5
    #expect(try sheet(layout).contains("<selection activeCell=\"F1\" sqref=\"F1\"/></sheetView>"))
    (layout.frozenRows, layout.frozenColumns) = (1, 2)
    #expect(
      try sheet(layout).contains(
        "<pane xSplit=\"2\" ySplit=\"1\" topLeftCell=\"C2\" activePane=\"bottomRight\" state=\"frozen\"/>"
          + "<selection pane=\"bottomRight\" activeCell=\"F2\" sqref=\"F2\"/>"))
    layout.activeColumn = nil
    #expect(try sheet(layout).contains("<selection pane=\"bottomRight\" activeCell=\"C2\" sqref=\"C2\"/>"))
  }

  @Test func `a worksheet is printed on one page's width, or on several pages side by side`() throws {
    var layout = WorksheetLayout(name: "Sheet")
    let fitted = try sheet(layout)
    #expect(fitted.contains("<pageSetUpPr fitToPage=\"1\"/>"))
    #expect(fitted.contains("<pageSetup orientation=\"landscape\" fitToHeight=\"0\"/>"))
    layout.printPagesWide = 3
    let wide = try sheet(layout)
    #expect(wide.contains("<pageSetUpPr fitToPage=\"1\"/>"))
    #expect(wide.contains("<pageSetup orientation=\"landscape\" fitToWidth=\"3\" fitToHeight=\"0\"/>"))
  }

  @Test func `columns and rows are repeated on every printed page`() throws {
    var layout = WorksheetLayout(name: "It's")
    (layout.headerRows, layout.printTitleColumns) = (1, 3)
    let workbook = try #require(try parts(layout: layout, rows: [Row(texts: ["a"])])["xl/workbook.xml"])
    #expect(workbook.contains("localSheetId=\"0\">'It''s'!$A:$C,'It''s'!$1:$1</definedName>"))
  }

  @Test func `a column's formula is written below the header with the row's number and its last result`() throws {
    var layout = WorksheetLayout(name: "Sheet")
    layout.columns = [ColumnLayout(), ColumnLayout(), ColumnLayout(width: 9)]
    layout.headerRows = 1
    layout.columns[1].formula = ["LEN(A", ")&\"<\"&LEN(A", ")"]
    let written = try parts(
      layout: layout,
      rows: [Row(texts: ["Text", "Count"]), Row(texts: ["ab", "2 & 2", "=A2"]), Row(texts: ["c", nil, "d"])])
    let sheet = try #require(written["xl/worksheets/sheet1.xml"])
    #expect(sheet.contains("<c r=\"B1\" t=\"s\"><v>1</v></c>"))
    #expect(
      sheet.contains(
        "<c r=\"B2\" t=\"str\"><f t=\"shared\" ref=\"B2:B1001\" si=\"0\">LEN(A2)&amp;&quot;&lt;&quot;&amp;LEN(A2)</f>"
          + "<v>2 &amp; 2</v></c>"))
    // A cell without a text has no formula, and a text that looks like one is none.
    #expect(!sheet.contains("B3"))
    #expect(sheet.split(separator: "<f ").count == 2)
    #expect(written["xl/workbook.xml"]?.contains("<calcPr calcId=\"124519\" fullCalcOnLoad=\"1\"/>") == true)
    #expect(try self.sheet(WorksheetLayout(name: "Sheet")).contains("<f ") == false)
  }

  @Test func `a thousand rows share a formula, and a number is written as one`() throws {
    var layout = WorksheetLayout(name: "Sheet")
    layout.columns = [ColumnLayout()]
    layout.headerRows = 1
    layout.columns[0].formula = ["B", ""]
    let texts = [String](repeating: "x", count: 1_000) + ["12"]
    let sheet = try self.sheet(layout, [Row(texts: ["Copy"])] + texts.map { Row(texts: [$0]) })
    #expect(sheet.contains("<c r=\"A2\" t=\"str\"><f t=\"shared\" ref=\"A2:A1001\" si=\"0\">B2</f><v>x</v></c>"))
    #expect(sheet.contains("<c r=\"A1001\" t=\"str\"><f t=\"shared\" si=\"0\"/><v>x</v></c>"))
    #expect(sheet.contains("<c r=\"A1002\"><f t=\"shared\" ref=\"A1002:A2001\" si=\"1\">B1002</f><v>12</v></c>"))
  }

  @Test func `addresses in a column of links are links, with what an address cannot have escaped`() throws {
    var layout = WorksheetLayout(name: "Sheet")
    layout.columns = [ColumnLayout()]
    layout.headerRows = 1
    layout.columns[0].linksAddresses = true
    let texts = [
      "https://header.example", "https://a.example/x?a=1&b=\"2\"#top&x", "HTTP://b.example/%20%zz", "a.png",
      "https://c.example/with space", "javascript:alert(1)", "https:///x", "file:///etc/passwd", "https://é.example/",
    ]
    let written = try parts(layout: layout, rows: texts.map { Row(texts: [$0, "https://other.example"]) })
    let sheet = try #require(written["xl/worksheets/sheet1.xml"])
    #expect(
      sheet.between("<hyperlinks>", "</hyperlinks>")
        == "<hyperlink ref=\"A2\" r:id=\"rId1\" location=\"top&amp;x\"/><hyperlink ref=\"A3\" r:id=\"rId2\"/>"
        + "<hyperlink ref=\"A9\" r:id=\"rId3\"/>")
    #expect(sheet.contains("xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\""))
    let addresses = try #require(written["xl/worksheets/_rels/sheet1.xml.rels"])
    #expect(
      addresses.split(separator: "Target=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) } == [
        "https://a.example/x?a=1&amp;b=%222%22", "HTTP://b.example/%20%25zz", "https://é.example/",
      ])
    #expect(addresses.split(separator: "TargetMode=\"External\"").count == 4)
    #expect(try parts(rows: [Row(texts: ["https://a.example"])])["xl/worksheets/_rels/sheet1.xml.rels"] == nil)
  }

  @Test func `a worksheet has at most 65,530 links, and an address longer than 2,079 bytes is a text`() throws {
    var layout = WorksheetLayout(name: "Sheet")
    layout.columns = [ColumnLayout()]
    layout.columns[0].linksAddresses = true
    let long = "https://a.example/" + String(repeating: "x", count: 2_062)
    let written = try parts(
      of: xlsxBytes { writer in
        try writer.beginWorksheet(layout)
        for text in [long, String(long.dropLast())] { try writer.append(Row(texts: [text])) }
        for _ in 0..<65_540 { try writer.append(Row(texts: ["https://a.example"])) }
      })
    let sheet = try #require(written["xl/worksheets/sheet1.xml"])
    #expect(sheet.contains("<hyperlinks><hyperlink ref=\"A2\" r:id=\"rId1\"/>"))
    #expect(sheet.contains("<hyperlink ref=\"A65531\" r:id=\"rId65530\"/></hyperlinks>"))
    #expect(
      written["xl/worksheets/_rels/sheet1.xml.rels"]?.contains("Id=\"rId65530\"") == true
        && written["xl/worksheets/_rels/sheet1.xml.rels"]?.contains("Id=\"rId65531\"") == false)
  }

  @Test func `a style has an indent, an underline and a line before the cell`() throws {
    let written = try parts(
      of: xlsxBytes { writer in
        let style = writer.register(
          CellStyle(underlined: true, leadingBorderColor: 0xFF11_2233, horizontalAlignment: .right, indent: 2))
        try writer.beginWorksheet(WorksheetLayout(name: "Sheet"))
        let row = Row()
        row.append("a", column: 0, style: style)
        try writer.append(row)
      })
    let styles = try #require(written["xl/styles.xml"])
    #expect(styles.contains("<font><u/><sz val=\"11\"/>"))
    #expect(
      styles.contains(
        "<border><left style=\"medium\"><color rgb=\"FF112233\"/></left><right/><top/><bottom/><diagonal/></border>"))
    #expect(styles.contains("<alignment horizontal=\"right\" indent=\"2\" readingOrder=\"2\"/>"))
    #expect(styles.contains("applyFont=\"1\" applyBorder=\"1\" applyAlignment=\"1\""))
  }
}
