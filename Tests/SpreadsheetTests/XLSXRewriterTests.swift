import Testing

@testable import Spreadsheet

/// Workbooks written anew with edits: what changes, what stays byte for byte, and what is refused.
struct XLSXRewriterTests {
  /// The bytes of a worksheet part after edits, with looks from a styles part that has two fills and two formats.
  private static func rewritten(
    _ part: String, chunk: Int = 4096, marks: [CellMark] = [], _ edit: (inout WorksheetEdits) -> Void
  ) throws -> String {
    var edits = WorksheetEdits()
    edit(&edits)
    var result: [UInt8] = []
    let styles = marks.isEmpty ? nil : StylesRewriter(Array(styles.utf8), marks: marks)
    let rewriter = WorksheetRewriter(part: "sheet", edits: edits, styles: styles) { (bytes) throws(SpreadsheetError) in
      result.append(contentsOf: bytes)
    }
    let bytes = Array(part.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      let piece = Array(bytes[start..<min(start + chunk, bytes.count)])
      try piece.withUnsafeBytes { try rewriter.take($0) }
    }
    try rewriter.finish()
    return String(decoding: result, as: UTF8.self)
  }

  private static let styles =
    "<styleSheet><fills count=\"2\"><fill/><fill></fill></fills><cellXfs count=\"2\"><xf/><xf/></cellXfs></styleSheet>"

  private static func sheet(_ rows: String, head: String = "", tail: String = "", prefix: String = "") -> String {
    let p = prefix.isEmpty ? "" : "\(prefix):"
    return "<\(p)worksheet xmlns=\"m\">\(head)<\(p)sheetData>\(rows)</\(p)sheetData>\(tail)</\(p)worksheet>"
  }

  @Test(arguments: [1, 7, 4096])
  func `a cell behind the last one is added, and the rest stays as it is spelled`(chunk: Int) throws {
    let rows = "<row r='1'  ht=\"20\"><c r=\"A1\" t=\"s\" ><v>0</v></c></row>\n<!-- <row r=\"2\"> --><row r=\"2\"/>"
    let result = try Self.rewritten(Self.sheet(rows), chunk: chunk) { $0.set(" a<b ", row: 0, column: 2) }
    #expect(
      result
        == Self.sheet(
          "<row r='1'  ht=\"20\"><c r=\"A1\" t=\"s\" ><v>0</v></c><c r=\"C1\" t=\"inlineStr\"><is>"
            + "<t xml:space=\"preserve\"> a&lt;b </t></is></c></row>\n<!-- <row r=\"2\"> --><row r=\"2\"/>"))
  }

  @Test func `an edited cell keeps its look and nothing of its value`() throws {
    let rows = "<row r=\"1\" spans=\"1:2\"><c r=\"A1\" s=\"5\" t=\"s\" cm=\"1\"><v>3</v></c><c r=\"B1\"/></row>"
    let result = try Self.rewritten(Self.sheet(rows)) {
      $0.set("x", row: 0, column: 0)
      $0.set("", row: 0, column: 1)
    }
    #expect(
      result
        == Self.sheet("<row r=\"1\"><c r=\"A1\" s=\"5\" t=\"inlineStr\"><is><t>x</t></is></c><c r=\"B1\"/></row>"))
  }

  @Test func `cells that do not say where they stand stay where they stood`() throws {
    let rows = "<row><c><v>1</v></c><c><v>2</v></c><c r=\"E1\"><v>5</v></c><c><v>6</v></c></row>"
    let result = try Self.rewritten(Self.sheet(rows)) { $0.set("x", row: 0, column: 3) }
    #expect(
      result
        == Self.sheet(
          "<row><c r=\"A1\"><v>1</v></c><c r=\"B1\"><v>2</v></c><c r=\"D1\" t=\"inlineStr\"><is><t>x</t></is></c>"
            + "<c r=\"E1\"><v>5</v></c><c r=\"F1\"><v>6</v></c></row>"))
  }

  @Test func `elements of a part with prefixes get the prefix`() throws {
    let result = try Self.rewritten(Self.sheet("<x:row r=\"3\"/>", prefix: "x")) { $0.set("y", row: 2, column: 0) }
    #expect(
      result
        == Self.sheet(
          "<x:row r=\"3\"><x:c r=\"A3\" t=\"inlineStr\"><x:is><x:t>y</x:t></x:is></x:c></x:row>", prefix: "x"))
  }

  @Test(arguments: [
    ("", "<cols><col min=\"4\" max=\"4\" width=\"40\" customWidth=\"1\"/></cols>"),
    (
      "<cols><col min=\"1\" max=\"2\" width=\"9\"/></cols>",
      "<cols><col min=\"1\" max=\"2\" width=\"9\"/><col min=\"4\" max=\"4\" width=\"40\" customWidth=\"1\"/></cols>"
    ),
    (
      "<cols><col min=\"3\" max=\"16384\" hidden=\"1\"/></cols>",
      "<cols><col min=\"3\" max=\"3\" hidden=\"1\"/><col min=\"4\" max=\"4\" width=\"40\" customWidth=\"1\"/>"
        + "<col min=\"5\" max=\"16384\" hidden=\"1\"/></cols>"
    ),
    (
      "<cols><col min=\"9\" max=\"9\" width=\"1\"/></cols>",
      "<cols><col min=\"4\" max=\"4\" width=\"40\" customWidth=\"1\"/><col min=\"9\" max=\"9\" width=\"1\"/></cols>"
    ),
  ])
  func `a column is shown although it was hidden among others`(before: String, after: String) throws {
    let result = try Self.rewritten(Self.sheet("", head: before)) { $0.widths[3] = 40 }
    #expect(result == Self.sheet("", head: after))
  }

  @Test func `a filter and the dimension take in new columns, and rules stand where the schema has them`() throws {
    let part = Self.sheet(
      "", head: "<dimension ref=\"A1:B9\"/>",
      tail: "<autoFilter ref=\"A1:B9\"/><conditionalFormatting sqref=\"A1\"><cfRule type=\"expression\" priority=\"4\">"
        + "<formula>A1=1</formula></cfRule></conditionalFormatting><dataValidations/>")
    let rule = WorksheetEdits.Rule(formula: "LEFT($C2,1)=\"x\"", columns: 0...2, rows: 1...8, mark: 0)
    let result = try Self.rewritten(part, marks: [CellMark(fill: 0xFFD5_EFDA)]) {
      $0.addedColumns = 2...2
      $0.rules = [rule]
    }
    let added =
      "<conditionalFormatting sqref=\"A2:C9\"><cfRule type=\"expression\" dxfId=\"0\" priority=\"5\">"
      + "<formula>LEFT($C2,1)=&quot;x&quot;</formula></cfRule></conditionalFormatting>"
    #expect(
      result
        == Self.sheet(
          "", head: "<dimension ref=\"A1:C9\"/>",
          tail:
            "<autoFilter ref=\"A1:C9\"/><conditionalFormatting sqref=\"A1\"><cfRule type=\"expression\" priority=\"4\">"
            + "<formula>A1=1</formula></cfRule></conditionalFormatting>\(added)<dataValidations/>"))
    let again = try Self.rewritten(result, marks: [CellMark(fill: 0xFFD5_EFDA)]) { $0.rules = [rule] }
    #expect(again == result, "a rule that is there is not added again")
  }

  @Test(arguments: [
    (
      "<row r=\"1\"><c r=\"A1\"><f>B1</f><v>1</v></c></row>",
      "cell A1 must be updated, but it contains a formula"
    ),
    ("<row r=\"2\"/>", "row 1 was not found again"),
    ("<row r=\"1\"/><row r=\"1\"/>", "row 1 is in several pieces"),
  ])
  func `what cannot be edited safely is refused`(rows: String, reason: String) throws {
    let error = #expect(throws: SpreadsheetError.self) {
      try Self.rewritten(Self.sheet(rows)) { $0.set("x", row: 0, column: 0) }
    }
    #expect(error?.code.rawValue == "xlsx.not-rewritable")
    #expect(error?.message.contains(reason) == true)
  }

  @Test func `a worksheet without a column left for the results is refused`() throws {
    let error = #expect(throws: SpreadsheetError.self) {
      try Self.rewritten(Self.sheet("<row r=\"1\"><c r=\"XFD1\" t=\"str\"><v>x</v></c></row>")) {
        $0.addedColumns = 16_384...16_384
        $0.set("x", row: 0, column: 16_384)
      }
    }
    #expect(error?.code.rawValue == "xlsx.not-rewritable")
    #expect(error?.message.contains("no column left") == true)
  }

  @Test func `looks are added behind those that are there, and each only once`() throws {
    let marks = [CellMark(fill: 0xFF11_2233), CellMark(fill: 0xFF44_5566)]
    let once = try #require(StylesRewriter(Array(Self.styles.utf8), marks: marks))
    #expect(once.cellStyles == [2, 3])
    #expect(once.differentialFormats == [0, 1])
    let text = String(decoding: once.bytes, as: UTF8.self)
    #expect(text.contains("<fills count=\"4\"><fill/><fill></fill><fill><patternFill"))
    #expect(text.contains("<dxfs count=\"2\">"))
    let twice = try #require(StylesRewriter(once.bytes, marks: marks))
    #expect(twice.bytes == once.bytes)
    #expect(twice.cellStyles == [2, 3])
  }

  @Test func `the range of a filter is widened in the workbook part too`() {
    let part = Array(
      ("<workbook><definedNames><definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"0\">'It''s'!$A$1:$L$9"
        + "</definedName><definedName name=\"Mine\">'It''s'!$A$1:$L$9</definedName></definedNames></workbook>").utf8)
    let widened = WorkbookFilters.widened(in: part, [("It's", 12...13)])
    #expect(
      widened.map { String(decoding: $0, as: UTF8.self) }
        == "<workbook><definedNames><definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"0\">'It''s'!$A$1:$N$9"
        + "</definedName><definedName name=\"Mine\">'It''s'!$A$1:$L$9</definedName></definedNames></workbook>")
    #expect(WorkbookFilters.widened(in: part, [("Other", 12...13)]) == nil)
  }
}
