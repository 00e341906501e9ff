import Testing

@testable import Spreadsheet

struct RowsAheadTests {
  private struct Stop: Error, Equatable {
    let row: Int
  }

  /// Makes rows of two cells each, `count` of them, the texts as long as `length` says.
  private static func making(_ count: Int, length: @escaping (Int) -> Int = { $0 % 70 + 1 }, failsAt: Int? = nil)
    -> RowsAhead
  {
    RowsAhead { body in
      let row = Row()
      for index in 0..<count {
        if index == failsAt { throw Stop(row: index) }
        row.removeAll(index: index)
        row.append("row \(index)", column: 0)
        row.append(String(repeating: "x", count: length(index)), column: 7, style: 3)
        row.height = index % 400
        try body(row)
      }
    }
  }

  @Test(arguments: [0, 1, 255, 256, 257, 20_000])
  func `rows arrive whole and in order`(count: Int) throws {
    var next = 0
    try Self.making(count).forEach { row in
      #expect(row.index == next)
      #expect(row.count == 2)
      #expect(row.text(inColumn: 0) == "row \(next)")
      #expect(row.text(inColumn: 7).utf8.count == next % 70 + 1)
      #expect(row.cell(inColumn: 7)?.style == 3)
      #expect(row.height == next % 400)
      next += 1
    }
    #expect(next == count)
  }

  @Test func `long rows among short ones arrive too`() throws {
    var lengths: [Int] = []
    try Self.making(3_000, length: { $0 % 500 == 250 ? 900_000 : 5 }).forEach { row in
      lengths.append(row.text(inColumn: 7).utf8.count)
    }
    #expect(lengths.count == 3_000)
    #expect(lengths.indices.filter { lengths[$0] == 900_000 } == [250, 750, 1_250, 1_750, 2_250, 2_750])
    #expect(lengths.filter { $0 == 5 }.count == 2_994)
  }

  @Test func `what the body throws ends the reading at once`() throws {
    var seen = 0
    #expect(throws: Stop(row: 300)) {
      // Never ends by itself.
      try Self.making(.max).forEach { row in
        seen += 1
        if row.index == 300 { throw Stop(row: 300) }
      }
    }
    #expect(seen == 301)
  }

  @Test func `what the reading throws comes after all rows before it`() throws {
    var seen = 0
    #expect(throws: Stop(row: 1_000)) { try Self.making(5_000, failsAt: 1_000).forEach { _ in seen += 1 } }
    #expect(seen == 1_000)
  }

  @Test func `an error of an earlier row wins over one of the reading`() throws {
    for _ in 0..<50 {
      #expect(throws: Stop(row: 999)) {
        try Self.making(5_000, failsAt: 1_000).forEach { row in
          if row.index == 999 { throw Stop(row: 999) }
        }
      }
    }
  }

  @Test func `a slow body holds the reading back`() throws {
    // Written by the thread that makes the rows; read once it has ended.
    let made = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { made.deallocate() }
    made.initialize(to: 0)
    let ahead = RowsAhead { body in
      let row = Row()
      while true {
        row.removeAll(index: made.pointee)
        made.pointee += 1
        try body(row)
      }
    }
    #expect(throws: Stop(row: 0)) { try ahead.forEach { _ in throw Stop(row: 0) } }
    // Four blocks of 256 rows, and the row that found nobody who wants it.
    #expect(made.pointee <= 4 * 256 + 1)
  }

  @Test func `a large worksheet reads ahead as it reads`() throws {
    let output = MemoryOutput()
    let writer = try XLSXWriter(to: output)
    try writer.beginWorksheet(WorksheetLayout(name: "Rows"))
    let row = Row()
    for index in 0..<30_000 {
      row.removeAll(index: index)
      row.append("section \(index % 9)", column: 0)
      row.append("Größe \(index) 写真 <&>", column: 2)
      try writer.append(row)
    }
    try writer.finish()
    let file = try TemporaryFile(output.bytes)
    func lines(_ read: (XLSXWorkbook, (Row) throws -> Void) throws -> Void) throws -> [String] {
      var lines: [String] = []
      try read(try XLSXWorkbook(path: file.path)) { row in
        lines.append("\(row.index)|" + row.filledCells.map { "\($0.column)=\(row.text(of: $0))" }.joined())
      }
      return lines
    }
    let plain = try lines { try $0.readRows(ofWorksheetAt: 0, $1) }
    let ahead = try lines { try $0.readRowsAhead(ofWorksheetAt: 0, $1) }
    #expect(plain.count == 30_000)
    #expect(plain[29_999] == "29999|0=section 22=Größe 29999 写真 <&>")
    #expect(ahead == plain)
  }
}
