import Testing

@testable import Spreadsheet

@Suite("Generated CSV")
struct CSVGeneratedTests {
  @Test("Any bytes are read alike in any chunks, and none stop a lenient reading but encodings and limits")
  func anyBytes() throws {
    var numbers = SeededNumbers(seed: 5)
    let pieces: [[UInt8]] = [
      [0x22], [0x22, 0x22], [0x2C], [0x3B], [0x0A], [0x0D], [0x0D, 0x0A], [0], [0x61], Array("plain text".utf8),
      Array("é😀".utf8), [0xE6], [0xF0, 0x9F], [0x80], Array("'=1".utf8), Array("sep=".utf8), [0x20], [0x09],
    ]
    for _ in 0..<3_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &numbers) { bytes += pieces.randomElement(using: &numbers) ?? [] }
      for options in [CSVReadingOptions(isLenient: true), CSVReadingOptions(unescapesFormulas: true)] {
        let whole = Result { try csv(bytes, options) }
        let size = Int.random(in: 1...20, using: &numbers)
        let chunked = Result { try csv(bytes, options, chunkSize: size) }
        switch (whole, chunked) {
        case (.success(let left), .success(let right)):
          #expect(left == right, "\(bytes) in chunks of \(size)")
        case (.failure(let left as SpreadsheetError), .failure(let right as SpreadsheetError)):
          #expect(left.code == right.code && left.place == right.place, "\(bytes) in chunks of \(size)")
          #expect(!options.isLenient || left.code.rawValue == "csv.encoding")
        default: Issue.record("\(bytes) differ in chunks of \(size): \(whole), \(chunked)")
        }
      }
    }
  }
}
