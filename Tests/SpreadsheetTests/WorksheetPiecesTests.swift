import Testing

@testable import Spreadsheet

/// What reading a worksheet gave.
private struct Reading: Equatable {
  /// One line for each row, with all that a row says.
  var rows: [String] = []
  /// The error with its place, hint and cause, or the number of the row at which the body stopped.
  var end = "end"
  var warnings: [XLSXWarning] = []
  var cellCount = 0

  private struct Stop: Error {}

  /// Reads a worksheet.
  ///
  /// - Parameter stopsAfter: After how many rows the body throws.
  init(
    _ path: String, _ layout: PieceLayout?, limits: SpreadsheetLimits, isStrict: Bool, stopsAfter: Int = .max
  ) throws {
    let workbook = try XLSXWorkbook(path: path, limits: limits, isStrict: isStrict)
    // One parser.
    workbook.pieces.parsers = 0
    if let layout { workbook.pieces = layout }
    do {
      try workbook.readRows(ofWorksheetAt: 0) { row in
        if rows.count == stopsAfter { throw Stop() }
        var line = "\(row.index)"
        for position in 0..<row.count { line += " \(row[position]) \(row.text(of: row[position]))" }
        rows.append(line)
      }
    } catch let error as SpreadsheetError {
      end = "\(error.code.rawValue) \(error.message) \(error.place) \(error.hint ?? "") \(error.cause ?? "")"
    } catch {
      end = "stopped"
    }
    warnings = workbook.warnings
    cellCount = workbook.cellCounts[0]
  }
}

@Suite("Worksheets that several parsers read in pieces")
struct WorksheetPiecesTests {
  private static func layout(parsers: Int, size: Int, contentSize: Int = 1 << 20, longest: Int = 1 << 20) -> PieceLayout
  {
    var layout = PieceLayout()
    layout.partSize = 0
    layout.parsers = parsers
    layout.pieceSize = size
    layout.contentSize = contentSize
    layout.longestPiece = longest
    return layout
  }

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
        let whole = try Reading(file.path, nil, limits: made.limits, isStrict: isStrict)
        for _ in 0..<3 {
          let layout = worksheets.layout()
          let inPieces = try Reading(file.path, layout, limits: made.limits, isStrict: isStrict)
          #expect(inPieces == whole, "\(layout) \(made.package["xl/worksheets/sheet1.xml"] ?? "")")
        }
        let stop = worksheets.number(0...whole.rows.count)
        #expect(
          try Reading(file.path, worksheets.layout(), limits: made.limits, isStrict: isStrict, stopsAfter: stop)
            == Reading(file.path, nil, limits: made.limits, isStrict: isStrict, stopsAfter: stop))
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
        let reading = try Reading(file.path, nil, limits: made.limits, isStrict: false)
        ends.insert(String(reading.end.prefix { $0 != " " }))
        let outcome = try? Self.outcome(file.path, Self.layout(parsers: 2, size: 1), limits: made.limits)
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
      let whole = try Reading(file.path, nil, limits: SpreadsheetLimits(), isStrict: true)
      #expect(whole.rows.count == 400)
      #expect(whole.end == "end")
      for size in [1, 100, 1_000, 5_000, 1 << 20] {
        for contentSize in [1, 3_000, 1 << 20] {
          let layout = Self.layout(parsers: parsers, size: size, contentSize: contentSize)
          #expect(try Self.outcome(file.path, layout).isWhole, "\(style) \(layout)")
          #expect(try Reading(file.path, layout, limits: SpreadsheetLimits(), isStrict: true) == whole)
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
      // Text where no program shows it.
      "<row r='1'><c><v>1</v></c></row>hidden<row r='2'><c><v>2</v></c></row>",
    ])
  func leftToOneParser(sheetData: String) throws {
    let file = try TemporaryFile(XLSXReadingPackage(sheetData).archive.bytes)
    let layout = Self.layout(parsers: 2, size: 1)
    #expect(try !Self.outcome(file.path, layout).isWhole)
    for isStrict in [false, true] {
      #expect(
        try Reading(file.path, layout, limits: SpreadsheetLimits(), isStrict: isStrict)
          == Reading(file.path, nil, limits: SpreadsheetLimits(), isStrict: isStrict))
    }
  }

  @Test("rows after one that is too long for a piece are read by one parser, and come in order")
  func longRow() throws {
    var rows = (1...50).map { "<row r=\"\($0)\"><c r=\"A\($0)\" t=\"str\"><v>\($0)</v></c></row>" }
    rows[20] = "<row r=\"21\"><c r=\"A21\" t=\"str\"><v>\(String(repeating: "long ", count: 500))</v></c></row>"
    let file = try TemporaryFile(XLSXReadingPackage(rows.joined()).archive.bytes)
    let layout = Self.layout(parsers: 3, size: 100, contentSize: 400, longest: 1_000)
    #expect(try Self.outcome(file.path, layout).isWhole)
    let reading = try Reading(file.path, layout, limits: SpreadsheetLimits(), isStrict: true)
    #expect(reading.rows.count == 50)
    #expect(try reading == Reading(file.path, nil, limits: SpreadsheetLimits(), isStrict: true))
  }

  @Test("names are counted over all pieces")
  func names() throws {
    // Each piece has few names, and all of them together too many.
    let rows = (1...12_000).map { "<row r=\"\($0)\" a\($0)=\"\"><c r=\"A\($0)\"><v>1</v></c></row>" }
    let file = try TemporaryFile(XLSXReadingPackage(rows.joined()).archive.bytes)
    let layout = Self.layout(parsers: 4, size: 4_000)
    let reading = try Reading(file.path, layout, limits: SpreadsheetLimits(), isStrict: true)
    #expect(reading.end.hasPrefix("limit.xml-names "))
    #expect(try reading == Reading(file.path, nil, limits: SpreadsheetLimits(), isStrict: true))
  }
}
