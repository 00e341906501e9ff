import Basics
import Testing

@Suite("Names of cells")
struct CellNameTests {
  @Test(
    "a column has one to three letters",
    arguments: [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA"), (16_383, "XFD")])
  func columns(column: Int, letters: String) {
    #expect(CellName.letters(ofColumn: column) == letters)
  }

  @Test("a cell is its column and its row, which is counted from one")
  func cells() {
    #expect(CellName.cell(row: 6, column: 1) == "B7")
  }

  @Test("neighbouring columns are one range")
  func ranges() {
    #expect(CellName.ranges(columns: [4, 0, 1, 4, 2], rows: 1...9) == "A2:C10 E2:E10")
  }
}
