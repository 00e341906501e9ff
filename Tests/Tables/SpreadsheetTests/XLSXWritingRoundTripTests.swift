import ProgramRuns
import Testing

@testable import Spreadsheet

/// Texts, row by row.
struct TextTable: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let rows: Table

  init(_ description: String, _ make: () -> Table) {
    testDescription = description
    rows = make()
  }
}

struct XLSXWritingRoundTripTests {
  @Test(arguments: [
    TextTable("hard ones") { HardStrings.all.map { ["k", $0, nil, $0] } },
    TextTable("those that come again in the same order, in another and never") {
      var numbers = SeededNumbers(seed: 5)
      return (0..<40).flatMap { round in
        (0..<900).map { line in
          let key = numbers.next() % 50 == 0 ? "other \(numbers.next() % 900)" : "screen.\(line).title"
          let text = numbers.next() % 3 == 0 ? "OK" : "\(round) \(line)"
          return ["section \(line / 90)", key, "locale \(round)", text]
        }
      }
    },
    TextTable("more than the table of known ones holds") { (0..<80_000).map { ["text \($0)", "same", "text \($0)"] } },
  ]) func `Texts come back as they were, as texts`(table: TextTable) throws {
    var index = 0
    try readBack(table.rows.lazy.map { Row(texts: $0) }) { row in
      let (was, now) = (table.rows[index], row.texts)
      let isSame =
        was.count == now.count && zip(was, now).allSatisfy { $0.map { Array($0.utf8) } == $1.map { Array($0.utf8) } }
      if !isSame || row.filledCells.contains(where: { $0.kind != .text }) { Issue.record("\(was) is \(now)") }
      index += 1
    }
    #expect(index == table.rows.count)
  }

  @Test func `Properties, names and visibility come back as they were`() throws {
    let properties = DocumentProperties(
      title: "T & <t>", subject: "S", creator: "C", description: "D", custom: [(name: "sheet", value: "a\"b & é")])
    let bytes = try xlsxBytes(properties) { writer in
      for (name, visibility) in [("Sheet & 'x' y", Worksheet.Visibility.visible), ("日本", .veryHidden)] {
        var layout = WorksheetLayout(name: name)
        layout.visibility = visibility
        try writer.beginWorksheet(layout)
      }
    }
    let workbook = try XLSXWorkbook(bytes: bytes)
    #expect(workbook.worksheets.map(\.name) == ["Sheet & 'x' y", "日本"])
    #expect(workbook.worksheets.map(\.visibility) == [.visible, .veryHidden])
    #expect(workbook.properties.title == "T & <t>")
    #expect(workbook.properties.subject == "S")
    #expect(workbook.properties.creator == "C")
    #expect(workbook.properties.description == "D")
    #expect(workbook.properties.customValue(named: "sheet") == "a\"b & é")
    let without = try parts(of: xlsxBytes { _ in })
    #expect(without["docProps/custom.xml"] == nil)
    #expect(without["[Content_Types].xml"]?.contains("custom") == false)
  }
}
