import ProgramRuns

@testable import Spreadsheet

/// Makes worksheets as programs write them, and worksheets with anything that a worksheet must not have.
struct RandomWorksheets {
  /// How rows and cells give their places, which programs do differently.
  enum Style: CaseIterable {
    case allPlaces, noPlaces, cellPlaces, rowPlaces

    static let ordinary = allCases
  }

  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

  private mutating func isChosen(oneOf count: Int) -> Bool { number(1...count) == 1 }

  private mutating func any<Element>(_ choices: [Element]) -> Element { choices[number(0...choices.count - 1)] }

  /// How many bytes of a part are read at once: enough for its XML declaration.
  mutating func chunkSize() -> Int { any([60, 61, 77, 100, 300, 1_000, 4_000, 64 << 10]) }

  // MARK: - Shared strings

  /// A workbook whose shared strings may have anything, and the limits for reading it.
  mutating func nextSharedStrings() -> (package: WorkbookFile, limits: SpreadsheetLimits) {
    let spice = any([0, 6, 30])
    let count = number(0...60)
    var items = ""
    for _ in 0..<count { items += item(spice: spice) }
    var rows = ""
    for index in 0..<max(1, count) { rows += "<row r=\"\(index + 1)\"><c t=\"s\"><v>\(index)</v></c></row>" }
    var package = WorkbookFile(rows, sharedStrings: items)
    if isChosen(oneOf: 4) { damage("xl/sharedStrings.xml", of: &package) }
    var limits = SpreadsheetLimits()
    switch number(0...11) {
    case 0: limits.cells = number(0...60)
    case 1: limits.cellText = number(1...30)
    case 2: limits.xmlDepth = number(3...6)
    case 3: limits.partSize = number(1_200...4_000)
    case 4: limits.xmlTagLength = number(300...500)
    default: break
    }
    return (package, limits)
  }

  private mutating func item(spice: Int) -> String {
    if spice > 0, isChosen(oneOf: spice) {
      return any([
        "<si>hidden</si>", "<si><x><t>hidden</t></x></si>", "<si><t>a<si/></t></si>", "<x><si><t>a</t></si></x>",
        "<si><r><r><t>a</t></r></r></si>", "<si><t>&undefined;</t></si>", "text", "<t>a</t>",
      ]) + (isChosen(oneOf: 2) ? between() : "")
    }
    return any([
      "<si><t>text \(number(0...999))</t></si>", "<si/>", "<si><t></t></si>",
      "<si><t xml:space=\"preserve\"> Größe 写真 </t></si>",
      "<si><r><rPr><strike/></rPr><t>old</t></r><r><t>new &lt;si&gt;</t></r></si>\n", "<si><t>_x0041__xD800_</t></si>",
      "<si><t>日本</t><rPh sb=\"0\" eb=\"2\"><t>にほん</t></rPh><phoneticPr fontId=\"1\"/></si>",
      "<si><t>\(String(repeating: "long &amp; ", count: number(1...40)))</t></si>",
    ])
  }

  // MARK: - Worksheets

  private static let sharedStrings =
    "<si><t>one</t></si><si><r><t>two</t></r><r><rPr><strike/></rPr><t> three</t></r></si><si><t>_xD800_</t></si><si/>"
  private static let styles = "<cellXfs><xf/><xf numFmtId=\"14\"/><xf numFmtId=\"46\"/></cellXfs>"

  /// A worksheet without anything out of the ordinary.
  mutating func ordinary(_ style: Style, rows: Int) -> WorkbookFile {
    var data = ""
    for row in 0..<rows { data += self.row(row, style, spice: 0) }
    return package(data)
  }

  /// A worksheet that may have anything, and the limits for reading it.
  mutating func next() -> (package: WorkbookFile, limits: SpreadsheetLimits) {
    let style = any(Style.allCases)
    // One in so many rows and cells is out of the ordinary.
    let spice = any([0, 8, 60, 300])
    var data = ""
    var row = number(0...2)
    for _ in 0..<number(0...60) {
      data += self.row(row, isChosen(oneOf: 20) ? any(Style.allCases) : style, spice: spice)
      row += isChosen(oneOf: 9) ? number(1...4) : 1
      if spice > 0, isChosen(oneOf: spice * 3) { data += between() }
    }
    var package = package(data)
    if isChosen(oneOf: 4) { damage("xl/worksheets/sheet1.xml", of: &package) }
    return (package, isChosen(oneOf: 3) ? limits() : SpreadsheetLimits())
  }

  private mutating func package(_ data: String) -> WorkbookFile {
    var package = WorkbookFile(data, sharedStrings: Self.sharedStrings, styles: Self.styles)
    let declaration = any(["", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "\u{FEFF}<?xml version='1.0'?>"])
    let before = any(["", "<sheetPr/><dimension ref=\"A1\"/>", "<cols><col min=\"1\" max=\"2\"/></cols>\r\n"])
    let after = any([
      "", "<mergeCells><mergeCell ref=\"A1:B1\"/></mergeCells>", "<extLst><ext><a>text</a></ext></extLst>\n",
    ])
    package["xl/worksheets/sheet1.xml"] =
      declaration + "<worksheet xmlns=\"\(WorkbookFile.main)\">\(before)<sheetData>\(data)</sheetData>"
      + "\(after)</worksheet>"
    return package
  }

  private mutating func row(_ row: Int, _ style: Style, spice: Int) -> String {
    var place = style == .allPlaces || style == .rowPlaces ? " r=\"\(row + 1)\"" : ""
    if spice > 0, isChosen(oneOf: spice) {
      let near = max(1, row + number(-3...3))
      place = any([" r=\"\(near)\"", " r=\"x\"", " r=\"0\"", " r=\"1048577\"", "", " r=\"1048576\""])
    }
    var cells = ""
    let count = spice == 0 ? number(1...4) : number(0...4)
    for column in 0..<count {
      let place = " r=\"\(["A", "B", "C", "D"][column])\(row + 1)\""
      cells += cell(style == .allPlaces || style == .cellPlaces ? place : "", row, spice: spice)
      if spice > 0, isChosen(oneOf: spice * 4) { cells += between() }
    }
    if cells.isEmpty, isChosen(oneOf: 2) { return "<row\(place)/>" }
    let space = isChosen(oneOf: 10) ? "\r\n  " : ""
    return "\(space)<row\(place) spans=\"1:4\">\(cells)</row>\(space)"
  }

  private mutating func cell(_ name: String, _ row: Int, spice: Int) -> String {
    if spice > 0, isChosen(oneOf: spice * 2) {
      return any([
        "<c r=\"A\(row)\"><v>1</v></c>", "<c r=\"A\(row + 2)\"><v>1</v></c>", "<c r=\"?\"/>", "<c t=\"x\"><v>1</v></c>",
        "<c><v>x</v></c>", "<c t=\"s\"><v>4</v></c>", "<c t=\"s\"><v>-1</v></c>", "<c t=\"b\"><v>maybe</v></c>",
        "<c t=\"str\"><v>a</v><v>b</v></c>", "<c t=\"inlineStr\"><is><t>a</t></is><v>b</v></c>",
        "<c t=\"str\"><is><t>hidden</t></is></c>", "<c>hidden</c>", "<c t=\"str\"><v>&undefined;</v></c>",
        "<c t=\"str\"><v><![CDATA[</row>]]></v></c>", "<c t=\"d\"><v>2026-13-01</v></c>",
        "<c t=\"str\"><v>\(String(repeating: "long", count: 60))</v></c>",
        "<c t=\"inlineStr\"><is><r><r/></r></is></c>", "<c \(String(repeating: "x", count: 400))=\"</row>\"/>",
        "<c a=\"1\" a=\"2\"/>",
      ])
    }
    return any([
      "<c\(name)><v>\(number(0...99_999))</v></c>", "<c\(name) s=\"1\"><v>44000.5</v></c>",
      "<c\(name) s=\"2\"><v>1.5</v></c>", "<c\(name) t=\"s\"><v>\(number(0...2))</v></c>",
      "<c\(name) t=\"b\"><v>1</v></c>", "<c\(name) t=\"e\"><v>#N/A</v></c>",
      "<c\(name) t=\"str\"><f>A1&amp;B1</f><v>a &lt;row&gt; &#233; _x000D_</v></c>",
      "<c\(name) t=\"inlineStr\"><is><t>Größe 写真 \(number(0...9))</t></is></c>",
      "<c\(name) t=\"inlineStr\"><is><r><rPr><b/></rPr><t xml:space=\"preserve\"> a </t></r><r><t>b</t></r></is></c>",
    ])
  }

  /// Something between rows or cells that does not belong there.
  private mutating func between() -> String {
    any([
      "<!-- comment -->", "<!-- </row> <row> -->", "<?pi </row>?>", "<![CDATA[</row>]]>", "text", "<row/>",
      "<c><v>7</v></c>", "<row xmlns=\"other\"></row>", "<extLst><ext><row></row></ext></extLst>", "&#0;", "<", "&amp;",
      "</row><row>", "</sheetData><sheetData>", "]]>", "<a><b><c><d><e><f><g/></f></e></d></c></b></a>",
      "<x:row xmlns:x=\"\(WorkbookFile.main)\"><x:c><x:v>8</x:v></x:c></x:row>",
      "<row xmlns=\"http://purl.oclc.org/ooxml/spreadsheetml/main\"><c/></row>", "<!DOCTYPE row>", "</worksheet>",
      "\u{0}", "<row r='5'></row>",
    ])
  }

  /// Cuts off a part, or changes bytes of it.
  private mutating func damage(_ part: String, of package: inout WorkbookFile) {
    guard let text = package[part] else { return }
    var bytes = Array(text.utf8)
    switch number(0...3) {
    case 0: bytes.removeLast(number(0...bytes.count))
    case 1: bytes += Array(between().utf8)
    case 2:
      let place = number(0...bytes.count)
      bytes.insert(contentsOf: between().utf8, at: place)
    default:
      for _ in 0..<number(1...3) where !bytes.isEmpty {
        bytes[number(0...bytes.count - 1)] = any(Array("<>/\"=&;r \n!?]x0".utf8))
      }
    }
    package[part] = String(decoding: bytes, as: UTF8.self)
  }

  private mutating func limits() -> SpreadsheetLimits {
    var limits = SpreadsheetLimits()
    switch number(0...6) {
    case 0: limits.cells = number(0...80)
    case 1: limits.rowText = number(1...60)
    case 2: limits.totalSize = number(2_500...6_000)
    case 3: limits.cellText = number(1...40)
    case 4: limits.xmlDepth = number(3...7)
    case 5: limits.xmlTagLength = number(300...500)
    default: limits.partSize = number(1_200...4_000)
    }
    return limits
  }
}
