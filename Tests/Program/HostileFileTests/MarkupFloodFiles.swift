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

  private static func inSheet(_ content: String) -> [UInt8] { WorkbookFile(content).bytes }

  private static func many(_ count: Int, _ piece: (Int) -> String) -> String {
    var all = ""
    for number in 0..<count { all += piece(number) }
    return all
  }

  private static func addDepths(_ files: inout HostileFiles) {
    for count in [63, 100_000] {
      files.refused("\(count) elements inside each other", "limit.xml-depth") {
        inSheet(String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count))
      }
    }
    files.accepted("62 elements inside each other", []) {
      inSheet(String(repeating: "<a>", count: 62) + String(repeating: "</a>", count: 62))
    }
    files.refused("100,000 elements that never end", "limit.xml-depth") {
      inSheet(String(repeating: "<a>", count: 100_000))
    }
    files.refused("elements inside each other in the relationships", "limit.xml-depth") {
      normal.with(
        WorkbookFile.workbookRelationships,
        WorkbookFile.relationships(String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100))
      ).bytes
    }
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
    files.refused("129 attributes in one tag", "limit.xml-attributes") {
      // After so much else that libxml2 frees the tag's bytes to the system.
      inSheet(
        many(9_000) { "<row r=\"\($0 + 1)\" x=\"\"/>" } + "<row r=\"9999\" " + many(129) { "a\($0)=\"\" " } + "/>")
    }
    files.kept("100 attributes in one tag") {
      inSheet("<x " + many(100) { "a\($0)=\"\" " } + "/>" + WorkbookFile.keptRow)
    }
    files.refused("64 namespaces each of which declares 60 more inside", "limit.xml-attributes") {
      inSheet(many(3) { level in "<x" + many(60) { " xmlns:n\(level)x\($0)=\"u\"" } + ">" } + "</x></x></x>")
    }
    files.refused("300,000 names of elements", "limit.xml-names") { inSheet(many(30_000) { "<e\($0)/>" }) }
    files.refused("a name of 1 MiB", "limit.xml-tag", "xml.malformed") {
      inSheet("<" + String(repeating: "n", count: 1 << 20) + "/>")
    }
    files.refused("an attribute of 11 MiB", "limit.xml-tag") {
      normal.repeating(
        String(repeating: "x", count: 1024), count: 11 << 10, between: WorkbookFile.sheetStart + "<row a=\"",
        and: "\"/>" + WorkbookFile.sheetEnd
      ).bytes
    }
    files.refused("an attribute of 2 MiB of `>`", "limit.xml-tag") {
      inSheet("<row a=\"" + String(repeating: ">", count: 2 << 20) + "\"/>")
    }
    files.refused("a tag of 2 MiB of blanks", "limit.xml-tag") {
      inSheet("<row" + String(repeating: " ", count: 2 << 20) + "/>")
    }
    files.refused("a tag that never ends", "limit.xml-tag", "xml.malformed") {
      inSheet("<row" + String(repeating: " a='x'", count: 200_000))
    }
    files.refused("the same attribute twice", "xml.malformed") { inSheet("<row r=\"1\" r=\"2\"/>") }
  }

  private static func addPieces(_ files: inout HostileFiles) {
    let blanks = String(repeating: " ", count: 2 << 20)
    files.refused("a comment of 2 MiB", "limit.xml-tag") { inSheet("<!--" + blanks + "-->") }
    files.refused("a comment of 2 MiB of `<`", "limit.xml-tag", "xml.malformed") {
      inSheet("<!--" + String(repeating: "<", count: 2 << 20) + "-->")
    }
    files.refused("a comment that never ends", "limit.xml-tag", "xml.malformed") { inSheet("<!--" + blanks) }
    files.refused("an instruction of 2 MiB", "limit.xml-tag") { inSheet("<?x " + blanks + "?>") }
    files.refused("a section of 2 MiB in a cell", "limit.cell-text", "limit.xml-tag") {
      inSheet("<row><c t=\"str\"><v><![CDATA[" + String(repeating: "x", count: 2 << 20) + "]]></v></c></row>")
    }
    files.bounded("a section of 2 MiB between rows") { inSheet("<![CDATA[" + blanks + "]]>") }
    files.kept("100,000 comments") { inSheet(String(repeating: "<!---->", count: 100_000) + WorkbookFile.keptRow) }
    files.kept("100,000 instructions") { inSheet(String(repeating: "<?x?>", count: 100_000) + WorkbookFile.keptRow) }
    files.kept("100,000 empty sections") {
      inSheet(String(repeating: "<![CDATA[]]>", count: 100_000) + WorkbookFile.keptRow)
    }
    files.kept("300,000 character references") {
      inSheet(String(repeating: "&#32;", count: 300_000) + WorkbookFile.keptRow)
    }
    files.accepted("a text in 10,000 sections", ["[\"" + String(repeating: "x", count: 10_000) + "\"]"]) {
      inSheet("<row><c t=\"str\"><v>" + String(repeating: "<![CDATA[x]]>", count: 10_000) + "</v></c></row>")
    }
    files.accepted("a text in 10,000 runs", ["[\"" + String(repeating: "x", count: 10_000) + "\"]"]) {
      inSheet(
        "<row><c t=\"inlineStr\"><is>" + String(repeating: "<r><rPr><b/></rPr><t>x</t></r>", count: 10_000)
          + "</is></c></row>")
    }
    files.kept("100,000 unknown elements") {
      inSheet(String(repeating: "<x a=\"1\">text</x>", count: 100_000) + WorkbookFile.keptRow)
    }
    files.kept("200,000 empty cells and 20,000 empty rows") {
      inSheet(
        "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>kept</v></c></row>"
          + String(repeating: "<row><c s=\"1\"/><c/><c/><c/><c/></row>", count: 40_000))
    }
  }
}
