import Benchmark
import Foundation
import MadeTexts
import Spreadsheet

/// A sheet in both formats, and a folder for what is written.
private struct Sheets {
  let texts = MadeTexts()
  let folder: String
  var workbook: String { folder + "/rows.xlsx" }
  var table: String { folder + "/rows.csv" }

  init() throws {
    folder = try makeFolder()
    try writeWorkbook(to: OutputFile(path: workbook))
    try writeTable(to: OutputFile(path: table))
  }

  func writeWorkbook(to output: any ByteOutput) throws {
    let writer = try XLSXWriter(to: output)
    try writer.beginWorksheet(WorksheetLayout(name: "Review"))
    try texts.forEachRow { try writer.append($0) }
    try writer.finish()
  }

  func writeTable(to output: any ByteOutput) throws {
    let writer = try CSVWriter(to: output)
    try texts.forEachRow { try writer.append($0) }
    try writer.finish()
  }
}

/// Every byte of every cell, so that no reading can be left out.
private func sum(_ row: Row, into total: inout Int) {
  for cell in row.filledCells { total &+= row.withUTF8(of: cell) { $0.count } }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal, .peakMemoryResident], warmupIterations: 1, maxDuration: .seconds(10),
    maxIterations: 25)

  Benchmark(
    "write XLSX, 100,000 rows",
    closure: { (_: Benchmark, sheets: Sheets) in
      try sheets.writeWorkbook(to: OutputFile(path: sheets.folder + "/out.xlsx"))
    }, setup: { try Sheets() })

  Benchmark(
    "write CSV, 100,000 rows",
    closure: { (_: Benchmark, sheets: Sheets) in try sheets.writeTable(to: OutputFile(path: sheets.folder + "/out.csv"))
    }, setup: { try Sheets() })

  Benchmark(
    "read XLSX, 100,000 rows",
    closure: { (_: Benchmark, sheets: Sheets) in
      var total = 0
      try XLSXWorkbook(path: sheets.workbook).readRows(ofWorksheetAt: 0) { sum($0, into: &total) }
      blackHole(total)
    }, setup: { try Sheets() })

  Benchmark(
    "read CSV, 100,000 rows",
    closure: { (_: Benchmark, sheets: Sheets) in
      var total = 0
      guard case .delimited(let document) = try SpreadsheetDocument.open(path: sheets.table) else {
        preconditionFailure("a CSV file is opened as one")
      }
      try document.readRows { sum($0, into: &total) }
      blackHole(total)
    }, setup: { try Sheets() })

  Benchmark(
    "convert XLSX to CSV, 100,000 rows",
    closure: { (_: Benchmark, sheets: Sheets) in
      _ = try TableConversion(to: .csv).convert(sheets.workbook, to: .file(path: sheets.folder + "/out.csv"))
    }, setup: { try Sheets() })
}
