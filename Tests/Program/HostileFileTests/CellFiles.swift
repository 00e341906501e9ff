import ProgramRuns

/// Worksheets whose cells are told more of than they can have.
enum CellFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addMetadata(&files)
    files.bounded("a formula of 1 MiB") { row("<c><f>\("+1".repeated(1 << 19))</f><v>1</v></c>") }
    return files.all
  }()

  private static func row(_ cells: String) -> WorkbookFile { WorkbookFile("<row r=\"1\">\(cells)</row>") }

  private static func addMetadata(_ files: inout HostileFiles) {
    let grid = "A1:XFD1048576"
    let pieces: [(String, String, Int)] = [
      ("merged ranges", "<mergeCells count=\"4294967295\">|<mergeCell ref=\"\(grid)\"/>|</mergeCells>", 40_000),
      ("data validations", "<dataValidations>|<dataValidation sqref=\"\(grid)\"/>|</dataValidations>", 40_000),
      (
        "conditional formats",
        "|<conditionalFormatting sqref=\"\(grid)\"><cfRule type=\"x\"/></conditionalFormatting>|", 20_000
      ), ("columns", "<cols>|<col min=\"1\" max=\"4294967295\" width=\"1e308\"/>|</cols>", 40_000),
      ("hyperlinks", "<hyperlinks>|<hyperlink ref=\"\(grid)\" r:id=\"rId9\"/>|</hyperlinks>", 40_000),
      ("breaks", "<rowBreaks count=\"-1\">|<brk id=\"99999999999\"/>|</rowBreaks>", 40_000),
    ]
    for (what, text, count) in pieces {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      files.kept("\(count) \(what) over the whole grid") {
        let content = parts[0] + String(repeating: parts[1], count: count) + parts[2]
        let start = "<worksheet xmlns=\"\(WorkbookFile.main)\" xmlns:r=\"\(WorkbookFile.office)\">"
        return WorkbookFile.kept.with(
          WorkbookFile.sheet, start + "<sheetData>\(WorkbookFile.keptRow)</sheetData>" + content + "</worksheet>")
      }
    }
    files.kept("styles that don't count right") {
      WorkbookFile.kept.with(
        styles: "<fonts count=\"4294967295\"/><cellXfs count=\"99999999999\"><xf numFmtId=\"-1\"/></cellXfs>")
    }
    files.accepted("a style that isn't there", ["[1]"]) { row("<c s=\"99999999999999999999\"><v>1</v></c>") }
    files.bounded("a number format of 60,000 sections") {
      WorkbookFile("<row><c s=\"0\"><v>1</v></c></row>").with(
        styles: "<numFmts><numFmt numFmtId=\"200\" formatCode=\"\("y;".repeated(30_000))\"/></numFmts>"
          + "<cellXfs><xf numFmtId=\"200\"/></cellXfs>")
    }
  }
}
