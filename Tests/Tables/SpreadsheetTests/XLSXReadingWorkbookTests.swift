import ProgramRuns
import Testing

@testable import Spreadsheet

/// A workbook with these sheets, each with a relationship `rId1`, `rId2`, … of a kind.
private func workbook(_ sheets: String, kinds: [String] = ["worksheet"], limits: SpreadsheetLimits = .init()) throws
  -> XLSXWorkbook
{
  var package = WorkbookFile("<row><c><v>1</v></c></row>")
  package["xl/workbook.xml"] = """
    <workbook xmlns="\(WorkbookFile.main)" xmlns:r="\(WorkbookFile.office)"><sheets>\(sheets)</sheets></workbook>
    """
  let relationships = kinds.enumerated().map {
    WorkbookFile.relationship("rId\($0.offset + 1)", $0.element, "worksheets/sheet\($0.offset + 1).xml")
  }
  package["xl/_rels/workbook.xml.rels"] = WorkbookFile.relationships(relationships.joined())
  // Each worksheet has a part of its own.
  for number in kinds.indices.dropFirst() {
    package["xl/worksheets/sheet\(number + 1).xml"] = package["xl/worksheets/sheet1.xml"]
  }
  return try package.workbook(limits: limits)
}

struct XLSXReadingWorkbookTests {
  /// A workbook of worksheets that are alike.
  private func worksheets(_ count: Int, limits: SpreadsheetLimits = SpreadsheetLimits()) throws -> XLSXWorkbook {
    let sheets = (1...count).map { "<sheet name=\"Sheet\($0)\" sheetId=\"\($0)\" r:id=\"rId\($0)\"/>" }
    return try workbook(sheets.joined(), kinds: [String](repeating: "worksheet", count: count), limits: limits)
  }

  @Test func `Worksheets come in the order of their tabs, with their names and visibility`() throws {
    let workbook = try workbook(
      """
      <sheet name="R&amp;D &lt;1&gt; Prüfung" sheetId="7" r:id="rId1"/>
      <sheet name="Chart" sheetId="2" r:id="rId2"/><sheet name="Macro" sheetId="3" r:id="rId3"/>
      <sheet name="Hidden" sheetId="4" state="hidden" r:id="rId4"/>
      <sheet name="Very" sheetId="5" state="veryHidden" r:id="rId5"/><sheet name="None" sheetId="6" r:id=""/>
      """, kinds: ["worksheet", "chartsheet", "xlMacrosheet", "worksheet", "worksheet"])
    #expect(workbook.worksheets.map(\.name) == ["R&D <1> Prüfung", "Hidden", "Very"])
    #expect(workbook.worksheets.map(\.visibility) == [.visible, .hidden, .veryHidden])
  }

  @Test(arguments: [
    "<sheet name='A' sheetId='1' r:id='rId2'/><sheet name='B' sheetId='2' r:id='rId2'/>",
    "<sheet name='A' sheetId='1'/>", "<sheet name='A' sheetId='1' r:id='rId9'/>",
  ]) func `A part that two worksheets share is refused, and a sheet without a part`(sheets: String) {
    let error = spreadsheetError { try workbook(sheets, kinds: ["worksheet", "worksheet"]) }
    #expect(error?.code == "xlsx.bad-relationship")
  }

  @Test func `A workbook may have as many sheets as the limit says and no more`() throws {
    #expect(try worksheets(256).worksheets.count == 256)
    let error = spreadsheetError { try worksheets(257) }
    LimitCase("limit.worksheets", "256", "worksheets") { _ in }.expect(in: error)
  }

  @Test func `The limit on cells counts the cells of all worksheets, each worksheet once`() throws {
    var limits = SpreadsheetLimits()
    limits.cells = 2
    let workbook = try worksheets(3, limits: limits)
    for index in [0, 0, 0, 1, 0] { try workbook.readRows(ofWorksheetAt: index) { _ in } }
    #expect(spreadsheetError { try workbook.readRows(ofWorksheetAt: 2) { _ in } }?.code == "limit.cells")
  }

  @Test func `Core and custom properties are read, through whatever parts hold them`() throws {
    var package = WorkbookFile("")
    package["_rels/.rels"] = WorkbookFile.relationships(
      """
      \(WorkbookFile.relationship("a", "officeDocument", "xl/workbook.xml"))
      <Relationship Id="b" Type="\(WorkbookFile.package)/relationships/metadata/core-properties" Target="p/core.xml"/>
      \(WorkbookFile.relationship("c", "custom-properties", "p/custom.xml"))
      """)
    package["p/core.xml"] = """
      <cp:coreProperties xmlns:cp="\(WorkbookFile.package)/metadata/core-properties" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:t="http://purl.org/dc/terms/"><dc:title>R&amp;D</dc:title><dc:creator>Ana</dc:creator>\
      <dc:description/><cp:keywords>no</cp:keywords><cp:lastModifiedBy>Anna Holm</cp:lastModifiedBy><t:modified>2026-01-31T10:00:00Z</t:modified>\
      </cp:coreProperties>
      """
    package["p/custom.xml"] = """
      <Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" \
      xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">
      <property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="Origin"><vt:lpwstr>https://nstack.io</vt:lpwstr></property>
      <property pid="3" name="Version"><vt:i4>7</vt:i4></property></Properties>
      """
    let properties = try package.workbook().properties
    #expect(properties.title == "R&D")
    #expect(properties.creator == "Ana")
    #expect(properties.description == "")
    #expect(properties.subject == nil)
    #expect(properties.lastModifiedBy == "Anna Holm")
    #expect(properties.modified == "2026-01-31T10:00:00Z")
    #expect(properties.custom.map(\.name) == ["Origin", "Version"])
    #expect(properties.custom.map(\.value) == ["https://nstack.io", "7"])
  }

  @Test func `A document without properties has none`() throws {
    let properties = try WorkbookFile("").workbook().properties
    #expect(properties.title == nil && properties.creator == nil && properties.custom.isEmpty)
  }
}
