import ProgramRuns
import Testing

@testable import Spreadsheet

struct CellValueWritingTests {
  @Test func `a date and a time with a space between them are shown as both`() throws {
    let directory = try Folder()
    let source = try directory.write(Array("[[{\"date\": \"2026-01-31 18:00:00\"}]]".utf8), to: "a.json")
    _ = try TableConversion(to: .xlsx).convert(source, to: .file(path: directory.file("a.xlsx")))
    var texts: [String] = []
    let workbook = try XLSXWorkbook(path: directory.file("a.xlsx"))
    try workbook.readRows(ofWorksheetAt: 0) { row in
      texts.append("\(row.text(inColumn: 0)) \(workbook.numberFormat(ofStyle: row.filledCells[0].style))")
    }
    #expect(texts == ["2026-01-31T18:00:00 yyyy\\-mm\\-dd\\ hh:mm:ss"])
  }

  @Test func `a style's own number format shows numbers and dates`() throws {
    let bytes = try xlsxBytes { writer in
      var style = CellStyle()
      style.numberFormat = "dd/mm/yyyy"
      let index = writer.register(style)
      try writer.beginWorksheet(WorksheetLayout(name: "Sheet"))
      let row = Row()
      row.append(try #require(CellDate("2026-01-31")), column: 0, style: index)
      row.append(46_053, column: 1, style: index)
      try writer.append(row)
    }
    let workbook = try XLSXWorkbook(bytes: bytes)
    var cells: [String] = []
    try workbook.readRows(ofWorksheetAt: 0) { row in
      for cell in row.filledCells {
        cells.append("\(row.text(of: cell)) \(workbook.numberFormat(ofStyle: cell.style))")
      }
    }
    #expect(cells == ["2026-01-31 dd/mm/yyyy", "2026-01-31 dd/mm/yyyy"])
  }

  @Test func `every value comes back with its kind and its number`() throws {
    let numbers = [0, 1, -0.1, 1.0 / 3, 1e21, -2.5e-300, 123_456_789_012_345, .greatestFiniteMagnitude]
    let dates = [
      "1900-01-01", "1900-02-28", "1900-03-01", "2024-02-29", "9999-12-31", "2026-01-31T10:00:01",
      "1999-12-31T23:59:59", "00:00:01", "23:59:59",
    ]
    let row = Row()
    for number in numbers { row.append(number, column: row.count) }
    for date in dates { row.append(try #require(CellDate(date), "\(date)"), column: row.count) }
    for value in [true, false] { row.append(value, column: row.count) }
    var back: [(kind: Cell.Kind, number: Double, text: String)] = []
    try readBack([row]) { row in back = row.filledCells.map { ($0.kind, $0.number, row.text(of: $0)) } }
    let (foundNumbers, rest) = (back.prefix(numbers.count), back.dropFirst(numbers.count))
    #expect(foundNumbers.map(\.kind) == numbers.map { _ in .number })
    #expect(foundNumbers.map(\.number) == numbers)
    #expect(rest.prefix(dates.count).map(\.kind) == dates.map { _ in .date })
    #expect(rest.prefix(dates.count).map(\.text) == dates)
    #expect(rest.suffix(2).map(\.kind) == [.boolean, .boolean])
    #expect(rest.suffix(2).map(\.text) == ["TRUE", "FALSE"])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a number that is infinite or none is refused with its cell`(number: Double) throws {
    let row = Row()
    row.append(number, column: 2)
    let error = try #require(spreadsheetError { try parts(rows: [row]) })
    #expect(error.code == .xlsxNumber)
    #expect(error.place == SpreadsheetError.Place(worksheet: "Sheet", cell: "C1"))
  }

  @Test(arguments: [
    "", "2026", "2026-02-29", "1900-02-29", "1899-12-31", "2026-1-31", "2026-01-31 10:00:00", "2026-01-31T24:00:00",
    "2026-01-31T10:00", "2026-01-31T10:00:60", "24:00:00", "10:00:0x", "2026-01-31T10:00:0Z",
  ]) func `a date that no calendar has is refused`(text: String) { #expect(CellDate(text) == nil) }

  @Test func `a date is made of its numbers, which are checked too`() {
    #expect(CellDate(year: 2026, month: 1, day: 31)?.text == "2026-01-31")
    #expect(CellDate(year: 2026, month: 1, day: 31)?.serialNumber == 46_053)
    #expect(CellDate("12:00:00")?.serialNumber == 0.5)
    #expect(CellDate(year: 2026, month: 2, day: 30) == nil)
    #expect(CellDate(year: -26, month: 1, day: 1) == nil)
    #expect(CellDate(year: 12_026, month: 1, day: 1) == nil)
  }
}
