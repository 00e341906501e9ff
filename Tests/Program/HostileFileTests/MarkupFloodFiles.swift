import ProgramRuns

/// XML that is deep or long.
enum MarkupFloodFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addDepths(&files)
    addTags(&files)
    addPieces(&files)
    return files.all
  }()

  private static let normal = WorkbookFile.kept

  private static func inSheet(_ content: String) -> WorkbookFile { WorkbookFile(content) }

  private static func many(_ count: Int, _ piece: (Int) -> String) -> String {
    var all = ""
    for number in 0..<count { all += piece(number) }
    return all
  }

  private static func addDepths(_ files: inout HostileFiles) {
    files.refused("100,000 elements that never end", "limit.xml-depth") { inSheet("<a>".repeated(100_000)) }
  }

  private static func addTags(_ files: inout HostileFiles) {
    for count in [5_000, 100_000] {
      files.refused("\(count) attributes in one tag", "limit.xml-tag", "limit.xml-attributes", "limit.xml-names") {
        inSheet("<row " + many(count) { "a\($0)=\"\" " } + "/>")
      }
      files.refused("\(count) namespaces in one tag", "limit.xml-tag", "limit.xml-attributes", "limit.xml-names") {
        inSheet("<row " + many(count) { "xmlns:n\($0)=\"u\" " } + "/>")
      }
    }
    files.refused("a name of 1 MiB", "limit.xml-tag", "xml.malformed") { inSheet("<" + "n".repeated(1 << 20) + "/>") }
    files.refused("an attribute of 11 MiB", "limit.xml-tag") {
      normal.repeating(
        "x".repeated(1024), count: 11 << 10, between: WorkbookFile.sheetStart + "<row a=\"",
        and: "\"/>" + WorkbookFile.sheetEnd)
    }
    files.refused("a tag that never ends", "limit.xml-tag", "xml.malformed") {
      inSheet("<row" + " a='x'".repeated(200_000))
    }
  }

  private static func addPieces(_ files: inout HostileFiles) {
    let blanks = " ".repeated(2 << 20)
    files.refused("a comment of 2 MiB of `<`", "limit.xml-tag", "xml.malformed") {
      inSheet("<!--" + "<".repeated(2 << 20) + "-->")
    }
    files.refused("a comment that never ends", "limit.xml-tag", "xml.malformed") { inSheet("<!--" + blanks) }
    files.refused("a section of 2 MiB in a cell", "limit.cell-text", "limit.xml-tag") {
      inSheet("<row><c t=\"str\"><v><![CDATA[" + "x".repeated(2 << 20) + "]]></v></c></row>")
    }
    files.bounded("a section of 2 MiB between rows") { inSheet("<![CDATA[" + blanks + "]]>") }
    files.kept("100,000 comments") { inSheet("<!---->".repeated(100_000) + WorkbookFile.keptRow) }
    files.kept("300,000 character references") { inSheet("&#32;".repeated(300_000) + WorkbookFile.keptRow) }
    files.accepted("a text in 10,000 sections", ["[\"" + "x".repeated(10_000) + "\"]"]) {
      inSheet("<row><c t=\"str\"><v>" + "<![CDATA[x]]>".repeated(10_000) + "</v></c></row>")
    }
    files.accepted("a text in 10,000 runs", ["[\"" + "x".repeated(10_000) + "\"]"]) {
      inSheet("<row><c t=\"inlineStr\"><is>" + "<r><rPr><b/></rPr><t>x</t></r>".repeated(10_000) + "</is></c></row>")
    }
    files.kept("200,000 empty cells and 20,000 empty rows") {
      inSheet(
        "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>kept</v></c></row>"
          + "<row><c s=\"1\"/><c/><c/><c/><c/></row>".repeated(40_000))
    }
  }
}
