import ProgramRuns
import Testing

@testable import Spreadsheet

private func text(_ serial: Double, _ meaning: NumberFormat.Meaning, usesDates1904: Bool = false) -> String? {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SerialDate.longestText) { buffer in
    buffer.baseAddress.flatMap { start in
      SerialDate.write(serial, meaning: meaning, usesDates1904: usesDates1904, to: start).map {
        String(decoding: UnsafeBufferPointer(start: start, count: $0), as: UTF8.self)
      }
    }
  }
}

private func serial(_ text: String, usesDates1904: Bool = false) -> Double? {
  Array(text.utf8).withUnsafeBufferPointer { ISODate.serial($0, usesDates1904: usesDates1904) }
}

struct XLSXReadingDateTests {
  @Test(
    "A serial number is the date that the program shows, in both systems",
    arguments: [
      (0, "00:00:00", "00:00:00"), (0.5, "12:00:00", "12:00:00"), (1, "1900-01-01", "1904-01-02"),
      (59, "1900-02-28", "1904-02-29"), (60, "1900-02-29", "1904-03-01"), (61, "1900-03-01", "1904-03-02"),
      (46_053, "2026-01-31", "2030-02-01"), (43_718.423_611_111_1, "2019-09-10T10:10:00", "2023-09-11T10:10:00"),
      (46_053.999_999_999, "2026-02-01", "2030-02-02"), (0.233, "05:35:31.2", "05:35:31.2"),
      (1.000_000_1, "1900-01-01T00:00:00.009", "1904-01-02T00:00:00.009"), (2_958_465, "9999-12-31", nil),
      (2_958_465.9, "9999-12-31T21:36:00", nil), (2_958_466, nil, nil), (-1, nil, nil),
    ] as [(Double, String?, String?)]) func serials(serial: Double, from1900: String?, from1904: String?)
  {
    #expect(text(serial, .date) == from1900)
    #expect(text(serial, .date, usesDates1904: true) == from1904)
  }

  @Test(
    arguments: [
      0: "PT0S", 0.5: "PT43200S", 10.632_060_185_185_2: "PT918610S", 0.000_011_574_074: "PT1S",
      0.000_001_157_407_4: "PT0.1S", -0.5: "-PT43200S", 2_958_465.999_999_99: "PT255611462399.999S", 1e300: nil,
    ] as [Double: String?]) func `Elapsed time is counted in seconds`(serial: Double, expected: String?)
  { #expect(text(serial, .elapsed) == expected) }

  @Test(arguments: [
    ("1900-01-01", 1, -1460), ("1900-02-28", 59, -1402), ("1900-03-01", 61, -1401), ("1904-01-01", 1462, 0),
    ("2026-01-31", 46_053, 44_591), ("2026-01-31T12:00", 46_053.5, 44_591.5), ("12:00:00.000", 0.5, 0.5),
    ("2026-01-31T18:00:00.0Z", 46_053.75, 44_591.75),
    // Days that there are in some years only, and midnight as the end of a day.
    ("2024-02-29", 45_351, 43_889), ("2000-02-29", 36_585, 35_123), ("1900-02-29", 60, -1401),
    ("2026-01-31T24:00", 46_054, 44_592),
  ]) func `A date written as text has the serial number of its day`(text: String, from1900: Double, from1904: Double) {
    #expect(serial(text) == from1900)
    #expect(serial(text, usesDates1904: true) == from1904)
  }

  @Test(arguments: [
    "2026-02-29", "2024-02-30", "2100-02-29", "2026-04-31", "2026-00-01", "2026-13-01", "2026-01-00", "2026-01-32",
    "2026-01-31T24:01", "2026-01-31T25:00", "24:30", "12:60", "2026-01-31T", "2026-1-31", "",
  ]) func `A day or a time that there is not has none`(text: String) { #expect(serial(text) == nil) }

  @Test(
    arguments: [
      "General": .number, "@": .number, "yyyy-mm-dd": .date, "[h]:mm:ss": .elapsed, "[ss].00": .elapsed,
      "[$-409]d\\-mmm\\-yy;@": .date, "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy": .date, "#,##0 \"days\"": .number,
      "0_d": .number, "[Red]0": .number, "[>=100][Magenta]General": .number, "0;yyyy": .number, "\"d": .number,
      "": .number, "GENERAL": .number, "A/P": .date, "0\" a/p\"": .number, "# ?/?": .number,
    ] as [String: NumberFormat.Meaning]) func `A format code is a date's if a part of a date stands in it`(
      code: String, meaning: NumberFormat.Meaning
    )
  { #expect(NumberFormat.meaning(of: code) == meaning) }

  private let styles = """
    <numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0 &quot;d&quot;"/>\
    </numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>\
    <xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="46"/><xf numFmtId="49"/><xf numFmtId="999"/></cellXfs>\
    <dxfs><dxf><numFmt numFmtId="165" formatCode="yyyy"/></dxf></dxfs>
    """

  @Test func `Numbers with a date's style are dates, and keep their serial number`() throws {
    let row =
      (0...7).map { "<c s=\"\($0)\"><v>2</v></c>" }.joined()
      + "<c s=\"1\"><v>-2</v></c><c s=\"1\" t=\"str\"><v>2</v></c>"
    let package = WorkbookFile("<row>\(row)</row>", styles: styles)
    #expect(
      try package.cells() == [
        "A1 number 2", "B1 date 1900-01-02", "C1 date 1900-01-02", "D1 number 2", "E1 date PT172800S", "F1 number 2",
        "G1 number 2", "H1 number 2", "I1 number -2", "J1 text 2",
      ])
    try package.workbook().readRows(ofWorksheetAt: 0) { row in
      #expect(row.filledCells.map { $0.number } == [2, 2, 2, 2, 2, 2, 2, 2, -2, 0])
      #expect(row.filledCells.map { $0.style } == [0, 1, 2, 3, 4, 5, 6, 7, 1, 1])
    }
  }

  @Test(arguments: ["date1904=\"1\"", "date1904=\"true\""]) func `Days count from 1904 where the workbook says so`(
    attribute: String
  ) throws {
    let package = WorkbookFile("<row><c s=\"1\"><v>2</v></c></row>", styles: styles, workbookProperties: attribute)
    #expect(try package.cells() == ["A1 date 1904-01-03"])
  }

  @Test func `A style tells its number format`() throws {
    let workbook = try WorkbookFile("", styles: styles).workbook()
    #expect(
      (0...8).map(workbook.numberFormat(ofStyle:)) == [
        "General", "mm-dd-yy", "yyyy\\-mm\\-dd", "0 \"d\"", "[h]:mm:ss", "@", "General", "General", "General",
      ])
    #expect(workbook.numberFormat(ofStyle: -1) == "General")
  }

  @Test func `A workbook may have 65,536 styles and no more`() {
    func package(_ count: Int) -> WorkbookFile {
      WorkbookFile("", styles: "<cellXfs>\(String(repeating: "<xf/>", count: count))</cellXfs>")
    }
    #expect(package(65_536).failure() == nil)
    #expect(package(65_537).failure()?.code == "limit.styles")
  }
}
