import Basics
import Testing

@testable import Spreadsheet

/// A part with unusual tags around its rows or texts.
struct FramedPart: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What stands before and after the items.
  let start: String
  let end: String
  /// The prefix of all tags.
  var prefix = ""
  /// Whether several parsers read the part to its end.
  let isReadInPieces: Bool

  /// The items with this part's prefix.
  func prefixed(_ items: String) -> String {
    if prefix.isEmpty { return items }
    return items.replacing("<", with: "<\(prefix):").replacing("<\(prefix):/", with: "</\(prefix):")
  }
}

@Suite("Tags around the items of parts that several parsers read")
struct PieceFrameTests {
  private static let main = XLSXReadingPackage.main
  private static let layouts = [1, 90, 700, 1 << 20].flatMap { size in
    [1, 2, 5].map { PieceLayout(parsers: $0, size: size) }
  }

  private static let worksheets = [
    FramedPart(
      testDescription: "a byte order mark and a declaration",
      start: "\u{FEFF}<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<worksheet xmlns='\(main)'><sheetData>",
      end: "</sheetData></worksheet>\n", isReadInPieces: true),
    FramedPart(
      testDescription: "other elements, prefixes and attributes",
      start: "<worksheet xmlns='\(main)' xmlns:q='urn:q' q:id='1'><sheetPr q:a='b'/><cols><col min='1' max='2'/></cols>"
        + "<sheetData q:x='&lt;' >",
      end: "</sheetData><autoFilter ref='A1:B2'/></worksheet>", isReadInPieces: true),
    FramedPart(
      testDescription: "the namespace stands at the table alone",
      start: "<worksheet><sheetData xmlns='\(main)'>", end: "</sheetData></worksheet>", isReadInPieces: false),
    FramedPart(
      testDescription: "the namespace stands at the table once more",
      start: "<worksheet xmlns='\(main)'><sheetData xmlns='\(main)'>", end: "</sheetData></worksheet>",
      isReadInPieces: true),
    FramedPart(
      testDescription: "prefixes", start: "<x:worksheet xmlns:x='\(main)'><x:sheetData>",
      end: "</x:sheetData></x:worksheet>", prefix: "x", isReadInPieces: false),
    FramedPart(
      testDescription: "a table without the prefix of its worksheet",
      start: "<x:worksheet xmlns:x='\(main)' xmlns='\(main)'><sheetData>", end: "</sheetData></x:worksheet>",
      isReadInPieces: false),
    FramedPart(
      testDescription: "a comment that opens a table",
      start: "<worksheet xmlns='\(main)'><!-- <sheetData> --><sheetData>", end: "</sheetData></worksheet>",
      isReadInPieces: false),
    FramedPart(
      testDescription: "a table in another table",
      start: "<worksheet xmlns='\(main)'><extLst><ext uri='x'><sheetData>",
      end: "</sheetData></ext></extLst></worksheet>", isReadInPieces: false),
    FramedPart(
      testDescription: "a tag of 20,000 bytes",
      start: "<worksheet xmlns='\(main)' xmlns:q='urn:q' q:a='\(String(repeating: "a", count: 20_000))'><sheetData>",
      end: "</sheetData></worksheet>", isReadInPieces: false),
  ]

  @Test("worksheets are read as by one parser", arguments: worksheets)
  func readWorksheet(frame: FramedPart) throws {
    let rows = (1...120).map {
      "<row r='\($0)'><c r='A\($0)' t='inlineStr'><is><t>text \($0)</t></is></c><c r='B\($0)'><v>\($0)</v></c></row>"
    }
    var package = XLSXReadingPackage("")
    package["xl/worksheets/sheet1.xml"] = frame.start + frame.prefixed(rows.joined()) + frame.end
    let file = try TemporaryFile(package.archive.bytes)
    let whole = try WorksheetReading(file.path, nil, limits: SpreadsheetLimits(), isStrict: true)
    for layout in Self.layouts {
      #expect(try WorksheetReading(file.path, layout, limits: SpreadsheetLimits(), isStrict: true) == whole)
      // A part that is smaller than a piece is the rest as a whole.
      if layout.pieceSize < 1 << 20 {
        #expect(try Self.isReadInPieces(file.path, layout) == frame.isReadInPieces, "\(layout)")
      }
    }
  }

  private static let sharedStrings = [
    FramedPart(
      testDescription: "a byte order mark and counts",
      start: "\u{FEFF}<?xml version='1.0' encoding='UTF-8'?><sst xmlns='\(main)' count='120' uniqueCount='120'>",
      end: "</sst>", isReadInPieces: true),
    FramedPart(
      testDescription: "prefixes", start: "<x:sst xmlns:x='\(main)'>", end: "</x:sst>", prefix: "x",
      isReadInPieces: false),
    FramedPart(
      testDescription: "the part ends, and another one begins",
      start: "<sst xmlns='\(main)'><si><t>a</t></si></sst><sst xmlns='\(main)'>", end: "</sst>", isReadInPieces: false),
    FramedPart(
      testDescription: "other elements at the end", start: "<sst xmlns='\(main)'>",
      end: "<extLst><ext uri='x'><y/></ext></extLst></sst>", isReadInPieces: true),
    FramedPart(
      testDescription: "items at the end that are not the table's", start: "<sst xmlns='\(main)'>",
      end: "<extLst><ext uri='x'><si><t>hidden</t></si></ext></extLst></sst>", isReadInPieces: false),
    FramedPart(
      testDescription: "text after the end", start: "<sst xmlns='\(main)'>", end: "</sst>text", isReadInPieces: false),
    FramedPart(
      testDescription: "no end", start: "<sst xmlns='\(main)'>", end: "", isReadInPieces: false),
  ]

  @Test("shared strings are read as by one parser", arguments: sharedStrings)
  func readSharedStrings(frame: FramedPart) throws {
    let items = (0..<120).map { "<si><t>text \($0) &lt;</t></si>" }
    let rows = (0..<120).map { "<row r='\($0 + 1)'><c r='A\($0 + 1)' t='s'><v>\($0)</v></c></row>" }
    var package = XLSXReadingPackage(rows.joined(), sharedStrings: "")
    package["xl/sharedStrings.xml"] = frame.start + frame.prefixed(items.joined()) + frame.end
    let file = try TemporaryFile(package.archive.bytes)
    let whole = try WorksheetReading(file.path, nil, limits: SpreadsheetLimits(), isStrict: true)
    for layout in Self.layouts {
      #expect(try WorksheetReading(file.path, layout, limits: SpreadsheetLimits(), isStrict: true) == whole)
      let workbook = try XLSXWorkbook(path: file.path)
      let name = try #require(workbook.sharedStringsName)
      let entry = try #require(workbook.parts.archive.entry(named: name))
      let table = try? SharedStringsScan.tableInPieces(entry, in: workbook.parts, layout)
      if layout.pieceSize < 1 << 20 { #expect((table != nil) == frame.isReadInPieces, "\(layout)") }
    }
  }

  @Test("a slot takes rows that are much longer than those before them")
  func growingSlot() throws {
    let rows = (1...64).map { number in
      let text = String(repeating: "é", count: number % 8 == 7 ? 30_000 : 3)
      let cells = number % 16 == 11 ? 3_000 : 2
      return "<row r='\(number)'>"
        + (0..<cells).map { "<c r='\(CellName.cell(row: number - 1, column: $0))' t='str'><v>\($0)\(text)</v></c>" }
        .joined()
        + "</row>"
    }
    let file = try TemporaryFile(XLSXReadingPackage(rows.joined()).archive.bytes)
    let whole = try WorksheetReading(file.path, nil, limits: SpreadsheetLimits(), isStrict: true)
    #expect(whole.rows.count == 64)
    for size in [1, 2_000, 100_000] {
      let layout = PieceLayout(parsers: 3, size: size, longest: 1 << 26)
      #expect(try WorksheetReading(file.path, layout, limits: SpreadsheetLimits(), isStrict: true) == whole)
      #expect(try Self.isReadInPieces(file.path, layout))
    }
  }

  /// Whether several parsers read the worksheet to its end.
  private static func isReadInPieces(_ path: String, _ layout: PieceLayout) throws -> Bool {
    let workbook = try XLSXWorkbook(path: path)
    var outcome = WorksheetPieces.Outcome()
    let source = try workbook.source(ofWorksheetAt: 0)
    try? WorksheetPieces(worksheet: source, parts: workbook.parts, layout: layout).forEach(&outcome) { _ in }
    return outcome.isWhole
  }
}
