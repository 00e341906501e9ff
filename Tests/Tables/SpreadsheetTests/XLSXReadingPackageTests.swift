import ProgramRuns
import Testing

@testable import Spreadsheet

private let row = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row>"
private let hello = WorkbookFile(row, sharedStrings: "<si><t>hello</t></si>")
private let workbookRelationships = "xl/_rels/workbook.xml.rels"

/// A workbook whose worksheet's relationship has a target of some kind.
private func package(target: String) -> WorkbookFile {
  var package = hello
  package[workbookRelationships] = WorkbookFile.relationships(
    WorkbookFile.relationship("rId1", "worksheet", target)
      + WorkbookFile.relationship("rId2", "sharedStrings", "sharedStrings.xml"))
  return package
}

struct XLSXReadingPackageTests {
  @Test(arguments: [
    "worksheets/sheet1.xml", "/xl/worksheets/sheet1.xml", "./worksheets/../worksheets/sheet1.xml",
    "../xl/worksheets/sheet1.xml", "worksheets\\sheet1.xml", "\\xl\\worksheets\\sheet1.xml", "WORKSHEETS/Sheet1.XML",
    "worksheets/sheet%31.xml", "worksheets/sheet1.xml#A1",
  ]) func `A target is followed however it is written`(target: String) throws {
    #expect(try package(target: target).cells() == ["A1 text hello"])
  }

  @Test(arguments: [
    "../../etc/passwd", "/../etc/passwd", "../../xl/worksheets/sheet1.xml", "file:///etc/passwd",
    "http://127.0.0.1:1/sheet.xml", "\\\\host\\sheet.xml", "//host/sheet.xml", "C:\\sheet.xml", "worksheets/sheet9.xml",
    "", "#A1", "/", "workbook.xml", "worksheets%2Fsheet1.xml", "worksheets/sheet1.xml%00", ".", "..", "worksheets/",
    "C:/sheet.xml", "%2e%2e/%2e%2e/etc/passwd", "worksheets/sheet1.xml\u{202E}lmx", "data:text/xml,&lt;worksheet/&gt;",
  ]) func `A target outside of the package, or that is not there, is refused`(target: String) {
    #expect(package(target: target).failure()?.code == "xlsx.bad-relationship")
    if target == "workbook.xml" { return }
    var package = hello
    package["_rels/.rels"] = WorkbookFile.relationships(WorkbookFile.relationship("rId1", "officeDocument", target))
    #expect(package.failure()?.code == "xlsx.bad-relationship")
  }

  private static let worksheet = WorkbookFile.relationship("rId1", "worksheet", "worksheets/sheet1.xml")
  private static let sharedStrings = WorkbookFile.relationship("rId2", "sharedStrings", "sharedStrings.xml")

  @Test(
    "No relationship, one without a target, an external one, an ID twice and 10,001 are refused, others are passed over",
    arguments: [
      ("", true), ("<Relationship Id='rId1' Type='worksheet'/>", true),
      (sharedStrings + worksheet.replacing("Internal", with: "External"), true),
      (worksheet + sharedStrings.replacing("rId2", with: "rId1"), true),
      (
        worksheet + sharedStrings + (0...10_000).map { "<Relationship Id='x\($0)' Type='t' Target='t'/>" }.joined(),
        true
      ),
      (
        worksheet + sharedStrings
          + WorkbookFile.relationship("x", "hyperlink", "http://127.0.0.1:9/", mode: "External"), false
      ), (worksheet + sharedStrings + WorkbookFile.relationship("x", "sharedStrings", "/xl/sharedStrings.xml"), false),
    ]) func others(relationships: String, isRefused: Bool)
  {
    let package = hello.with(workbookRelationships, WorkbookFile.relationships(relationships))
    #expect(package.failure()?.code == (isRefused ? "xlsx.bad-relationship" : nil))
  }

  @Test(arguments: [
    "_rels/.rels", "xl/workbook.xml", workbookRelationships, "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml",
  ]) func `Parts that must be there are missed`(name: String) {
    var package = hello
    package[name] = nil
    #expect(package.failure()?.code == "xlsx.bad-relationship")
  }

  @Test func `Parts may have any name and stand anywhere`() throws {
    var package = hello
    package["_rels/.rels"] = WorkbookFile.relationships(WorkbookFile.relationship("x", "officeDocument", "/book"))
    package["book"] = package["xl/workbook.xml"]
    package["_rels/book.rels"] = WorkbookFile.relationships(
      WorkbookFile.relationship("rId1", "worksheet", "data/rows and cells.bin")
        + WorkbookFile.relationship("rId2", "sharedStrings", "data/texts"))
    package["data/rows and cells.bin"] = package["xl/worksheets/sheet1.xml"]
    package["data/texts"] = package["xl/sharedStrings.xml"]
    for part in package.parts where part.name.hasPrefix("xl/") { package[part.name] = nil }
    #expect(try package.cells() == ["A1 text hello"])
  }

  @Test func `Strict Office Open XML is read like transitional`() throws {
    var package = hello
    for part in package.parts {
      package[part.name] = package[part.name]?.replacing(
        WorkbookFile.main, with: "http://purl.oclc.org/ooxml/spreadsheetml/main"
      ).replacing(WorkbookFile.office, with: "http://purl.oclc.org/ooxml/officeDocument/relationships")
    }
    #expect(try package.cells() == ["A1 text hello"])
  }

  @Test func `Elements count by their namespace, whatever their prefix`() throws {
    var package = hello
    let main = WorkbookFile.main
    package["xl/workbook.xml"] = """
      <x:workbook xmlns:x="\(main)" xmlns:rel="\(WorkbookFile.office)"><y:sheets xmlns:y="urn:y"/>
      <x:sheets><x:sheet name="Review" sheetId="1" id="no" rel:id="rId1"/></x:sheets></x:workbook>
      """
    package["xl/worksheets/sheet1.xml"] = """
      <x:worksheet xmlns:x="\(main)"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row></x:sheetData>
      </x:worksheet>
      """
    package["xl/sharedStrings.xml"] = "<x:sst xmlns:x=\"\(main)\"><x:si><x:t>hello</x:t></x:si></x:sst>"
    #expect(try package.cells() == ["A1 text hello"])
  }

  @Test func `A part in UTF-16 is read`() throws {
    var archive = hello.archive
    archive.change("xl/sharedStrings.xml") { entry in
      let text = "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + String(decoding: entry.data, as: UTF8.self)
      entry.data = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }
    #expect(try WorkbookFile.cells(of: archive.bytes) == ["A1 text hello"])
  }

  @Test(arguments: ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"]) func `A part with another root is refused`(
    name: String
  ) {
    var package = hello
    package[name] = "<html xmlns=\"\(WorkbookFile.main)\"/>"
    #expect(package.failure()?.code == "xlsx.bad-part")
    package[name] = package[name]?.replacing("html", with: "worksheet").replacing("2006", with: "2007")
    #expect(package.failure()?.code == "xlsx.bad-part")
    package[name] = "<worksheet><sheetData/></worksheet>"
    #expect(package.failure()?.code == "xlsx.bad-part")
  }

  @Test(arguments: hello.parts.map(\.name)) func `A document type in any part is refused`(name: String) {
    var package = hello
    let text = package[name]?.replacing("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", with: "") ?? ""
    package[name] = "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>" + text
    let error = package.failure()
    #expect(error?.code == "xml.doctype")
    #expect(error?.place.part == name)
  }
}
