import ProgramRuns
import Testing

@testable import Spreadsheet

struct ZIPWriterTests {
  @Test func `The same rows make the same bytes on any number of processors, and again`() throws {
    let written = try [1, 2, 3, 8, 1].map { threads in
      try xlsxBytes(threads: threads) { writer in
        try writer.beginWorksheet(WorksheetLayout(name: "Sheet"))
        // Long enough for many blocks of both parts that are compressed side by side.
        for number in 0..<60_000 {
          try writer.append(Row(texts: ["default", "key\(number / 10)", "da-DK", "Some text \(number) that differs"]))
        }
      }
    }
    #expect(written.allSatisfy { $0 == written[0] })
    #expect(try parts(of: written[0])["xl/worksheets/sheet1.xml"]?.hasSuffix("</worksheet>") == true)
  }

  @Test func `Sizes stand in the header of a part that was whole, and behind one that was not`() throws {
    let output = MemoryOutput()
    let container = ZIPWriter(to: output, threads: 1)
    try container.addPart(named: "a", "hello")
    let stream = try container.beginPart(named: "ü")
    stream.buffer.pointee.append("world")
    try container.endPart()
    try container.finish()
    let bytes = output.bytes
    // Local header: version 20, no flags, DEFLATE, 1980-01-01, CRC-32 and sizes of "hello".
    #expect(
      Array(bytes[0..<31]) == [
        0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0, 0x86, 0xA6, 0x10, 0x36, 7, 0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0,
        UInt8(ascii: "a"),
      ])
    // Flags 3 and 11: sizes behind the part, a name in UTF-8.
    let second = 31 + 7
    #expect(Array(bytes[second..<(second + 8)]) == [0x50, 0x4B, 3, 4, 20, 0, 8, 8])
    #expect(Array(bytes[(second + 14)..<(second + 26)]) == [UInt8](repeating: 0, count: 12))
    let behind = second + 32 + 7
    #expect(Array(bytes[behind..<(behind + 16)]) == [0x50, 0x4B, 7, 8, 0x43, 0x11, 0x77, 0x3A, 7, 0, 0, 0, 5, 0, 0, 0])
    #expect(Array(bytes[(bytes.count - 22)..<(bytes.count - 10)]) == [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 2, 0, 2, 0])
    #expect(try parts(of: bytes) == ["a": "hello", "ü": "world"])
  }

  @Test func `A container longer than 4 GiB says so in ZIP64 records`() {
    var entry = ZIPWriterEntry(name: "a", offset: 0x1_2345_6789, sizesFollow: true)
    entry.size = 5
    entry.compressedSize = 7
    let record = entry.directoryRecord
    #expect(Array(record[42..<46]) == [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(Array(record[47...]) == [1, 0, 8, 0, 0x89, 0x67, 0x45, 0x23, 1, 0, 0, 0])
    let end = ZIPWriterEntry.end(count: 1, directoryOffset: 0x1_0000_0000, directorySize: 59)
    #expect(end.count == 56 + 20 + 22)
    #expect(Array(end[0..<4]) == [0x50, 0x4B, 6, 6])
    #expect(Array(end[48..<56]) == [0, 0, 0, 0, 1, 0, 0, 0])
    #expect(Array(end[56..<72]) == [0x50, 0x4B, 6, 7, 0, 0, 0, 0, 59, 0, 0, 0, 1, 0, 0, 0])
    #expect(Array(end[92..<96]) == [0xFF, 0xFF, 0xFF, 0xFF])
  }

  @Test func `Many strings wait in a file without a name and leave nothing behind`() throws {
    let directory = try Folder()
    let path = directory.file("a.xlsx")
    let writer = try XLSXWriter(to: OutputFile(path: path))
    try writer.beginWorksheet(WorksheetLayout(name: "Sheet"))
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<20_000 {
      try writer.append(Row(texts: [(0..<8).map { _ in String(numbers.next(), radix: 36) }.joined()]))
    }
    try writer.finish()
    #expect(try directory.names() == ["a.xlsx"])
    var count = 0
    try XLSXWorkbook(path: path).readRows(ofWorksheetAt: 0) { row in
      if row.texts.first??.isEmpty == false { count += 1 }
    }
    #expect(count == 20_000)
  }
}
