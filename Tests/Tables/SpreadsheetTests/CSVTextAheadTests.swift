import Testing

@testable import Spreadsheet

struct CSVTextAheadTests {
  private struct Stop: Error {}

  private let line = "section,key,\"a text with \"\"quotes\"\", é and 한국어\"\r\n"

  @Test func `the reading ends where no more rows are wanted`() {
    let bytes = Array(String(repeating: line, count: 40_000).utf8)
    for stop in [1, 5_000, 39_999] {
      var count = 0
      #expect(throws: Stop.self) {
        try CSVDocument(InputFile(bytes: bytes)).readRows { _ in
          count += 1
          if count == stop { throw Stop() }
        }
      }
      #expect(count == stop)
    }
  }

  @Test func `a fault far into the text has its place, and comes after the rows before it`() throws {
    let start = Array(String(repeating: line, count: 30_000).utf8)
    let bytes = start + [0xFF] + start
    func reading(chunkSize: Int) -> (rows: Int, error: SpreadsheetError?) {
      var rows = 0
      let document = CSVDocument(
        InputFile(bytes: bytes), options: CSVReadingOptions(), limits: SpreadsheetLimits(), chunkSize: chunkSize)
      let error = spreadsheetError { try document.readRows { _ in rows += 1 } }
      return (rows, error)
    }
    let whole = reading(chunkSize: bytes.count)
    #expect(whole.rows == 30_000)
    #expect(whole.error?.code == .csvEncoding)
    for size in [10_000, 256 << 10] {
      let ahead = reading(chunkSize: size)
      #expect(ahead.rows == whole.rows)
      #expect(ahead.error?.description == whole.error?.description)
    }
  }
}
