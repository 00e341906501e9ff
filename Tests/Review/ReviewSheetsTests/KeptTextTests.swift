import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets

struct KeptTextTests {
  /// A workbook whose rows all show one long text under a column.
  private func workbook(_ column: Int, rows: Int, length: Int, to file: String) throws {
    let headers = ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable", "Note"]
    let writer = try XLSXWriter(to: OutputFile(path: file))
    try writer.beginWorksheet(WorksheetLayout(name: "Review"))
    let row = Row()
    for (column, header) in headers.enumerated() { row.append(header, column: column) }
    try writer.append(row)
    for number in 1...rows {
      row.removeAll(index: number)
      for (place, text) in ["s", "k\(number)", "da"].enumerated() { row.append(text, column: place) }
      row.append(String(repeating: "x", count: length), column: column)
      try writer.append(row)
    }
    try writer.finish()
  }

  @Test(arguments: [4, 6]) func `texts beyond the limit end the reading with what to do`(column: Int) throws {
    let folder = try ScratchFolder()
    let file = folder.file("a.xlsx")
    try workbook(column, rows: 200, length: 10_000, to: file)
    var limits = SpreadsheetLimits()
    limits.keptText = 1_000_000
    let error = #expect(throws: SpreadsheetError.self) { try ReviewSheetReader.read([file], limits: limits) }
    #expect(error?.code == "limit.kept-text")
    #expect(error?.message.contains("1000000 bytes") == true)
    #expect(error?.hint?.contains("`keptText`") == true)
    #expect(error?.place.file == file)
    #expect(try ReviewSheetReader.read([file]).rowCount == 200)
    // The limit is that of all files together, so none of them is left out.
    let other = try folder.write("Section,Key,Locale,Current value,Proposal\ns,k,da,a,b\n", to: "b.csv")
    let both = #expect(throws: SpreadsheetError.self) {
      try ReviewSheetReader.read([other, file], limits: limits, leavesOutForeignFiles: true)
    }
    #expect(both?.code == "limit.kept-text")
  }

  @Test func `a large file may hold more texts, as many as it has bytes for`() throws {
    let folder = try ScratchFolder()
    var text = "Section,Key,Locale,Current value,Proposal,Deletable\r\n"
    for number in 0..<1_000 { text += "s,k\(number),da,now,\(String(repeating: "x", count: 100)),\r\n" }
    let file = try folder.write(text, to: "a.csv")
    var limits = SpreadsheetLimits()
    limits.keptText = 1
    #expect(try ReviewSheetReader.read([file], limits: limits).rows.count == 1_000)
  }
}
