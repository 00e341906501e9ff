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
    #expect(Array(bytes[0..<31]) == hex("504b0304 1400 0000 0800 0000 2100 86a61036 07000000 05000000 0100 0000 61"))
    // Flags 3 and 11: sizes behind the part, a name in UTF-8.
    let second = 31 + 7
    #expect(Array(bytes[second..<(second + 8)]) == hex("504b0304 1400 0808"))
    #expect(Array(bytes[(second + 14)..<(second + 26)]) == [UInt8](repeating: 0, count: 12))
    let behind = second + 32 + 7
    #expect(Array(bytes[behind..<(behind + 16)]) == hex("504b0708 4311773a 07000000 05000000"))
    #expect(Array(bytes[(bytes.count - 22)..<(bytes.count - 10)]) == hex("504b0506 00000000 0200 0200"))
    #expect(try parts(of: bytes) == ["a": "hello", "ü": "world"])
  }

  @Test func `A container longer than 4 GiB says so in ZIP64 records`() {
    var entry = ZIPWriterEntry(name: "a", offset: 0x1_2345_6789, sizesFollow: true)
    entry.size = 5
    entry.compressedSize = 7
    let record = entry.directoryRecord
    #expect(Array(record[42..<46]) == hex("ffffffff"))
    #expect(Array(record[47...]) == hex("0100 0800 8967452301000000"))
    let end = ZIPWriterEntry.end(count: 1, directoryOffset: 0x1_0000_0000, directorySize: 59)
    #expect(end.count == 56 + 20 + 22)
    #expect(Array(end[0..<4]) == hex("504b0606"))
    #expect(Array(end[48..<56]) == hex("0000000001000000"))
    #expect(Array(end[56..<72]) == hex("504b0607 00000000 3b000000 01000000"))
    #expect(Array(end[92..<96]) == hex("ffffffff"))
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
