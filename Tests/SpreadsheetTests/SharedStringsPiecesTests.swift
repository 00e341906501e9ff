import Testing

@testable import Spreadsheet

@Suite("Shared strings that several parsers read in pieces")
struct SharedStringsPiecesTests {
  /// Whether the shared strings of a workbook are read in pieces to their end.
  private static func isReadInPieces(
    _ path: String, _ layout: PieceLayout, limits: SpreadsheetLimits = SpreadsheetLimits()
  ) throws -> Bool {
    let workbook = try XLSXWorkbook(path: path, limits: limits)
    guard let name = workbook.sharedStringsName, let entry = workbook.parts.archive.entry(named: name) else {
      return false
    }
    return try SharedStringsScan.tableInPieces(entry, in: workbook.parts, layout) != nil
  }

  @Test("texts, warnings and errors are those of one parser, for random parts", arguments: 0..<40)
  func randomSharedStrings(seed: UInt64) throws {
    var worksheets = RandomWorksheets(seed: seed)
    for _ in 0..<5 {
      let made = worksheets.nextSharedStrings()
      let file = try TemporaryFile(made.package.archive.bytes)
      for isStrict in [false, true] {
        let whole = try WorksheetReading(file.path, nil, limits: made.limits, isStrict: isStrict)
        for _ in 0..<3 {
          let layout = worksheets.layout()
          let inPieces = try WorksheetReading(file.path, layout, limits: made.limits, isStrict: isStrict)
          #expect(inPieces == whole, "\(layout) \(made.package["xl/sharedStrings.xml"] ?? "")")
        }
      }
    }
  }

  @Test("the random parts are of all kinds")
  func kinds() throws {
    var ends: Set<String> = []
    var whole = 0
    for seed in 0..<40 {
      var worksheets = RandomWorksheets(seed: UInt64(seed))
      for _ in 0..<5 {
        let made = worksheets.nextSharedStrings()
        let file = try TemporaryFile(made.package.archive.bytes)
        let reading = try WorksheetReading(file.path, nil, limits: made.limits, isStrict: true)
        ends.insert(String(reading.end.prefix { $0 != " " }))
        let layout = PieceLayout(parsers: 2, size: 1)
        if try Self.isReadInPieces(file.path, layout, limits: made.limits) { whole += 1 }
      }
    }
    #expect(ends.count > 6, "\(ends)")
    #expect(whole > 40)
    #expect(whole < 160)
  }

  @Test("ordinary parts are read in pieces, for any number of parsers and any size", arguments: 1...8)
  func ordinary(parsers: Int) throws {
    let items = (0..<500).map { number in
      number % 7 == 3
        ? "<si><r><rPr><strike/></rPr><t>old \(number)</t></r><r><t xml:space=\"preserve\"> new</t></r></si>"
        : "<si><t>text \(number) &lt;si&gt; 写真</t></si>"
    }
    let rows = (0..<500).map { "<row r=\"\($0 + 1)\"><c r=\"A\($0 + 1)\" t=\"s\"><v>\($0 * 7 % 500)</v></c></row>" }
    let file = try TemporaryFile(XLSXReadingPackage(rows.joined(), sharedStrings: items.joined()).archive.bytes)
    let whole = try WorksheetReading(file.path, nil, limits: SpreadsheetLimits(), isStrict: true)
    #expect(whole.rows.count == 500)
    #expect(whole.rows.filter { $0.hasSuffix("写真") }.count == 500 - 71)
    for size in [1, 100, 1_000, 5_000, 1 << 20] {
      let layout = PieceLayout(parsers: parsers, size: size)
      #expect(try Self.isReadInPieces(file.path, layout))
      #expect(try WorksheetReading(file.path, layout, limits: SpreadsheetLimits(), isStrict: true) == whole)
    }
  }

  @Test("a table that may become too large is left to one parser")
  func tooLarge() throws {
    let items = String(repeating: "<si><t>\(String(repeating: "_x0041_", count: 20_000))</t></si>", count: 30)
    let file = try TemporaryFile(
      XLSXReadingPackage("<row><c t=\"s\"><v>29</v></c></row>", sharedStrings: items).archive.bytes)
    let layout = PieceLayout(parsers: 2, size: 300_000)
    for cellText in [20_000, 19_999] {
      var limits = SpreadsheetLimits()
      limits.cellText = cellText
      let reading = try WorksheetReading(file.path, layout, limits: limits, isStrict: true)
      #expect(reading.end == "end" || reading.end.hasPrefix("limit.cell-text "))
      #expect((reading.end == "end") == (cellText == 20_000))
      #expect(try reading == WorksheetReading(file.path, nil, limits: limits, isStrict: true))
    }
    var limits = SpreadsheetLimits()
    limits.cells = 29
    #expect(try !Self.isReadInPieces(file.path, layout, limits: limits))
    #expect(
      try WorksheetReading(file.path, layout, limits: limits, isStrict: true).end.hasPrefix("limit.shared-strings "))
  }
}
