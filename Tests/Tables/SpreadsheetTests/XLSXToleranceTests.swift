import Basics
import ProgramRuns
import Testing

@testable import Spreadsheet

/// The cells of a worksheet and the warnings about it, as a reading of some tolerance gives them.
private func read(_ package: WorkbookFile, _ tolerance: XLSXTolerance = .cellFaults) throws -> (
  cells: [String], warnings: [TableWarning]
) {
  let file = try TemporaryFile(package.archive.bytes)
  let workbook = try XLSXWorkbook(InputFile(path: file.path), limits: SpreadsheetLimits(), tolerance: tolerance)
  var cells: [String] = []
  for index in workbook.worksheets.indices {
    try workbook.readRows(ofWorksheetAt: index) { row in
      for cell in row.filledCells {
        cells.append("\(CellName.cell(row: row.index, column: cell.column)) \(cell.kind) \(row.text(of: cell))")
      }
    }
  }
  return (cells, workbook.warnings)
}

/// The error of a reading of some tolerance.
private func failure(_ package: WorkbookFile, _ tolerance: XLSXTolerance) -> SpreadsheetError? {
  spreadsheetError { try read(package, tolerance) }
}

struct XLSXToleranceTests {
  @Test(
    "A value that is not of its cell's type is refused, or read as a text exactly",
    arguments: [
      ("", "1,5", "number"), (" t='n'", " NaN ", "number"), ("", "1e400", "number"), ("", "١", "number"),
      ("", "0x10", "number"), (" t='b'", "yes", "Boolean value"), (" t='b'", "2", "Boolean value"),
      (" t='d'", "2026-13-01", "date"), (" t='d'", "yesterday", "date"),
      (" t='d'", "2026-01-31T10:00:00+02:00", "date"),
    ]) func values(type: String, value: String, kind: String) throws
  {
    let row = "<row r='7'><c r='B7'><v>1</v></c><c r='C7'\(type)><v>\(value)</v></c><c><v>3</v></c></row>"
    let package = WorkbookFile(row)
    let (cells, warnings) = try read(package)
    #expect(cells == ["B7 number 1", "C7 text \(value)", "D7 number 3"])
    #expect(warnings.count == 1 && warnings[0].code == .xlsxCellValue && warnings[0].count == 1)
    #expect(warnings[0].place.cell == "C7" && warnings[0].place.worksheet == "Review")
    #expect(warnings[0].message == "the value \"\(value)\" is not a \(kind). It was read as a text.")
    for tolerance in [XLSXTolerance.nothing, .hiddenContents] {
      let error = try #require(failure(package, tolerance))
      #expect(error.code == .xlsxCellValue)
      #expect(error.place.cell == "C7" && error.place.worksheet == "Review")
      #expect(error.message == "the value \"\(value)\" is not a \(kind).")
    }
  }

  @Test func `A long text in the place of a number keeps to the limit of texts`() throws {
    var limits = SpreadsheetLimits()
    limits.cellText = 4
    let file = try TemporaryFile(WorkbookFile("<row><c><v>abcde</v></c></row>").archive.bytes)
    let workbook = try XLSXWorkbook(InputFile(path: file.path), limits: limits, tolerance: .cellFaults)
    #expect(spreadsheetError { try workbook.readRows(ofWorksheetAt: 0) { _ in } }?.code == .limitCellText)
  }

  @Test func `One warning of a kind names ten places and counts the rest`() throws {
    let rows = (1...14).map { "<row r='\($0)'><c r='A\($0)'><v>x</v></c><c t='b'><v>1</v></c></row>" }.joined()
    var package = WorkbookFile(rows)
    let (cells, warnings) = try read(package)
    #expect(cells.count == 28)
    #expect(warnings.map(\.count) == [14])
    #expect(warnings[0].places.compactMap(\.cell) == (1...10).map { "A\($0)" })
    #expect(
      warnings[0].message == "the value \"x\" is not a number. It was read as a text. There are 13 more of this kind: "
        + "A2, A3, A4, A5, A6, A7, A8, A9, A10 and 4 more.")

    package = WorkbookFile("<row><c><v>x</v></c></row>")
    package["xl/workbook.xml"] = package["xl/workbook.xml"]?.replacing(
      "</sheets>", with: "<sheet name=\"Other\" sheetId=\"2\" r:id=\"rId9\"/></sheets>")
    package = package.with(relationship: WorkbookFile.relationship("rId9", "worksheet", "worksheets/sheet2.xml"))
    package["xl/worksheets/sheet2.xml"] = WorkbookFile.worksheet("<row r='3'><c r='B3'><v>y</v></c></row>")
    #expect(
      try read(package).warnings.map(\.message) == [
        "the value \"x\" is not a number. It was read as a text. There is one more of this kind: \"Other\"!B3."
      ])
  }

  @Test func `An empty cell that names another row is skipped, and the cells after it stay where they are`() throws {
    let package = WorkbookFile(
      "<row r='2'><c r='A2'><v>1</v></c><c r='F9' s='1'/><c><v>2</v></c><c r='A1'><v></v></c></row>"
        + "<row r='3'><c r='C3'><v>3</v></c></row>")
    let (cells, warnings) = try read(package)
    #expect(cells == ["A2 number 1", "B2 number 2", "C3 number 3"])
    #expect(warnings.map(\.code) == [.xlsxCellReference])
    #expect(warnings[0].places.compactMap(\.cell) == ["F9", "A1"])
    #expect(
      warnings[0].message
        == "an empty cell does not belong in row 2. It was skipped. There is one more of this kind: A1.")
    for tolerance in [XLSXTolerance.nothing, .hiddenContents] {
      let error = try #require(failure(package, tolerance))
      #expect(error.code == .xlsxCellReference && error.place.cell == "F9")
    }
  }

  @Test(arguments: [
    "<c r='A3'><v>1</v></c>", "<c r='A3' t='s'><v>0</v></c>", "<c r='A3'><f>1</f></c>", "<c r='A3' t='str'><f/></c>",
    "<c r='A3' t='inlineStr'><is><t>x</t></is></c>",
  ]) func `A cell that names another row and is not empty is refused`(cell: String) throws {
    let package = WorkbookFile("<row r='2'>\(cell)</row>", sharedStrings: "<si><t/></si>")
    for tolerance in [XLSXTolerance.nothing, .hiddenContents, .cellFaults] {
      let error = try #require(failure(package, tolerance))
      #expect(error.code == .xlsxCellReference && error.place.cell == "A3")
      #expect(error.message == "a cell does not belong in row 2.")
    }
  }

  @Test(arguments: [
    "<row r='1'><c r='A0'/></row>": "xlsx.cell-reference", "<row r='1'><c t='z'/></row>": "xlsx.cell-type",
    "<row><c t='S'><v>0</v></c></row>": "xlsx.cell-type", "<row><c t=''><v>0</v></c></row>": "xlsx.cell-type",
    "<row r='1'><c r='A1'><v>1</v></c><c r='A1'><v>2</v></c></row>": "xlsx.cell-reference",
    "<row r='1'/><row r='2'/><row r='1'/>": "xlsx.cell-reference",
    "<row r='1'/><row r='2'/><row><c r='A1'/></row>": "xlsx.cell-reference",
    "<row><c><v>1</v><v>2</v></c></row>": "xlsx.cell-value",
    "<row><c t='s'><v>0</v></c></row>": "xlsx.shared-string-index",
  ]) func `Other faults of cells are refused in any reading`(rows: String, code: String) {
    #expect(failure(WorkbookFile(rows), .cellFaults)?.code.rawValue == code)
  }
}
