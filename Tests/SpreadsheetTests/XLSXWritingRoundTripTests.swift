import Testing

@testable import Spreadsheet

@Suite("Writing XLSX and reading it back")
struct XLSXWritingRoundTripTests {
  @Test("Every hard text comes back as it was, as a text")
  func hardTexts() throws {
    let table: Table = HardStrings.all.map { ["k", $0, nil, $0] }
    let bytes = try xlsxBytes { writer in
      try writer.beginWorksheet(WorksheetLayout(name: "Sheet"))
      for texts in table { try writer.append(Row(texts: texts)) }
    }
    let directory = try TemporaryDirectory()
    let workbook = try XLSXWorkbook(path: directory.write(bytes, to: "a.xlsx"))
    var back: Table = []
    var kinds: Set<Cell.Kind> = []
    try workbook.readRows(ofWorksheetAt: 0) { row in
      back.append(row.texts)
      for position in 0..<row.count { kinds.insert(row[position].kind) }
    }
    #expect(back.count == table.count)
    for (index, (was, now)) in zip(table, back).enumerated() {
      #expect(was.map { $0.map { Array($0.utf8) } } == now.map { $0.map { Array($0.utf8) } }, "row \(index)")
    }
    #expect(kinds == [.text])
  }

  @Test("Texts that come again in the same order, in another and never come back as they were")
  func repeatedTexts() throws {
    var numbers = SeededNumbers(seed: 5)
    var table: Table = []
    for round in 0..<40 {
      for line in 0..<900 {
        let key = numbers.next() % 50 == 0 ? "other \(numbers.next() % 900)" : "screen.\(line).title"
        table.append([
          "section \(line / 90)", key, "locale \(round)", numbers.next() % 3 == 0 ? "OK" : "\(round) \(line)",
        ])
      }
    }
    let bytes = try xlsxBytes { writer in
      try writer.beginWorksheet(WorksheetLayout(name: "Sheet"))
      for texts in table { try writer.append(Row(texts: texts)) }
    }
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "a.xlsx")
    var index = 0
    try XLSXWorkbook(path: path).readRows(ofWorksheetAt: 0) { row in
      #expect(row.texts == table[index])
      index += 1
    }
    #expect(index == table.count)
  }

  @Test("Ten thousand generated texts come back as they were")
  func generatedTexts() throws {
    var numbers = SeededNumbers(seed: 11)
    let table: Table = (0..<10_000).map { _ in [numbers.text()].map { $0.isEmpty ? "x" : $0 } }
    let bytes = try xlsxBytes { writer in
      try writer.beginWorksheet(WorksheetLayout(name: "Sheet"))
      for texts in table { try writer.append(Row(texts: texts)) }
    }
    let directory = try TemporaryDirectory()
    let workbook = try XLSXWorkbook(path: directory.write(bytes, to: "a.xlsx"))
    var index = 0
    try workbook.readRows(ofWorksheetAt: 0) { row in
      let same = row.texts.first??.utf8.elementsEqual(table[index].first??.utf8 ?? "".utf8)
      #expect(same == true)
      index += 1
    }
    #expect(index == 10_000)
  }

  @Test("More strings than the table of known ones holds are all written, and found again")
  func manyStrings() throws {
    let bytes = try xlsxBytes { writer in
      try writer.beginWorksheet(WorksheetLayout(name: "Sheet"))
      for number in 0..<80_000 { try writer.append(Row(texts: ["text \(number)", "same", "text \(number)"])) }
    }
    let directory = try TemporaryDirectory()
    let workbook = try XLSXWorkbook(path: directory.write(bytes, to: "a.xlsx"))
    var number = 0
    try workbook.readRows(ofWorksheetAt: 0) { row in
      #expect(row.texts == ["text \(number)", "same", "text \(number)"])
      number += 1
    }
    #expect(number == 80_000)
  }

  @Test("Properties, names and visibility come back as they were")
  func document() throws {
    let properties = DocumentProperties(
      title: "T & <t>", subject: "S", creator: "C", description: "D", custom: [(name: "sheet", value: "a\"b & é")])
    let bytes = try xlsxBytes(properties) { writer in
      for (name, visibility) in [("Sheet & 'x' y", Worksheet.Visibility.visible), ("日本", .veryHidden)] {
        var layout = WorksheetLayout(name: name)
        layout.visibility = visibility
        try writer.beginWorksheet(layout)
      }
    }
    let directory = try TemporaryDirectory()
    let workbook = try XLSXWorkbook(path: directory.write(bytes, to: "a.xlsx"))
    #expect(workbook.worksheets.map(\.name) == ["Sheet & 'x' y", "日本"])
    #expect(workbook.worksheets.map(\.visibility) == [.visible, .veryHidden])
    #expect(workbook.properties.title == "T & <t>")
    #expect(workbook.properties.subject == "S")
    #expect(workbook.properties.creator == "C")
    #expect(workbook.properties.description == "D")
    #expect(workbook.properties.customValue(named: "sheet") == "a\"b & é")
  }
}
