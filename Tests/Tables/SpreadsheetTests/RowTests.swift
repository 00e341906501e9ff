import ProgramRuns
import Testing

@testable import Spreadsheet

@Suite("A row") struct RowTests {
  @Test func `finds the cell of a column however many are left out`() {
    var numbers = SeededNumbers(seed: 9)
    for _ in 0..<300 {
      let columns = Set((0..<(numbers.next() % 40)).map { _ in Int(numbers.next() % 60) }).sorted()
      let row = Row()
      row.removeAll(index: 0)
      for column in columns { row.append("\(column)", column: column) }
      for column in [.min, .min + 3, .max] + Array(-2..<64) {
        #expect(row.text(inColumn: column) == (columns.contains(column) ? "\(column)" : ""))
        #expect(row.cell(inColumn: column)?.column == (columns.contains(column) ? column : nil))
      }
    }
  }

  @Test func `makes one text of bytes that come in pieces, and none of those before`() {
    let row = Row()
    row.append("first", column: 0)
    let start = row.byteCount
    for piece in ["Gr", "üß", "", "e"] { row.appendBytes(piece) }
    row.appendCell(from: start, column: 3, style: 0)
    row.appendCell(from: row.byteCount, column: 4)
    #expect(row.texts == ["first", nil, nil, "Grüße", ""])
    #expect(row.byteCount == 12)
  }
}
