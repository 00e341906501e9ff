import Basics
import Exchange
import Spreadsheet
import Testing

struct PhrasebookCodingTests {
  private func units(_ text: String, _ options: UnitReadingOptions = UnitReadingOptions()) throws -> [String] {
    try ExchangeFile(text).units(PhrasebookCoding(), options).map { $0.lines.joined(separator: " | ") }
  }

  /// A file with these worksheets, the last one with one more row.
  private static func workbook(_ worksheets: [(String, [[String]])], more: ((Row) -> Void)? = nil) throws
    -> ExchangeFile
  {
    let output = MemoryOutput()
    let writer = try XLSXWriter(to: output)
    let row = Row()
    for (name, rows) in worksheets {
      try writer.beginWorksheet(WorksheetLayout(name: name))
      for texts in rows {
        row.removeAll(index: 0)
        for (column, text) in texts.enumerated() { row.append(text, column: column) }
        try writer.append(row)
      }
    }
    if let more {
      row.removeAll(index: 0)
      more(row)
      try writer.append(row)
    }
    try writer.finish()
    return try ExchangeFile(output.bytes)
  }

  @Test func `both directions are read, and each text may be the source`() throws {
    let file = try ExchangeFile(
      "English,Chinese (Simplified),Unchanged,未更改\nDanish,English,Luk,Close\nengelsk,dansk,007,\"To\nlinjer \"\n")
    let units = try file.units(PhrasebookCoding())
    #expect(
      units.map(\.lines) == [
        ["en: Unchanged", "zh-Hans: 未更改"], ["da: Luk", "en: Close"], ["en: 007", "da: To\nlinjer "],
      ])
    #expect(units.map(\.number) == [1, 2, 3])
    #expect(units.allSatisfy { $0.source == nil })
  }

  @Test func `an entry counts once, in whatever direction; another translation counts too`() throws {
    let text = """
      English,Danish,Close,Luk
      Danish,English,Luk,Close
      English,Danish,Close,Luk
      English,Danish,Close,Tæt
      English,German,Close,Luk
      """
    #expect(try units(text) == ["en: Close | da: Luk", "en: Close | da: Tæt", "en: Close | de: Luk"])
  }

  @Test func `a second worksheet with cells is told, and an empty one is not`() throws {
    let file = try Self.workbook([
      ("Saved", [["English", "Danish", "Close", "Luk"]]), ("Empty", []), ("More", [["English", "x"]]),
    ])
    let remarks = Remarks()
    var options = UnitReadingOptions()
    options.remark = { remarks.add($0) }
    #expect(try file.units(PhrasebookCoding(), options).map(\.lines) == [["en: Close", "da: Luk"]])
    #expect(remarks.found.map(\.code) == [.exchangeWorksheet])
    #expect(remarks.found.map(\.place) == [SpreadsheetError.Place(file: file.path, worksheet: "More")])
  }

  @Test func `numbers in a workbook are their texts`() throws {
    let file = try Self.workbook([
      ("Saved translations", [["engelsk", "dansk", "Close", "Luk"], ["dansk", "engelsk", "Ti", "Ten"]])
    ]) { row in
      row.append("engelsk", column: 0)
      row.append("dansk", column: 1)
      row.append(10, column: 2)
      row.append(10.5, column: 3)
    }
    #expect(
      try file.units(PhrasebookCoding()).map(\.lines) == [
        ["en: Close", "da: Luk"], ["da: Ti", "en: Ten"], ["en: 10", "da: 10.5"],
      ])
  }

  @Test func `a language that is none is named with its row, unless the caller names the two`() throws {
    let rows = Array(repeating: "English,Danish,a,b", count: 10).enumerated().map { "\($1)\($0)" }
    let text = (rows + ["Detect language,Danish,Close,Luk"]).joined(separator: "\n")
    let error = try #require(try ExchangeFile(text).refusal(PhrasebookCoding()))
    #expect(error.code == "exchange.language")
    #expect(error.message == "\"Detect language\" in row 11 is not the name of a language.")
    #expect(error.place.line == 11)
    var options = UnitReadingOptions()
    options.sourceLanguage = LanguageTag("en-GB")
    options.targetLanguage = LanguageTag("da-DK")
    #expect(try units(text, options).last == "en-GB: Close | da: Luk")
    #expect(try units("Fra,Til,Close,Luk\n", options) == ["en-GB: Close | da-DK: Luk"])
  }

  @Test(arguments: [
    "en,da\nClose,Luk\n": "only 0 of 2 rows have four columns",
    "a,b,c,d\ne,f,g,h\n":
      "only 0 of 2 rows begin with the names of two languages (unknown: \"a\", \"b\", \"e\", \"f\")",
    "English,Danish,Close,Luk\nx,y,z,w\n":
      "only 1 of 2 rows begin with the names of two languages (unknown: \"x\", \"y\")",
  ]) func `another table is refused, with what it looks like`(text: String, found: String) throws {
    let error = try #require(try ExchangeFile(text).refusal(PhrasebookCoding()))
    #expect(error.code == "exchange.format")
    #expect(error.message == "this is not a phrasebook of Google Translate: \(found).")
  }
}
