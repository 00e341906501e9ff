import Foundation
import ProgramRuns
import Testing

@testable import Spreadsheet

/// Tables in web pages: written, changed as programs change pages, and read.
struct PageTableTests {
  private static let table: Table = [
    ["Section", "Key", "Proposal"], ["login", "title", "Köp = \"nu\" </script><!-- & 5 €"], ["login", nil, "Ja"],
  ]
  private static let tag = "<script type=\"application/json\" id=\"nstack-review-data\">"

  private static func page(_ table: Table = table) throws -> String {
    let output = MemoryOutput()
    let properties = DocumentProperties(custom: [("Sheet ID", "a<b"), ("Rows", "Review: 2")])
    let writer = try PageTableWriter(to: output, page: .plain, properties: properties)
    writer.beginWorksheet(Worksheet(name: "Review"))
    for texts in table { try writer.append(Row(texts: texts)) }
    try writer.finish()
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private static func read(_ bytes: [UInt8]) throws -> Table? {
    let folder = try Folder()
    guard let page = try PageTable.open(folder.write(bytes, to: "a.html"), limits: SpreadsheetLimits()) else {
      return nil
    }
    var table: Table = []
    try page.readRows { table.append($0.texts) }
    return table
  }

  private static func read(_ page: String) throws -> Table? { try read(Array(page.utf8)) }

  @Test func `the data are written as documented, and no text can end them`() throws {
    let page = try Self.page()
    let parts = page.components(separatedBy: Self.tag)
    #expect(parts.count == 2)
    #expect(
      parts.last?.components(separatedBy: "</script>").first == #"""
        {"format":"nstack-review review","version":1,"properties":{"Sheet ID":"a\u003cb","Rows":"Review: 2"},"worksheet":"Review","columns":["Section","Key","Proposal"],"rows":[
        ["login","title","K\u00f6p = \"nu\" \u003c/script\u003e\u003c!-- \u0026 5 \u20ac"],
        ["login","","Ja"]
        ],"saved":null}
        """#)
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [HardStrings.all]) func `every hard text comes back as it was`(texts: [String]) throws {
    let rows: Table = texts.map { ["x", $0] }
    let back = try #require(try Self.read(Self.page([["a", "b"]] + rows)))
    for (row, text) in zip(back.dropFirst(), texts) {
      #expect(row.count == 2 && row[1]?.utf8.elementsEqual(text.utf8) == true, "\(text.debugDescription)")
    }
    #expect(back.count == texts.count + 1)
  }

  @Test func `a page may have no rows, or nothing at all`() throws {
    #expect(try Self.read(Self.page([["a", "b"]])) == [["a", "b"]])
    #expect(try Self.read(Self.page([])) == [[]])
  }

  @Test func `the properties, the worksheet's name and the time of saving are read`() throws {
    let folder = try Folder()
    let saved = "\"saved\":{\"count\":3,\"at\":\"2026-01-31T10:00:00.123Z\"}"
    let path = try folder.write(Array(Self.page().replacing("\"saved\":null", with: saved).utf8), to: "mail.dat")
    let page = try #require(try PageTable.open(path, limits: SpreadsheetLimits()))
    #expect(page.properties.customValue(named: "Sheet ID") == "a<b")
    #expect(page.properties.modified == "2026-01-31T10:00:00Z")
    #expect(page.worksheet == "Review")
  }

  // MARK: - Changed pages

  private static func littleEndian(_ text: String) -> [UInt8] {
    text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  private static func quotedPrintable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var (lines, width) = ("", 0)
      for byte in line.utf8 {
        let written = byte == 0x3D ? "=3D" : String(Unicode.Scalar(byte))
        if width + written.utf8.count > 75 { (lines, width) = (lines + "=\r\n", 0) }
        (lines, width) = (lines + written, width + written.utf8.count)
      }
      return lines
    }.joined(separator: "\r\n")
  }

  private static func mail(_ encoding: String, _ body: String) -> String {
    """
    Return-Path: <anna@example.com>\r
    MIME-Version: 1.0\r
    Content-Type: multipart/mixed;\r
     boundary="=_x 1"\r
    \r
    --=_x 1\r
    Content-Type: text/plain\r
    \r
    Here it is.\r
    --=_x 1\r
    Content-Type: text/html; name="review.html"\r
    Content-Transfer-Encoding: \(encoding)\r
    \r
    \(body)\r
    --=_x 1--\r

    """
  }

  private static func base64(_ page: String) -> String {
    Data(page.utf8).base64EncodedString(options: [
      .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
    ])
  }

  /// What programs make of a page, each with its name.
  private static let changes: [(name: String, change: @Sendable (String) -> [UInt8])] = [
    ("with a byte order mark", { [0xEF, 0xBB, 0xBF] + $0.utf8 }),
    ("with CR LF", { Array($0.replacing("\n", with: "\r\n").utf8) }),
    ("as UTF-16 with a mark", { [0xFF, 0xFE] + littleEndian($0) }),
    (
      "as UTF-16 without one",
      { $0.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] } }
    ), ("as Windows-1252", { page in Array(page.utf8) + [0xE6, 0xF8, 0xE5] }),
    ("with other quotes", { Array($0.replacing(tag, with: "<SCRIPT\n ID = 'nstack-review-data' async>").utf8) }),
    ("without quotes", { Array($0.replacing(tag, with: "<script id=nstack-review-data type=application/json>").utf8) }),
    (
      "with quotes as entities",
      { page in
        let data = page.components(separatedBy: tag)[1].components(separatedBy: "</script>")[0]
        return Array(page.replacing(data, with: data.replacing("\"", with: "&quot;")).utf8)
      }
    ),
    (
      "as XHTML",
      { Array($0.replacing(tag, with: "\(tag)//<![CDATA[\n").replacing("null}</", with: "null}\n//]]></").utf8) }
    ),
    (
      "with comments",
      { page in
        Array(
          "<!-- saved from url=(0014)about:internet -->\n\(page.replacing("<body>", with: "<body><!-- \(tag){}</script> -->"))"
            .utf8)
      }
    ),
    (
      "beside a script that names it",
      { page in Array(page.replacing("<body>", with: "<body><script>let x = '\(tag)'</script>").utf8) }
    ), ("in a mail", { Array(mail("7bit", $0).utf8) }),
    ("in a mail as base64", { Array(mail("base64", base64($0)).utf8) }),
    ("in a mail as quoted-printable", { Array(mail("Quoted-Printable", quotedPrintable($0)).utf8) }),
    ("in a mail with long fields", { Array(mail("\r\n quoted-printable", quotedPrintable($0)).utf8) }),
    ("after comments without text", { Array("<!-->\n<!--->\n<!-- --!>\n\($0)".utf8) }),
    ("in a mail with LF", { Array(mail("quoted-printable", quotedPrintable($0)).replacing("\r\n", with: "\n").utf8) }),
    (
      "twice in a mail",
      { Array(mail("base64", base64($0) + "\r\n--=_x 1\r\nContent-Type: text/html\r\n\r\n\($0)").utf8) }
    ),
  ]

  @Test(arguments: changes.indices) func `a page is read whatever a program changed around the data`(index: Int) throws
  {
    let bytes = Self.changes[index].change(try Self.page())
    #expect(try Self.read(bytes) == Self.table, "\(Self.changes[index].name)")
  }

  // MARK: - Damaged pages

  @Test func `a page that is cut off is never read`() throws {
    let page = try Self.page()
    let end = try #require(page.range(of: "</script>")).lowerBound.utf16Offset(in: page)
    let folder = try Folder()
    var told: Set<String> = []
    for count in 1..<end + 8 {
      let path = try folder.write(Array(page.utf8.prefix(count)), to: "cut.html")
      let error = spreadsheetError {
        guard try PageTable.open(path, limits: SpreadsheetLimits()) == nil else { throw SpreadsheetError("read", "") }
      }
      // A page that is cut off before its data is any page; one with less than two bytes is not even that.
      if let error { told.insert(error.code.rawValue) }
    }
    #expect(told == ["html.no-data", "html.broken-data"])
    for encoding in ["base64", "quoted-printable"] {
      let body = encoding == "base64" ? Self.base64(page) : Self.quotedPrintable(page)
      let mail = Self.mail(encoding, String(body.prefix(body.count * 9 / 10)))
      #expect(spreadsheetError { try Self.read(mail) }?.code == "html.broken-data", "\(encoding)")
    }
  }

  @Test(arguments: [
    ("\"version\":1", "\"version\":2", "html.broken-data", "another version"),
    ("\"format\":\"nstack", "\"format\":\"nostack", "html.broken-data", "not those of a review"),
    ("\"rows\":[", "\"sows\":[", "html.broken-data", "lack their rows"),
    ("\"columns\":", "\"columms\":", "html.broken-data", "lack their columns"),
    ("\"worksheet\":\"Review\"", "\"rows\":[]", "html.broken-data", "\"rows\" twice"),
    ("[\"login\",\"\",\"Ja\"]", "[\"login\",\"Ja\"]", "html.broken-data", "row 3 has 2 cells for 3 columns"),
    ("\"Ja\"", "5", "html.broken-data", "found a byte that is not \""),
    ("\"Ja\"", "\"J\na\"", "html.broken-data", "control"),
    ("\"Ja\"", "\"Ja\"]],\"rows\":[[\"\",\"\",\"\"", "html.broken-data", "twice"),
    ("\"saved\":null}", "\"saved\":null} {}", "html.broken-data", "more after their end"),
    ("nstack-review-data", "nstack-review-date", "html.no-data", "data are gone"),
    ("</script>", "</scrip>", "html.broken-data", "have no end"),
    ("<body>", "<body>\(tag){}</script>", "html.two-reviews", "2 reviews"),
  ]) func `changed data are refused with what was found`(old: String, new: String, code: String, words: String) throws {
    let page = try Self.page()
    try #require(page.contains(old))
    let error = spreadsheetError { try Self.read(page.replacing(old, with: new)) }
    #expect(error?.code.rawValue == code)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "none")")
    #expect(error?.hint != nil && error?.place.file?.hasSuffix("a.html") == true)
  }

  @Test func `a text that another encoding changed is refused, with its line`() throws {
    let page = try Self.page().replacing("\"Ja\"", with: "\"J?\"").utf8.map { $0 == 0x3F ? 0xE5 : $0 }
    #expect(spreadsheetError { try Self.read(page) }?.message.contains("not UTF-8") == true)
    let broken = spreadsheetError { try Self.read(Self.page().replacing("\"Ja\"", with: "\"\\x\"")) }
    #expect(broken?.place.line == 13)
  }

  @Test func `a page without data, and a table that only looks like a mail, are none`() throws {
    for text in ["<html><body>Prices</body></html>", "Note: a,b\nc,d\n", "<", "", "{\"a\": 1}"] {
      #expect(try Self.read(text) == nil)
    }
  }

  @Test func `limits end the reading`() throws {
    let folder = try Folder()
    let path = try folder.write(Array(Self.page().utf8), to: "a.html")
    for (code, change) in [
      ("limit.page", { $0.page = 100 }), ("limit.cells", { $0.cells = 5 }), ("limit.row-text", { $0.rowText = 20 }),
    ] as [(String, (inout SpreadsheetLimits) -> Void)] {
      var limits = SpreadsheetLimits()
      change(&limits)
      #expect(spreadsheetError { try PageTable.open(path, limits: limits) }?.code.rawValue == code)
    }
    let nested = try Self.page().replacing("\"saved\":null", with: "\"x\":\(String(repeating: "[", count: 100_000))")
    #expect(spreadsheetError { try Self.read(nested) }?.message.contains("64 levels") == true)
  }
}
