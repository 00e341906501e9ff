import ProgramRuns
import Testing

@testable import Spreadsheet

struct CSVGeneratedTests {
  @Test func `Any bytes are read alike in any chunks, and none stop a lenient reading but encodings and limits`() throws
  {
    var numbers = SeededNumbers(seed: 5)
    let pieces: [[UInt8]] = [
      [0x22], [0x22, 0x22], [0x2C], [0x3B], [0x0A], [0x0D], [0x0D, 0x0A], [0], [0x61], Array("plain text".utf8),
      Array("é😀".utf8), [0xE6], [0xF0, 0x9F], [0x80], Array("'=1".utf8), Array("sep=".utf8), [0x20], [0x09],
    ]
    for round in 0..<3_000 {
      // Half of the first records are longer than what is read at the least.
      var bytes: [UInt8] = round.isMultiple(of: 2) ? [] : Array(repeating: 0x61, count: 500 + round % 40)
      for _ in 0..<Int.random(in: 0...40, using: &numbers) { bytes += pieces.randomElement(using: &numbers) ?? [] }
      if !round.isMultiple(of: 2) { bytes += Array("x;y|z\n1,2,3,4,\"5\n".utf8) }
      for options in [CSVReadingOptions(isLenient: true), CSVReadingOptions(unescapesFormulas: true)] {
        let whole = Result { try csv(bytes, options) }
        let size = Int.random(in: 1...20, using: &numbers)
        let chunked = Result { try csv(bytes, options, chunkSize: size) }
        switch (whole, chunked) {
        case (.success(let left), .success(let right)): #expect(left == right, "\(bytes) in chunks of \(size)")
        case (.failure(let left as SpreadsheetError), .failure(let right as SpreadsheetError)):
          #expect(left.code == right.code && left.place == right.place, "\(bytes) in chunks of \(size)")
          #expect(!options.isLenient || left.code == "csv.encoding")
        default: Issue.record("\(bytes) differ in chunks of \(size): \(whole), \(chunked)")
        }
      }
    }
  }

  @Test(
    "The delimiter is that of the first record however little of it is read at once", arguments: CSVGeneratedTests.heads
  ) func delimiter(text: String, expected: UInt8) throws {
    for size in [1, 2, 3, 100, 512, 256 << 10] {
      let document = CSVDocument(
        InputFile(bytes: Array(text.utf8)), options: CSVReadingOptions(isLenient: true), limits: SpreadsheetLimits(),
        chunkSize: size)
      try document.readRows { _ in }
      #expect(document.delimiter == expected, "in chunks of \(size)")
    }
  }

  private static let heads: [(String, UInt8)] = [
    ("\t\t\ta\"b,\"c\n\(filler)\",,,,,,\n", UInt8(ascii: ",")), ("\(newlines)a;b;c\n1,2,3,4\n", UInt8(ascii: ";")),
    ("\(filler);;,\n,,,,\n", UInt8(ascii: ";")), ("sep=|\r\na;b;c\n", UInt8(ascii: "|")), ("a:b", UInt8(ascii: ":")),
    ("", UInt8(ascii: ",")), ("\"\(cell)\";b;c\n1;2;3\n", UInt8(ascii: ";")),
    ("a,b;\(cell);c;d;e\n1;2;3\n", UInt8(ascii: ";")), ("\"a, \(cell)\";c;d;e\n1;2;3\n", UInt8(ascii: ";")),
  ]
  /// As long as a cell can be.
  private static let cell = String(repeating: "字", count: 32_767)
  private static let filler = String(repeating: "x", count: 600)
  private static let newlines = String(repeating: "\n", count: 600)
}
