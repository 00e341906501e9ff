/// Worksheets whose cells stand where they can't, or hold what they can't.
enum CellFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addSharedStrings(&files)
    addReferences(&files)
    addRows(&files)
    addValues(&files)
    addMetadata(&files)
    return files.all
  }()

  private static func row(_ cells: String) -> [UInt8] { WorkbookFile(rows: "<row r=\"1\">\(cells)</row>").bytes }

  private static func addSharedStrings(_ files: inout HostileFiles) {
    let indices = [
      "2", "999999999999", "-1", "+1", "1x", "0x1", "1.0", "1e0", "99999999999999999999999999", "18446744073709551616",
      "nan",
      "１", "0 0", "a",
    ]
    for index in indices {
      files.refused("shared string \(index) of two", "xlsx.shared-string-index", mentions: ["cell B1"]) {
        WorkbookFile(rows: "<row r=\"1\"><c r=\"B1\" t=\"s\"><v>\(index)</v></c></row>")
          .with(strings: "<si><t>a</t></si><si><t>b</t></si>").bytes
      }
    }
    files.refused("a shared string without any", "xlsx.shared-string-index", mentions: ["cell A1"]) {
      row("<c r=\"A1\" t=\"s\"><v>0</v></c>")
    }
    files.accepted("shared strings with blanks around their index, or none", [#"["a", null, "b"]"#]) {
      WorkbookFile(rows: "<row r=\"1\"><c t=\"s\"><v> 0\n</v></c><c t=\"s\"><v/></c><c t=\"s\"><v>01</v></c></row>")
        .with(strings: "<si><t>a</t></si><si><t>b</t></si>").bytes
    }
    for counts in [
      "count=\"4294967295\" uniqueCount=\"4294967295\"", "count=\"-1\" uniqueCount=\"x\"",
      "count=\"0\" uniqueCount=\"0\"",
      "count=\"99999999999999999999\" uniqueCount=\"9223372036854775807\"",
    ] {
      files.accepted("shared strings with \(counts)", [#"["b"]"#]) {
        WorkbookFile(rows: "<row><c t=\"s\"><v>1</v></c></row>")
          .with(strings: "<si><t>a</t></si><si><t>b</t></si>", attributes: counts).bytes
      }
    }
  }

  private static func addReferences(_ files: inout HostileFiles) {
    let wrong = [
      "XFE1", "A0", "A1048577", "ZZZZZZ99", "A4294967297", "A18446744073709551617", "A", "1", "", "$A$1", "A1:B2",
      "A-1", "A 1",
      "A+1", "Ａ1", "A１", "A1.0", "AAAA1", "A01x", "A1\u{202E}",
    ]
    for reference in wrong {
      files.refused("the reference \(reference.debugDescription)", "xlsx.cell-reference") {
        row("<c r=\"\(reference)\"><v>1</v></c>")
      }
    }
    for reference in ["a1", "A1", "A01", "A000000001"] {
      files.accepted("the reference \(reference)", ["[1]"]) { row("<c r=\"\(reference)\"><v>1</v></c>") }
    }
    files.tolerated("an empty cell of another row", "xlsx.cell-reference", ["[1, 2]"], mentions: ["F2"]) {
      row("<c><v>1</v></c><c r=\"F2\" s=\"1\"/><c><v>2</v></c>")
    }
    files.refused("a cell of another row", "xlsx.cell-reference", mentions: ["A2"]) { row("<c r=\"A2\"><v>1</v></c>") }
    files.refused("a cell that is there twice", "xlsx.cell-reference", mentions: ["cell A1"]) {
      row("<c r=\"A1\"><v>1</v></c><c r=\"A1\"><v>2</v></c>")
    }
    files.refused("a cell that is there twice, apart", "xlsx.cell-reference", mentions: ["cell A1"]) {
      row("<c r=\"A1\"><v>1</v></c><c r=\"B1\"><v>3</v></c><c r=\"A1\"><v>2</v></c>")
    }
    files.refused("16,385 cells without references", "xlsx.cell-reference") {
      row(String(repeating: "<c><v>1</v></c>", count: 16_385))
    }
    files.refused("a cell behind the last column", "xlsx.cell-reference") {
      row("<c r=\"XFD1\"><v>1</v></c><c><v>1</v></c>")
    }
  }

  private static func addRows(_ files: inout HostileFiles) {
    for number in ["0", "-1", "+1", "1048577", "4294967297", "18446744073709551617", "1.0", "", "x", "１"] {
      files.refused("row \(number)", "xlsx.cell-reference") {
        WorkbookFile(rows: "<row r=\"\(number)\"><c><v>1</v></c></row>").bytes
      }
    }
    files.refused("a row that comes again after another", "xlsx.cell-reference") {
      WorkbookFile(
        rows:
          "<row r=\"1\"><c><v>1</v></c></row><row r=\"2\"><c><v>2</v></c></row><row r=\"1\"><c r=\"B1\"><v>3</v></c></row>"
      ).bytes
    }
    files.refused("a row behind the last", "xlsx.cell-reference") {
      WorkbookFile(rows: "<row r=\"1048576\"><c><v>1</v></c></row><row><c><v>2</v></c></row>").bytes
    }
    files.refused("two tables of cells", "xlsx.bad-part") {
      WorkbookFile(rows: WorkbookFile.keptRow + "</sheetData><sheetData>").bytes
    }
    files.refused("rows in falling order", "xlsx.row-order", mentions: ["Sheet1", "row 1"]) {
      WorkbookFile(rows: "<row r=\"2\"><c><v>2</v></c></row><row r=\"1\"><c><v>1</v></c></row>").bytes
    }
    for dimension in ["A1:XFD1048576", "A1:ZZZ99999999999", "x", "A1:A0"] {
      files.kept("a worksheet that claims to be \(dimension)") {
        WorkbookFile().with(
          WorkbookFile.sheet,
          "<worksheet xmlns=\"\(WorkbookFile.main)\"><dimension ref=\"\(dimension)\"/><sheetData>"
            + "\(WorkbookFile.keptRow)</sheetData></worksheet>"
        ).bytes
      }
    }
    files.kept("rows with spans that lie") {
      WorkbookFile(rows: "<row r=\"1\" spans=\"1:99999999999\"><c t=\"str\"><v>kept</v></c></row>").bytes
    }
  }

  private static func addValues(_ files: inout HostileFiles) {
    for text in ["NaN", "INF", "-INF", "1e400", "0x10", "1,5", "1 5", "--1", "1e", "e1", ".", "１", "TRUE", "1_000"] {
      files.tolerated("the number \(text)", "xlsx.cell-value", ["[null, null, \"\(text)\"]"], mentions: ["C1", text]) {
        row("<c r=\"C1\"><v>\(text)</v></c>")
      }
    }
    files.accepted("numbers of many forms", ["[1, -0.5, 1e+300, 0, 1.2345678901234567e+19, 0.1, 7]"]) {
      row(
        ["1.0", "-.5", "1E300", "1e-400", "12345678901234567890", "0.1000000000000000055511151231257827", " 7 "]
          .map { "<c><v>\($0)</v></c>" }.joined())
    }
    for text in ["2", "yes", "-1", "truee"] {
      files.tolerated("the truth value \(text)", "xlsx.cell-value", ["[\"\(text)\"]"], mentions: ["A1", text]) {
        row("<c t=\"b\"><v>\(text)</v></c>")
      }
    }
    for text in ["2026-13-01", "yesterday", "0000-00-00", "2026-02-31x", "99999-01-01"] {
      files.tolerated("the date \(text)", "xlsx.cell-value", ["[\"\(text)\"]"], mentions: ["A1", text]) {
        row("<c t=\"d\"><v>\(text)</v></c>")
      }
    }
    for type in ["z", "S", "", "inlinestr", "\u{202E}s"] {
      files.refused("a cell of type \(type.debugDescription)", "xlsx.cell-type") {
        row("<c t=\"\(type)\"><v>1</v></c>")
      }
    }
    files.refused("a cell with two values", "xlsx.cell-value", mentions: ["cell A1"]) {
      row("<c r=\"A1\"><v>1</v><v>2</v></c>")
    }
    files.accepted("formulas, errors and truth values", ["[3, {\"error\": \"#DIV/0!\"}, true, false, \"x\"]"]) {
      row(
        "<c><f>1+2</f><v>3</v></c><c t=\"e\"><v>#DIV/0!</v></c><c t=\"b\"><v>1</v></c><c t=\"b\"><v>0</v></c>"
          + "<c t=\"str\"><f>WEBSERVICE(\"http://127.0.0.1:9\")</f><v>x</v></c>")
    }
    files.accepted("a formula without a result", [#"["x"]"#], mentions: ["xlsx.no-result", "B1"]) {
      row("<c t=\"str\"><v>x</v></c><c><f>1+2</f></c>")
    }
    files.bounded("a formula of 1 MiB") { row("<c><f>\(String(repeating: "+1", count: 1 << 19))</f><v>1</v></c>") }
  }

  private static func addMetadata(_ files: inout HostileFiles) {
    let grid = "A1:XFD1048576"
    let pieces: [(String, String, Int)] = [
      ("merged ranges", "<mergeCells count=\"4294967295\">|<mergeCell ref=\"\(grid)\"/>|</mergeCells>", 40_000),
      ("data validations", "<dataValidations>|<dataValidation sqref=\"\(grid)\"/>|</dataValidations>", 40_000),
      (
        "conditional formats",
        "|<conditionalFormatting sqref=\"\(grid)\"><cfRule type=\"x\"/></conditionalFormatting>|", 20_000
      ),
      ("columns", "<cols>|<col min=\"1\" max=\"4294967295\" width=\"1e308\"/>|</cols>", 40_000),
      ("hyperlinks", "<hyperlinks>|<hyperlink ref=\"\(grid)\" r:id=\"rId9\"/>|</hyperlinks>", 40_000),
      ("breaks", "<rowBreaks count=\"-1\">|<brk id=\"99999999999\"/>|</rowBreaks>", 40_000),
    ]
    for (what, text, count) in pieces {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      files.kept("\(count) \(what) over the whole grid") {
        let content = parts[0] + String(repeating: parts[1], count: count) + parts[2]
        let start = "<worksheet xmlns=\"\(WorkbookFile.main)\" xmlns:r=\"\(WorkbookFile.office)\">"
        return WorkbookFile().with(
          WorkbookFile.sheet, start + "<sheetData>\(WorkbookFile.keptRow)</sheetData>" + content + "</worksheet>"
        ).bytes
      }
    }
    files.kept("styles that don't count right") {
      WorkbookFile().with(
        styles: "<fonts count=\"4294967295\"/><cellXfs count=\"99999999999\"><xf numFmtId=\"-1\"/></cellXfs>"
      )
      .bytes
    }
    files.refused("65,537 styles", "limit.styles") {
      WorkbookFile().with(styles: "<cellXfs>" + String(repeating: "<xf/>", count: 65_537) + "</cellXfs>").bytes
    }
    files.accepted("a style that isn't there", ["[1]"]) { row("<c s=\"99999999999999999999\"><v>1</v></c>") }
    files.bounded("a number format of 60,000 sections") {
      WorkbookFile(rows: "<row><c s=\"0\"><v>1</v></c></row>").with(
        styles: "<numFmts><numFmt numFmtId=\"200\" formatCode=\"\(String(repeating: "y;", count: 30_000))\"/></numFmts>"
          + "<cellXfs><xf numFmtId=\"200\"/></cellXfs>"
      ).bytes
    }
    for serial in ["-1", "99999999", "1e300", "2958466", "60", "0"] {
      files.bounded("the day \(serial)") {
        WorkbookFile(rows: "<row><c s=\"0\"><v>\(serial)</v></c></row>").with(
          styles: "<cellXfs><xf numFmtId=\"14\"/></cellXfs>"
        )
        .bytes
      }
    }
    files.refused("257 worksheets", "limit.worksheets") {
      var sheets = ""
      for number in 1...257 { sheets += "<sheet name=\"S\(number)\" sheetId=\"\(number)\" r:id=\"rId1\"/>" }
      return WorkbookFile().with(WorkbookFile.workbook, WorkbookFile.workbookXML(sheets: sheets)).bytes
    }
  }
}
