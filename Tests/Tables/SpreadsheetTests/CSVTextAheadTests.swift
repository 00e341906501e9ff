import Testing

@testable import Spreadsheet

struct CSVTextAheadTests {
  private struct Stop: Error {}

  private static let line = "section,key,\"a text with \"\"quotes\"\", é and 한국어\"\r\n"

  @Test func `the reading ends where no more rows are wanted`() {
    let bytes = Array(String(repeating: Self.line, count: 40_000).utf8)
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
    let start = Array(String(repeating: Self.line, count: 30_000).utf8)
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

  /// A text in another encoding, with the options by which it is read.
  struct Encoded: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    var options = CSVReadingOptions()
  }

  private static let encoded: [Encoded] = {
    let text = String(repeating: "section,key,\"a text with \"\"quotes\"\", é and €\"\r\n", count: 30_000)
    let units = Array(text.utf16)
    let windows = text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
    return [
      Encoded(
        testDescription: "UTF-16, big-endian",
        bytes: [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
      Encoded(
        testDescription: "UTF-16, little-endian",
        bytes: [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
      Encoded(testDescription: "windows-1252", bytes: windows, options: CSVReadingOptions(encoding: "windows-1252")),
    ]
  }()

  @Test(arguments: encoded) func `other encodings are decoded alike in chunks of any size`(text: Encoded) throws {
    for size in [10_000, 256 << 10] {
      let document = CSVDocument(
        InputFile(bytes: text.bytes), options: text.options, limits: SpreadsheetLimits(), chunkSize: size)
      var count = 0
      try document.readRows { row in
        count += 1
        if row.count != 3 || row.text(of: row.filledCells[2]) != "a text with \"quotes\", é and €" {
          Issue.record("row \(count) is \(row.filledCells.map { row.text(of: $0) })")
        }
      }
      #expect(count == 30_000)
    }
  }
}
