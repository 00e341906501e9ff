import Testing

@testable import Spreadsheet

struct JSONTableTests {
  private func json(_ body: (JSONTableWriter) throws -> Void) throws -> String {
    let output = MemoryOutput()
    let writer = JSONTableWriter(to: output)
    try body(writer)
    try writer.finish()
    return String(decoding: output.bytes, as: UTF8.self)
  }

  @Test func `Kinds of cells, gaps and trailing empty cells are written as documented`() throws {
    let text = try json { writer in
      try writer.beginWorksheet(Worksheet(name: "Re\"view"))
      let reader = try JSONTableReader(
        InputFile(
          bytes: Array(
            """
            [["Section", "Key"], [], ["default", null, 12.50, true, {"error": "#N/A"}, 7.0, 1e300, -0.1, ""],
            ["a\\"\\\\\\n\\t\\r\\u0001\\u00e9\\ud83d\\ude00/", {"date": "2026-01-31"}, {"date": "2026-01-31T10:00:00"}]]
            """.utf8)))
      try reader.readRows(ofWorksheetAt: 0) { try writer.append($0) }
      try writer.append(Row(texts: []))
      try writer.beginWorksheet(Worksheet(name: "", visibility: .hidden))
    }
    #expect(
      text == """
        {"worksheets": [
        {"name": "Re\\"view", "hidden": false, "rows": [
        ["Section", "Key"],
        [],
        ["default", null, 12.5, true, {"error": "#N/A"}, 7, 1e+300, -0.1],
        ["a\\"\\\\\\n\\t\\r\\u0001é😀/", {"date": "2026-01-31"}, {"date": "2026-01-31T10:00:00"}]
        ]},
        {"name": "", "hidden": true, "rows": []}
        ]}

        """)
  }

  @Test func `Worksheets are found wherever their members stand`() throws {
    let reader = try JSONTableReader(
      InputFile(
        bytes: Array(
          "\u{FEFF}{\"x\": [1, {}], \"worksheets\": [{\"rows\": [[\"a\"]], \"y\": null, \"name\": \"N\", \"hidden\": true}, {\"rows\": []}]}"
            .utf8)))
    #expect(reader.worksheets.map(\.name) == ["N", "Sheet2"])
    #expect(reader.worksheets.map(\.visibility) == [.hidden, .visible])
    var table: Table = []
    try reader.readRows(ofWorksheetAt: 0) { table.append($0.texts) }
    #expect(table == [["a"]])
  }

  @Test(arguments: [HardStrings.all]) func `Every hard text comes back as it was`(texts: [String]) throws {
    let text = try json { writer in
      try writer.beginWorksheet(Worksheet(name: "S"))
      for (index, text) in texts.enumerated() {
        let row = Row()
        row.removeAll(index: index)
        row.append(text, column: 1)
        try writer.append(row)
      }
    }
    var back: [String] = []
    try JSONTableReader(InputFile(bytes: Array(text.utf8))).readRows(ofWorksheetAt: 0) {
      back.append($0.text(inColumn: 1))
    }
    #expect(back.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
  }

  @Test(arguments: [
    ("", "json.syntax"), ("[[01]]", "json.syntax"), ("[[1]] x", "json.syntax"), ("[[\"a]]", "json.syntax"),
    ("[[\"\\ud800\"]]", "json.syntax"), ("[[\"\\x\"]]", "json.syntax"), ("[[\"\u{1}\"]]", "json.syntax"),
    ("[[1e999]]", "json.syntax"), ("{}", "json.shape"), ("[[[1]]]", "json.shape"), ("[[{\"x\": 1}]]", "json.shape"),
    ("[[{\"date\": \"soon\"}]]", "json.shape"), ("{\"worksheets\": [{}]}", "json.shape"),
    ("[[{\"date\": \"2026-02-29\"}]]", "json.shape"),
    ("{\"worksheets\": [{\"rows\": [], \"rows\": []}]}", "json.shape"),
    ("{\"worksheets\": [], \"worksheets\": []}", "json.shape"),
    ("[[{\"error\": \"\(String(repeating: "#", count: 256))\"}]]", "json.shape"),
    (String(repeating: "[", count: 100_000), "json.syntax"),
  ]) func `What is no table is refused with its line`(text: String, code: String) throws {
    let error = spreadsheetError {
      try JSONTableReader(InputFile(bytes: Array(text.utf8))).readRows(ofWorksheetAt: 0) { _ in }
    }
    #expect(error?.code.rawValue == code)
    #expect(error?.place.line == 1)
  }

  @Test(arguments: 65_525...65_536)
  func `A text is read whole wherever a block of the file ends in it, up to its limit`(count: Int) throws {
    let start = String(repeating: "x", count: count)
    let bytes = Array("[[\"\(start)\\\"\\u00e9😀\\\\\"]]".utf8)
    func read(most: Int) throws -> [String] {
      var limits = SpreadsheetLimits()
      limits.csvField = most
      var texts: [String] = []
      let reader = try JSONTableReader(InputFile(bytes: bytes), limits: limits)
      try reader.readRows(ofWorksheetAt: 0) { texts.append($0.text(inColumn: 0)) }
      return texts
    }
    #expect(try read(most: count + 8) == [start + "\"é😀\\"])
    #expect(spreadsheetError { try read(most: count + 7) }?.code == "limit.json-text")
  }

  @Test func `Bytes that are no UTF-8 are refused`() throws {
    let bytes = Array("[[\"".utf8) + [0xFF] + Array("\"]]".utf8)
    #expect(spreadsheetError { try JSONTableReader(InputFile(bytes: bytes)) }?.code == "json.syntax")
  }
}
