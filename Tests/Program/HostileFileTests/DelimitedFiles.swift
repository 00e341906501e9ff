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
      files.refused("a million columns, \(reading)", "limit.columns") { ",".repeated(1_000_000) + "\n" }
      files.refused("a header of 2 MiB, \(reading)", "limit.csv-field") { "a".repeated(2 << 20) }
      files.refused("a field of 20 MiB, \(reading)", "limit.csv-field") {
        "a,b,c\nd,\"" + "x".repeated(20 << 20) + "\",e\n"
      }
      files.bounded("two million quotes, \(reading)") { "\"".repeated(2_000_000) }
    }
    files.reading = .table
    files.accepted("two million blank lines", [#"["x"]"#]) { "\n".repeated(2_000_000) + "x" }
    files.accepted("16,384 columns", ["[" + "null, ".repeated(16_383) + "\"x\"]"]) { ",".repeated(16_383) + "x\n" }
    files.refused("a field of 1 MiB and a byte", "limit.csv-field", mentions: ["1048576"]) {
      "a," + "x".repeated((1 << 20) + 1) + "\n"
    }
    files.refused("a record of 65 fields of 1 MiB", "limit.record") { ("x".repeated(1 << 20) + ",").repeated(66) }
    files.bounded("a million quoted delimiters") { "\",\",".repeated(16_000).dropLast() + "\n" }
    files.bounded("300,000 records of three empty fields") { ",,\n".repeated(300_000) }
  }
}
