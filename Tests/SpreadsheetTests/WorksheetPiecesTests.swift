import Testing

@testable import Spreadsheet

@Suite("Worksheets that several parsers read in pieces")
struct WorksheetPiecesTests {
  /// How far the worksheet of a workbook is read in pieces, without the help of a parser of the whole.
  private static func outcome(
    _ path: String, _ layout: PieceLayout, limits: SpreadsheetLimits = SpreadsheetLimits()
  ) throws -> WorksheetPieces.Outcome {
    let workbook = try XLSXWorkbook(path: path, limits: limits)
    let source = try workbook.source(ofWorksheetAt: 0)
    var outcome = WorksheetPieces.Outcome()
    try WorksheetPieces(worksheet: source, parts: workbook.parts, layout: layout).forEach(&outcome) { _ in }
    return outcome
  }

  @Test("rows, warnings and errors are those of one parser, for random worksheets", arguments: 0..<40)
  func randomWorksheets(seed: UInt64) throws {
    var worksheets = RandomWorksheets(seed: seed)
    for _ in 0..<5 {
      let made = worksheets.next()
      let file = try TemporaryFile(made.package.archive.bytes)
      for isStrict in [false, true] {
        let whole = try WorksheetReading(file.path, nil, limits: made.limits, isStrict: isStrict)
        for _ in 0..<3 {
          let layout = worksheets.layout()
          let inPieces = try WorksheetReading(file.path, layout, limits: made.limits, isStrict: isStrict)
          #expect(inPieces == whole, "\(layout) \(made.package["xl/worksheets/sheet1.xml"] ?? "")")
        }
        let stop = worksheets.number(0...whole.rows.count)
        #expect(
          try WorksheetReading(
            file.path, worksheets.layout(), limits: made.limits, isStrict: isStrict, stopsAfter: stop)
            == WorksheetReading(file.path, nil, limits: made.limits, isStrict: isStrict, stopsAfter: stop))
      }
    }
  }

  @Test("the random worksheets are of all kinds")
  func kinds() throws {
    var ends: Set<String> = []
    var whole = 0
    var brokenOff = 0
    for seed in 0..<40 {
      var worksheets = RandomWorksheets(seed: UInt64(seed))
      for _ in 0..<5 {
        let made = worksheets.next()
        let file = try TemporaryFile(made.package.archive.bytes)
        let reading = try WorksheetReading(file.path, nil, limits: made.limits, isStrict: false)
        ends.insert(String(reading.end.prefix { $0 != " " }))
        let outcome = try? Self.outcome(file.path, PieceLayout(parsers: 2, size: 1), limits: made.limits)
        if outcome?.isWhole == true { whole += 1 } else if (outcome?.rowCount ?? 0) > 0 { brokenOff += 1 }
      }
    }
    #expect(ends.count > 10, "\(ends)")
    #expect(whole > 40)
    #expect(brokenOff > 40)
  }

  @Test("ordinary worksheets are read in pieces, for any number of parsers and any size", arguments: 1...8)
  func ordinary(parsers: Int) throws {
    for style in RandomWorksheets.Style.ordinary {
      var worksheets = RandomWorksheets(seed: UInt64(parsers))
      let made = worksheets.ordinary(style, rows: 400)
      let file = try TemporaryFile(made.archive.bytes)
      let whole = try WorksheetReading(file.path, nil, limits: SpreadsheetLimits(), isStrict: true)
      #expect(whole.rows.count == 400)
      #expect(whole.end == "end")
      for size in [1, 100, 1_000, 5_000, 1 << 20] {
        for contentSize in [1, 3_000, 1 << 20] {
          let layout = PieceLayout(parsers: parsers, size: size, contentSize: contentSize)
          #expect(try Self.outcome(file.path, layout).isWhole, "\(style) \(layout)")
          #expect(try WorksheetReading(file.path, layout, limits: SpreadsheetLimits(), isStrict: true) == whole)
        }
      }
    }
  }

  @Test(
    "what depends on other pieces is left to one parser",
    arguments: [
      // Twice, out of order, continued, and after an unplaced row that may be the same.
      "<row r='1'><c><v>1</v></c></row><row r='2'><c><v>2</v></c></row><row r='1'><c><v>3</v></c></row>",
      "<row r='9'><c><v>1</v></c></row><row r='2'><c><v>2</v></c></row>",
      "<row r='9'><c><v>1</v></c></row><row r='9'><c r='B9'><v>2</v></c></row>",
      "<row r='9'><c><v>1</v></c></row><row><c r='A9'><v>2</v></c></row>",
      "<row r='9'><c><v>1</v></c></row><row></row><row r='10'><c><v>2</v></c></row>",
      // Markup that could hide an end tag.
      "<row r='1'><c><v>1</v></c></row><!-- </row> --><row r='2'><c><v>2</v></c></row>",
      "<row r='1'><c t='str'><v><![CDATA[</row>]]></v></c></row><row r='2'><c><v>2</v></c></row>",
      "<row r='1'><c><v>1</v></c></row><?x </row> ?><row r='2'><c><v>2</v></c></row>",
      // An end tag that does not end a row of the table.
      "<row r='1'><c><v>1</v><extLst><row></row></extLst></c></row><row r='2'><c><v>2</v></c></row>",
      "<row r='1'><c><v>1</v></c></row><x><row></row></x><row r='2'><c><v>2</v></c></row>",
      // The table ends, and what goes on is not the table.
      "<row r='1'><c><v>1</v></c></row></sheetData><sheetData xmlns='urn:x'><row r='2'><c><v>2</v></c></row>",
      "<row r='1'><c><v>1</v></c></row></sheetData><sheetData><row r='2'><c><v>2</v></c></row>",
      "<row r='1'><c><v>1</v></c></row></sheetData></worksheet><worksheet><sheetData><row r='2'></row>",
      // Text where no program shows it.
      "<row r='1'><c><v>1</v></c></row>hidden<row r='2'><c><v>2</v></c></row>",
    ])
  func leftToOneParser(sheetData: String) throws {
    let file = try TemporaryFile(XLSXReadingPackage(sheetData).archive.bytes)
    let layout = PieceLayout(parsers: 2, size: 1)
    #expect(try !Self.outcome(file.path, layout).isWhole)
    for isStrict in [false, true] {
      #expect(
        try WorksheetReading(file.path, layout, limits: SpreadsheetLimits(), isStrict: isStrict)
          == WorksheetReading(file.path, nil, limits: SpreadsheetLimits(), isStrict: isStrict))
    }
  }

  @Test("rows after one that is too long for a piece are read by one parser, and come in order")
  func longRow() throws {
    var rows = (1...50).map { "<row r=\"\($0)\"><c r=\"A\($0)\" t=\"str\"><v>\($0)</v></c></row>" }
    rows[20] = "<row r=\"21\"><c r=\"A21\" t=\"str\"><v>\(String(repeating: "long ", count: 500))</v></c></row>"
    let file = try TemporaryFile(XLSXReadingPackage(rows.joined()).archive.bytes)
    let layout = PieceLayout(parsers: 3, size: 100, contentSize: 400, longest: 1_000)
    #expect(try Self.outcome(file.path, layout).isWhole)
    let reading = try WorksheetReading(file.path, layout, limits: SpreadsheetLimits(), isStrict: true)
    #expect(reading.rows.count == 50)
    #expect(try reading == WorksheetReading(file.path, nil, limits: SpreadsheetLimits(), isStrict: true))
  }

  @Test("names are counted over all pieces")
  func names() throws {
    // Each piece has few names, and all of them together too many.
    let rows = (1...12_000).map { "<row r=\"\($0)\" a\($0)=\"\"><c r=\"A\($0)\"><v>1</v></c></row>" }
    let file = try TemporaryFile(XLSXReadingPackage(rows.joined()).archive.bytes)
    let layout = PieceLayout(parsers: 4, size: 4_000)
    let reading = try WorksheetReading(file.path, layout, limits: SpreadsheetLimits(), isStrict: true)
    #expect(reading.end.hasPrefix("limit.xml-names "))
    #expect(try reading == WorksheetReading(file.path, nil, limits: SpreadsheetLimits(), isStrict: true))
  }
}
