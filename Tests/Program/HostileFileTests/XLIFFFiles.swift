import ProgramRuns

/// Reviews as XLIFF that never end, or that are something else.
enum XLIFFFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    files.fileName = "review.xlf"
    files.reading = .reviewSheet
    addFloods(&files)
    addForms(&files)
    return files.all
  }()

  private static func document(_ units: String) -> [UInt8] {
    Array(
      ("<?xml version=\"1.0\"?>\n<xliff version=\"1.2\"><file original=\"da\" source-language=\"en\" "
        + "target-language=\"da\"><body>\(units)</body></file></xliff>").utf8)
  }

  private static let plain = "<trans-unit id=\"1\"><source>AB</source><target>C</target></trans-unit>"

  private static func addFloods(_ files: inout HostileFiles) {
    files.refused("units in 100,000 groups", "limit.xml-depth") { document("<group>".repeated(100_000) + plain) }
    files.refused("a million attributes", "limit.xml-tag") {
      document("<trans-unit" + (0..<1_000_000).lazy.map { " a\($0)=\"\"" }.joined() + "/>")
    }
    files.refused("a text of 32 MiB", "limit.unit") {
      document("<trans-unit id=\"1\"><source>\("x".repeated(32 << 20))</source></trans-unit>")
    }
    files.refused("a million units of nobody", "sheet.no-header") {
      document("<trans-unit id=\"1\"><source/></trans-unit>".repeated(1_000_000))
    }
    // Each takes seconds where the codes are looked for one by one, or where the text is copied for each piece.
    files.refused("40,000 codes that their ids tell", "sheet.no-header") {
      let codes: String = (0..<40_000).lazy.map { "<ph id=\"\($0)\">%d</ph>" }.joined()
      let empty: String = (0..<40_000).lazy.map { "<x id=\"\($0)\"/>" }.joined()
      return document("<trans-unit id=\"1\"><source>\(codes)</source><target>\(empty)</target></trans-unit>")
    }
    files.refused("a text of 5 MiB before 30,000 marks", "sheet.no-header") {
      let text = "x".repeated(5 << 20) + "<mrk>a</mrk>".repeated(30_000)
      return document("<trans-unit id=\"1\"><source>a</source><target>\(text)</target></trans-unit>")
    }
    files.refused("a million codes in a text", "limit.unit") {
      document("<trans-unit id=\"1\"><source>\("<x/>".repeated(1_000_000))</source></trans-unit>")
    }
  }

  private static func addForms(_ files: inout HostileFiles) {
    files.refused("no units", "sheet.no-header") { document("") }
    files.refused("a workbook by another name", "xml.encoding", "xml.malformed") { WorkbookFile.kept }
  }
}
