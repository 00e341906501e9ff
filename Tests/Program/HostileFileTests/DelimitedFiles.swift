import ProgramRuns

/// Delimited text that goes on and on, read strictly as a review sheet and leniently as any table.
enum DelimitedFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    files.fileName = "sheet.csv"
    addLengths(&files)
    return files.all
  }()

  private static func addLengths(_ files: inout HostileFiles) {
    for reading in [HostileFile.Reading.table, .reviewSheet] {
      files.reading = reading
      files.refused("a million columns, \(reading)", "limit.columns") {
        [UInt8](repeating: 0x2C, count: 1_000_000) + [0x0A]
      }
      files.refused("a header of 2 MiB, \(reading)", "limit.csv-field") { [UInt8](repeating: 0x61, count: 2 << 20) }
      files.refused("a field of 20 MiB, \(reading)", "limit.csv-field") {
        Array("a,b,c\nd,\"".utf8) + [UInt8](repeating: 0x78, count: 20 << 20) + Array("\",e\n".utf8)
      }
      files.bounded("two million quotes, \(reading)") { [UInt8](repeating: 0x22, count: 2_000_000) }
    }
    files.reading = .table
    files.accepted("two million blank lines", [#"["x"]"#]) { [UInt8](repeating: 0x0A, count: 2_000_000) + [0x78] }
    files.accepted("16,384 columns", ["[" + String(repeating: "null, ", count: 16_383) + "\"x\"]"]) {
      [UInt8](repeating: 0x2C, count: 16_383) + [0x78, 0x0A]
    }
    files.refused("a field of 1 MiB and a byte", "limit.csv-field", mentions: ["1048576"]) {
      Array("a,".utf8) + [UInt8](repeating: 0x78, count: (1 << 20) + 1) + [0x0A]
    }
    files.refused("a record of 65 fields of 1 MiB", "limit.record") {
      ([UInt8](repeating: 0x78, count: 1 << 20) + [0x2C]).repeated(66)
    }
    files.bounded("a million quoted delimiters") { Array("\",\",".utf8).repeated(16_000).dropLast() + [0x0A] }
    files.bounded("300,000 records of three empty fields") { Array(",,\n".utf8).repeated(300_000) }
  }
}
