import ProgramRuns

/// Containers that inflate to more than they should, or hold more than they should.
enum ContainerSizeFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addBombs(&files)
    addManifolds(&files)
    addBlanks(&files)
    addCrowds(&files)
    return files.all
  }()

  private static let normal = WorkbookFile.kept
  private static let blanks = " ".repeated(1024)

  private static func addBombs(_ files: inout HostileFiles) {
    files.refused("32 MiB of blanks in a worksheet", "limit.ratio") {
      normal.repeating(blanks, count: 32_768, between: WorkbookFile.sheetStart, and: WorkbookFile.sheetEnd)
    }
    files.refused("32 MiB of blank shared strings", "limit.ratio", "limit.shared-strings") {
      WorkbookFile("<row><c t=\"s\"><v>0</v></c></row>").with(strings: "").repeating(
        "<si><t>\(blanks)</t></si>", count: 32_768, between: "<sst xmlns=\"\(WorkbookFile.main)\">", and: "</sst>",
        in: WorkbookFile.strings)
    }
    files.refused("64 MiB of NUL bytes in a worksheet", "xml.encoding", "limit.ratio") {
      normal.repeating("\0".repeated(1024), count: 65_536, between: "", and: "")
    }
    files.refused("100 worksheets of 15 MiB of blanks each", "limit.ratio") {
      worksheets(100, of: blanks, times: 15 << 10)
    }
    files.refused("250 worksheets of 8,000 cells in a row, ten times each", "limit.cells", "limit.ratio") {
      worksheets(250, of: "<row>" + "<c><v>1</v></c>".repeated(8_000) + "</row>", times: 10)
    }
    files.kept("64 MiB in a part that nobody reads") {
      normal.repeating(blanks, count: 65_536, between: "", and: "", in: "xl/media/image1.png")
    }
  }

  private static func addManifolds(_ files: inout HostileFiles) {
    files.refused("12,000,001 cells in one worksheet", "limit.cells", mentions: ["12000000"]) {
      // Comments without a pattern keep the ratio small.
      var numbers = SeededNumbers(seed: 2)
      let noise = "<!--" + numbers.bytes(1_200).map { String($0, radix: 16) }.joined() + "-->"
      let row = "<row>" + "<c><v>1</v></c>".repeated(16_000) + "</row>"
      return normal.repeating(row + noise, count: 751, between: WorkbookFile.sheetStart, and: WorkbookFile.sheetEnd)
    }
    files.refused("12,000,001 shared strings of nothing", "limit.shared-strings", "limit.ratio") {
      // Comments without a pattern keep the ratio small.
      var numbers = SeededNumbers(seed: 1)
      let noise = "<!--" + numbers.bytes(400).map { String($0, radix: 16) }.joined() + "-->"
      return WorkbookFile("<row><c t=\"s\"><v>0</v></c></row>").with(strings: "").repeating(
        noise + "<si/>".repeated(10_000), count: 1_201, between: "<sst xmlns=\"\(WorkbookFile.main)\">", and: "</sst>",
        in: WorkbookFile.strings)
    }
    files.refused("one text of 32,767 characters in each of 1,000 cells of a row", "limit.row-text") {
      let row = "<row>\("<c t=\"s\"><v>0</v></c>".repeated(1_000))</row>"
      return WorkbookFile(row).with(strings: "<si><t>\("x".repeated(32_767))</t></si>")
    }
  }

  /// A workbook whose worksheets each hold one piece so often.
  private static func worksheets(_ count: Int, of piece: String, times: Int) -> ZIPArchiveBuilder {
    var sheets = ""
    var targets = ""
    var container = normal.container
    let large = normal.repeating(piece, count: times, between: WorkbookFile.sheetStart, and: WorkbookFile.sheetEnd)
    let entry = large.entries[large.index(of: WorkbookFile.sheet)]
    for number in 1...count {
      sheets += "<sheet name=\"S\(number)\" sheetId=\"\(number)\" r:id=\"rId\(number)\"/>"
      targets += WorkbookFile.relationship("rId\(number)", "worksheet", "worksheets/large\(number).xml")
      var copy = entry
      copy.name = Array("xl/worksheets/large\(number).xml".utf8)
      container.entries.append(copy)
    }
    let told = normal.with(WorkbookFile.workbook, WorkbookFile.workbookXML(sheets: sheets)).with(
      WorkbookFile.workbookRelationships, WorkbookFile.relationships(targets)
    ).container
    for name in [WorkbookFile.workbook, WorkbookFile.workbookRelationships] {
      container.entries[container.index(of: name)] = told.entries[told.index(of: name)]
    }
    return container
  }

  private static func addBlanks(_ files: inout HostileFiles) {
    files.refused("a cell in the last column of each of 10,000 rows", "limit.blank-cells") {
      var rows = ""
      for number in 1...10_000 { rows += "<row><c r=\"XFD\(number)\"><v>1</v></c></row>" }
      return WorkbookFile(rows)
    }
    files.refused("60 worksheets with a cell in the last row", "limit.blank-cells") {
      var workbook = WorkbookFile.kept
      var sheets = ""
      var targets = ""
      for number in 1...60 {
        sheets += "<sheet name=\"S\(number)\" sheetId=\"\(number)\" r:id=\"rId\(number)\"/>"
        targets += WorkbookFile.relationship("rId\(number)", "worksheet", "worksheets/sheet\(number).xml")
        let row = "<row r=\"1048576\"><c><v>1</v></c></row>"
        workbook = workbook.with("xl/worksheets/sheet\(number).xml", WorkbookFile.worksheet(row))
      }
      return workbook.with(WorkbookFile.workbook, WorkbookFile.workbookXML(sheets: sheets)).with(
        WorkbookFile.workbookRelationships, WorkbookFile.relationships(targets))
    }
  }

  private static func addCrowds(_ files: inout HostileFiles) {
    files.kept("1,000 entries") { crowd(995) }
    files.refused("1,001 entries", "limit.entries", mentions: ["1000"]) { crowd(996) }
    files.refused("15,000 entries, of which 5 are told", "limit.entries", "zip.bad-directory") {
      crowd(15_000).with { $0.claimedCount = 5 }
    }
  }

  private static func crowd(_ count: Int) -> ZIPArchiveBuilder {
    normal.container.with { container in
      for number in 0..<count { container.entries.append(ZIPArchiveBuilder.Entry("xl/media/\(number).png", [1])) }
    }
  }
}
