import Foundation
import Testing

@testable import Spreadsheet

/// Sheets that named programs wrote, in `Tests/Fixtures`, against the table that they were given.
@Suite("Sheets of other programs") struct ProgramSheetsTests {
  struct Fixture: Decodable, Sendable, CustomTestStringConvertible {
    /// A cell that the program itself changed: its row of the table and column, counted from zero, and what it holds.
    struct Lost: Decodable, Sendable {
      let row: Int
      let column: Int
      let text: String

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        row = try list.decode(Int.self)
        column = try list.decode(Int.self)
        text = try list.decode(String.self)
      }
    }

    let file: String
    let rows: Int
    let worksheet: String?
    let encoding: String?
    let lost: [Lost]

    var testDescription: String { file }
  }

  struct Table: Decodable, Sendable {
    let header: [String]
    let rows: [[String]]
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "../../Fixtures"
  ).standardized.path

  static func decoded<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
  }

  static let fixtures = (try? decoded([Fixture].self, "fixtures.json")) ?? []

  @Test func `there are sheets of at least nine programs and habits of eight more`() {
    #expect(Self.fixtures.count >= 30)
  }

  @Test(arguments: fixtures) func `are read exactly as the program wrote them`(fixture: Fixture) throws {
    let table = try Self.decoded(Table.self, "hard-texts.json")
    var expected = [table.header] + table.rows
    for lost in fixture.lost { expected[lost.row + 1][lost.column] = lost.text }
    var found: [[String]] = []
    let take = { (row: Row) in
      while found.count < row.index { found.append([]) }
      var cells = [String](repeating: "", count: table.header.count)
      for cell in row.filledCells where cell.column < cells.count { cells[cell.column] = row.text(of: cell) }
      found.append(cells)
    }
    let document = try SpreadsheetDocument.open(
      path: "\(Self.folder)/sheets/\(fixture.file)", csv: CSVReadingOptions(encoding: fixture.encoding),
      limits: SpreadsheetLimits())
    switch document {
    case .workbook(let workbook):
      let index = try #require(workbook.worksheets.firstIndex { $0.name == fixture.worksheet })
      try workbook.readRows(ofWorksheetAt: index, take)
    case .delimited(let document): try document.readRows(take)
    }
    // A title may stand above the header.
    let start = try #require(found.firstIndex { $0.first == table.header[0] })
    let rows = found[start...].filter { !$0.allSatisfy(\.isEmpty) }
    #expect(rows.count == fixture.rows + 1)
    for (index, row) in rows.enumerated() where index < expected.count {
      for (column, text) in row.enumerated() {
        #expect(
          Array(text.utf8) == Array(expected[index][column].utf8), "row \(index - 1), column \(column) of the table")
      }
    }
  }
}
