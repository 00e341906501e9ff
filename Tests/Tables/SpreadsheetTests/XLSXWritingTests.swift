import ProgramRuns
import Testing

@testable import Spreadsheet

struct XLSXWritingTests {
  @Test func `A worksheet's rows are cells with references, and texts stand among the shared strings once`() throws {
    let parts = try parts(rows: [Row(texts: ["a", nil, "b"]), Row(texts: []), Row(texts: [nil, "a"])])
    #expect(
      parts["xl/worksheets/sheet1.xml"]?.between("<sheetData>", "</sheetData>")
        == "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"C1\" t=\"s\"><v>1</v></c></row><row r=\"2\"></row>"
        + "<row r=\"3\"><c r=\"B3\" t=\"s\"><v>0</v></c></row>")
    #expect(
      parts["xl/sharedStrings.xml"] == "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
        + "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><si><t>a</t></si><si><t>b</t></si></sst>"
    )
  }

  @Test(arguments: [
    "a<b>&\"'": "<t>a&lt;b&gt;&amp;\"'</t>", " a": "<t xml:space=\"preserve\"> a</t>",
    "a\n": "<t xml:space=\"preserve\">a\n</t>", "a\tb\nc": "<t>a\tb\nc</t>", "a\rb": "<t>a_x000D_b</t>",
    "\u{0}\u{1F}x": "<t>_x0000__x001F_x</t>", "\u{FFFE}\u{FFFF}": "<t>_xFFFE__xFFFF_</t>",
    "_x000D_": "<t>_x005F_x000D_</t>", "_x000D_x000d_": "<t>_x005F_x000D_x005F_x000d_</t>",
    "_x0041\u{1}": "<t>_x005F_x0041_x0001_</t>", "_x0041": "<t>_x0041</t>",
    "😀é\u{E000}\u{FFFD}": "<t>😀é\u{E000}\u{FFFD}</t>", "ﬁrst\u{FEFF}": "<t>ﬁrst\u{FEFF}</t>",
  ]) func `What XML cannot hold, and what looks like its escape, is escaped`(text: String, element: String) throws {
    #expect(try parts(rows: [Row(texts: [text])])["xl/sharedStrings.xml"]?.between("<si>", "</si>") == element)
  }

  @Test func `A text that a program would run, or strip of its apostrophe, is marked as a text in its own style`()
    throws
  {
    var style = 0
    let parts = try parts(
      of: xlsxBytes { writer in
        style = writer.register(CellStyle(isTextFormat: true))
        try writer.beginWorksheet(WorksheetLayout(name: "Sheet"))
        for text in ["=1", "'tis", " -1", "plain", "＝x"] {
          let row = Row()
          row.append(text, column: 0, style: style)
          try writer.append(row)
        }
      })
    let sheet = try #require(parts["xl/worksheets/sheet1.xml"])
    let styles = sheet.split(separator: "<c ").dropFirst().map { $0.split(separator: "\"")[3] }
    #expect(style == 1)
    #expect(styles == ["2", "2", "2", "1", "2"])
    let formats = try #require(parts["xl/styles.xml"]?.between("<cellXfs count=\"3\">", "</cellXfs>"))
    #expect(
      formats == "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
        + "<xf numFmtId=\"49\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>"
        + "<xf numFmtId=\"49\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" quotePrefix=\"1\" applyNumberFormat=\"1\"/>"
    )
  }

  @Test func `Numbers, booleans, errors and dates keep their kinds, with a number format for dates`() throws {
    let row = Row()
    func append(_ text: String, _ kind: Cell.Kind, _ number: Double) {
      row.storage.pointee.appendBytes(Array(text.utf8), count: text.utf8.count)
      let offset = row.storage.pointee.byteCount - text.utf8.count
      row.append(Cell(column: row.count, kind: kind, number: number, offset: offset, length: text.utf8.count))
    }
    append("12.50", .number, 12.5)
    append("1,5", .number, 1.5)
    append("TRUE", .boolean, 1)
    append("#N/A", .error, 0)
    append("2026-01-31", .date, 46053)
    append("2026-01-31T12:00:00", .date, 44591.5)
    append("10:30:00", .date, 0.4375)
    append("", .text, 0)
    let parts = try parts(rows: [row])
    #expect(
      parts["xl/worksheets/sheet1.xml"]?.between("<row r=\"1\">", "</row>")
        == "<c r=\"A1\"><v>12.50</v></c><c r=\"B1\"><v>1.5</v></c><c r=\"C1\" t=\"b\"><v>1</v></c>"
        + "<c r=\"D1\" t=\"e\"><v>#N/A</v></c><c r=\"E1\" s=\"1\"><v>46053</v></c><c r=\"F1\" s=\"2\"><v>46053.5</v></c>"
        + "<c r=\"G1\" s=\"3\"><v>0.4375</v></c>")
    #expect(
      parts["xl/styles.xml"]?.between("<numFmts count=\"3\">", "</numFmts>")
        == "<numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>"
        + "<numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/>"
        + "<numFmt numFmtId=\"166\" formatCode=\"hh:mm:ss\"/>")
  }

  @Test func `The frame of a worksheet stands in the order of the schema`() throws {
    var layout = WorksheetLayout(name: "It's & more")
    layout.columns = [ColumnLayout(width: 12.5), ColumnLayout(), ColumnLayout(isHidden: true)]
    layout.frozenRows = 1
    layout.frozenColumns = 2
    layout.autoFilter = true
    layout.headerRows = 1
    layout.isRightToLeft = true
    layout.tabColor = 0xFF33_6699
    layout.isProtected = true
    layout.dataValidations = [
      DataValidation(.list(["delete", "skip"]), columns: [1], errorTitle: "No", promptText: "a \"b\""),
      DataValidation(.custom(formula: "$A2<>\"\""), columns: [2, 0]),
    ]
    layout.conditionalFormats = [
      ConditionalFormat(
        formula: "$B2<$A2", columns: [0, 1], style: CellStyle(fillColor: 0xFFFF_FF00), stopIfTrue: true)
    ]
    let parts = try parts(layout: layout, rows: [Row(texts: ["a", "b", "c"]), Row(texts: ["1"])])
    let sheet = try #require(parts["xl/worksheets/sheet1.xml"])
    let head = try #require(sheet.between("main\">", "<sheetData>"))
    #expect(
      head == "<sheetPr><tabColor rgb=\"FF336699\"/><pageSetUpPr fitToPage=\"1\"/></sheetPr><sheetViews>"
        + "<sheetView rightToLeft=\"1\" tabSelected=\"1\" workbookViewId=\"0\"><pane xSplit=\"2\" ySplit=\"1\""
        + " topLeftCell=\"C2\" activePane=\"bottomRight\" state=\"frozen\"/>"
        + "<selection pane=\"bottomRight\" activeCell=\"C2\" sqref=\"C2\"/></sheetView></sheetViews>"
        + "<sheetFormatPr defaultRowHeight=\"15\"/><cols><col min=\"1\" max=\"1\" width=\"12.5\" customWidth=\"1\"/>"
        + "<col min=\"3\" max=\"3\" width=\"9.140625\" hidden=\"1\"/></cols>")
    let tail = try #require(sheet.between("</sheetData>", "<pageMargins"))
    #expect(
      tail == "<sheetProtection sheet=\"1\" objects=\"1\" scenarios=\"1\" formatCells=\"0\" formatColumns=\"0\""
        + " formatRows=\"0\" sort=\"0\" autoFilter=\"0\"/><autoFilter ref=\"A1:C2\"/>"
        + "<conditionalFormatting sqref=\"A2:B1048576\"><cfRule type=\"expression\" dxfId=\"0\" priority=\"1\""
        + " stopIfTrue=\"1\"><formula>$B2&lt;$A2</formula></cfRule></conditionalFormatting>"
        + "<dataValidations count=\"2\"><dataValidation type=\"list\" errorStyle=\"warning\" allowBlank=\"1\" showInputMessage=\"1\""
        + " showErrorMessage=\"1\" errorTitle=\"No\" prompt=\"a &quot;b&quot;\" sqref=\"B2:B1048576\">"
        + "<formula1>&quot;delete,skip&quot;</formula1></dataValidation>"
        + "<dataValidation type=\"custom\" errorStyle=\"warning\" allowBlank=\"1\" showErrorMessage=\"1\""
        + " sqref=\"A2:A1048576 C2:C1048576\"><formula1>$A2&lt;&gt;&quot;&quot;</formula1></dataValidation>"
        + "</dataValidations>")
    #expect(sheet.contains("<pageSetup orientation=\"landscape\" fitToHeight=\"0\"/>"))
    #expect(
      parts["xl/workbook.xml"]?.between("<definedNames>", "</definedNames>")
        == "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"0\" hidden=\"1\">"
        + "'It''s &amp; more'!$A$1:$C$2</definedName><definedName name=\"_xlnm.Print_Titles\" localSheetId=\"0\">"
        + "'It''s &amp; more'!$1:$1</definedName>")
  }

  @Test func `Hidden worksheets are said to be hidden, and one is always shown`() throws {
    let parts = try parts(
      of: xlsxBytes { writer in
        for (name, visibility) in [("A", Worksheet.Visibility.hidden), ("B", .visible), ("C", .veryHidden)] {
          var layout = WorksheetLayout(name: name)
          layout.visibility = visibility
          try writer.beginWorksheet(layout)
        }
      })
    #expect(
      parts["xl/workbook.xml"]?.between("<sheets>", "</sheets>")
        == "<sheet name=\"A\" sheetId=\"1\" state=\"hidden\" r:id=\"rId1\"/><sheet name=\"B\" sheetId=\"2\" r:id=\"rId2\"/>"
        + "<sheet name=\"C\" sheetId=\"3\" state=\"veryHidden\" r:id=\"rId3\"/>")
    #expect(parts["xl/workbook.xml"]?.contains("firstSheet=\"1\" activeTab=\"1\"") == true)
    #expect(parts["xl/worksheets/sheet2.xml"]?.contains("tabSelected=\"1\"") == true)
    let empty = try SpreadsheetTests.parts(of: xlsxBytes { _ in })
    #expect(empty["xl/workbook.xml"]?.between("<sheets>", "</sheets>")?.contains("state") == false)
    #expect(empty["xl/worksheets/sheet1.xml"]?.contains("<sheetData></sheetData>") == true)
  }

  @Test func `Rows beyond a worksheet's last go on in a next one below the header rows`() throws {
    let bytes = try xlsxBytes { writer in
      writer.rowsPerWorksheet = 3
      var layout = WorksheetLayout(name: "A worksheet with a long name 12")
      layout.headerRows = 1
      try writer.beginWorksheet(layout)
      for text in ["head", "1", "2", "3", "4", "5"] { try writer.append(Row(texts: [text])) }
    }
    let workbook = try XLSXWorkbook(bytes: bytes)
    #expect(
      workbook.worksheets.map(\.name) == [
        "A worksheet with a long name 12", "A worksheet with a long nam (2)", "A worksheet with a long nam (3)",
      ])
    var tables: [Table] = []
    for index in workbook.worksheets.indices {
      var table: Table = []
      try workbook.readRows(ofWorksheetAt: index) { table.append($0.texts) }
      tables.append(table)
    }
    #expect(tables == [[["head"], ["1"], ["2"]], [["head"], ["3"], ["4"]], [["head"], ["5"]]])
  }

  @Test(arguments: [
    "", "a/b", "a\\b", "a:b", "a*b", "a?b", "[a]", "'a", "a'", "a\nb", String(repeating: "x", count: 32),
    String(repeating: "😀", count: 16), "ÜBER",
  ]) func `Worksheet names that no program accepts are refused, and one that is taken in other letters`(name: String)
    throws
  {
    let error = spreadsheetError {
      try xlsxBytes { writer in
        try writer.beginWorksheet(WorksheetLayout(name: "Über"))
        try writer.beginWorksheet(WorksheetLayout(name: name))
      }
    }
    #expect(error?.code == "xlsx.sheet-name")
  }

  @Test func `A text longer than a cell and a column beyond the last are refused with their place`() throws {
    let long = spreadsheetError {
      try parts(rows: [Row(texts: ["a"]), Row(texts: [nil, String(repeating: "😀", count: 16_384)])])
    }
    #expect(long?.code == "limit.cell-text")
    #expect(long?.place.cell == "B2")
    #expect(long?.place.worksheet == "Sheet")
    #expect(long?.message.contains("32768") == true)
    let row = Row()
    row.append("x", column: 16_384)
    #expect(spreadsheetError { try parts(rows: [row]) }?.code == "limit.columns")
  }

  @Test(arguments: [
    DataValidation(.list([String(repeating: "x", count: 250), "12345"]), columns: [0]),
    DataValidation(.custom(formula: String(repeating: "1", count: 8193)), columns: [0]),
    DataValidation(.list(["a"]), columns: [0], promptTitle: String(repeating: "x", count: 33)),
    DataValidation(.list(["a"]), columns: [0], promptText: String(repeating: "😀", count: 128)),
    DataValidation(.list(["a"]), columns: [0], errorTitle: String(repeating: "x", count: 33)),
    DataValidation(.list(["a"]), columns: [0], errorText: String(repeating: "x", count: 256)),
  ]) func `A rule that programs would throw away is refused`(rule: DataValidation) throws {
    var layout = WorksheetLayout(name: "Sheet")
    layout.dataValidations = [rule]
    #expect(spreadsheetError { try parts(layout: layout, rows: []) }?.code == "limit.data-validation")
  }
}
