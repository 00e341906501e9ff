import ProgramRuns
import Testing

@testable import Spreadsheet

/// What a conversion to JSON writes and warns of.
private func convert(_ package: WorkbookFile, worksheet: String? = nil, isStrict: Bool = false) throws -> (
  rows: [String], warnings: [TableWarning]
) {
  let directory = try Folder()
  let source = try directory.write(package.archive.bytes, to: "in.xlsx")
  let conversion = TableConversion(to: .json, worksheet: worksheet, isStrict: isStrict)
  let outcome = try conversion.convert(source, to: .file(path: directory.file("out.json")))
  let lines = String(decoding: try directory.read("out.json"), as: UTF8.self).split(separator: "\n")
  return (lines.filter { $0.hasPrefix("[") }.map(String.init), outcome.warnings)
}

struct ConversionWarningTests {
  /// A workbook of a worksheet, and another sheet of some kind.
  private func package(kind: String, part: String?) -> WorkbookFile {
    var package = WorkbookFile("<row><c t='str'><v>kept</v></c></row>")
    package["xl/workbook.xml"] = package["xl/workbook.xml"]?.replacing(
      "</sheets>", with: "<sheet name=\"Other\" sheetId=\"2\" r:id=\"rId9\"/></sheets>")
    package = package.with(relationship: WorkbookFile.relationship("rId9", kind, "other.xml"))
    if let part { package["xl/other.xml"] = part }
    return package
  }

  @Test(arguments: [
    "xlMacrosheet": "macro sheet", "xlIntlMacrosheet": "macro sheet", "dialogsheet": "dialog sheet",
    "chartsheet": "chart sheet", "newsheet": "sheet of another kind",
  ]) func `A sheet that is not a worksheet and has cells is named`(kind: String, name: String) throws {
    let cells = "<row><c><v>1</v></c><c/><c t='str'><f>RETURN()</f><v/></c><c><is><t>x</t></is></c></row>"
    for isStrict in [false, true] {
      let full = try convert(package(kind: kind, part: WorkbookFile.worksheet(cells)), isStrict: isStrict)
      #expect(full.rows == ["[\"kept\"]"])
      #expect(full.warnings.map(\.code) == [.xlsxOtherSheet])
      #expect(full.warnings.first?.place.worksheet == "Other")
      #expect(full.warnings.first?.message == "the \(name) \"Other\" has 3 cells, which were skipped.")
    }
    let empty = package(kind: kind, part: WorkbookFile.worksheet("<row><c/></row>"))
    #expect(try convert(empty).warnings == [])
    let chosen = package(kind: kind, part: WorkbookFile.worksheet(cells))
    #expect(try convert(chosen, worksheet: "Review").warnings == [])
  }

  @Test func `A sheet that is not a worksheet and cannot be read is no reason to refuse the worksheets`() throws {
    let missing = try convert(package(kind: "xlMacrosheet", part: nil))
    #expect(missing.rows == ["[\"kept\"]"])
    #expect(missing.warnings.map(\.code) == [.xlsxBadRelationship])
    let broken = try convert(package(kind: "chartsheet", part: "<chartsheet"))
    #expect(broken.rows == ["[\"kept\"]"])
    #expect(broken.warnings.map(\.code) == [.xmlMalformed])
    #expect(
      broken.warnings.first?.message.hasPrefix("the chart sheet \"Other\" was skipped, and cannot be read: ") == true)
  }

  @Test func `A sheet that names no part is told`() throws {
    var package = WorkbookFile("<row><c t='str'><v>kept</v></c></row>")
    package["xl/workbook.xml"] = package["xl/workbook.xml"]?.replacing(
      "</sheets>", with: "<sheet name=\"Lost\" sheetId=\"2\" r:id=\"\"/></sheets>")
    let outcome = try convert(package)
    #expect(outcome.rows == ["[\"kept\"]"])
    #expect(outcome.warnings.map(\.code) == [.xlsxOtherSheet])
    #expect(outcome.warnings.first?.message == "the sheet \"Lost\" has no part in the file, and was skipped.")
  }

  @Test(arguments: [false, true])
  func `Half characters and formulas without a result are told, in a strict conversion too`(isStrict: Bool) throws {
    let rows =
      "<row r='1'><c t='str'><v>a_xD83D_</v></c><c t='s'><v>0</v></c><c><v>1</v></c></row>"
      + "<row r='2'><c r='B2'><f>1+1</f></c><c t='str'><f>A1</f><v></v></c></row>" + "<row r='3'><c><v>2</v></c></row>"
    let outcome = try convert(WorkbookFile(rows, sharedStrings: "<si><t>_xDE00_b</t></si>"), isStrict: isStrict)
    #expect(outcome.rows == ["[\"a\u{FFFD}\", \"\u{FFFD}b\", 1],", "[],", "[2]"])
    #expect(outcome.warnings.map(\.code) == [.xlsxHalfCharacter, .xlsxNoResult])
    #expect(outcome.warnings.map { $0.places.compactMap(\.cell) } == [["A1", "B1"], ["B2"]])
    #expect(outcome.warnings.map(\.place.worksheet) == ["Review", "Review"])
  }

  @Test func `A strict conversion refuses what a lenient one warns of, and writes nothing`() throws {
    let package = WorkbookFile("<row><c><v>x</v></c>hid</row>")
    let lenient = try convert(package)
    #expect(lenient.rows == ["[\"x\"]"])
    #expect(lenient.warnings.map(\.code) == [.xlsxHiddenText, .xlsxCellValue])
    let directory = try Folder()
    for (bytes, name, code) in [
      (package.archive.bytes, "in.xlsx", "xlsx.cell-value"),
      (Array("a,b\n1,x\"y\"\n".utf8), "in.csv", "csv.bare-quote"), ([], "in.csv", "file.empty"),
    ] {
      let source = try directory.write(bytes, to: name)
      let error = spreadsheetError {
        try TableConversion(to: .json, isStrict: true).convert(source, to: .file(path: directory.file("out.json")))
      }
      #expect(error?.code.rawValue == code)
    }
    #expect(try directory.names() == ["in.csv", "in.xlsx"])
  }
}
