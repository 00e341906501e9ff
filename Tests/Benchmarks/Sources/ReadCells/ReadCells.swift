import Spreadsheet

/// `read-cells FILE`: reads every cell of a sheet as text with the library alone, and prints how many cells and bytes there are.
@main enum ReadCells {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: read-cells FILE")
      return
    }
    var count = Count()
    switch try SpreadsheetDocument.open(path: CommandLine.arguments[1]) {
    case .workbook(let workbook):
      for index in workbook.worksheets.indices { try workbook.readRows(ofWorksheetAt: index) { count.add($0) } }
    case .delimited(let document): try document.readRows { count.add($0) }
    }
    print("\(count.cells) cells, \(count.bytes) bytes")
  }

  private struct Count {
    var cells = 0
    var bytes = 0

    mutating func add(_ row: Row) {
      for cell in row.filledCells {
        let length = row.withUTF8(of: cell) { $0.count }
        cells += 1
        bytes += length
      }
    }
  }
}
