import ProgramRuns

/// Review sheets in whose proposals words are struck out or digits were rounded.
enum UncertainTextFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    files.reading = .reviewSheet
    addStrikes(&files)
    addNumbers(&files)
    addHiddenRow(&files)
    return files.all
  }()

  private static func sheet(_ proposal: String) -> WorkbookFile {
    WorkbookFile(ReviewRows.start + ReviewRows.row(proposal))
  }

  private static func addStrikes(_ files: inout HostileFiles) {
    let looks: [(String, Bool)] = [
      ("<strike/>", true), ("<strike val='1'/>", true), ("<strike val='true'/>", true), ("<dstrike/>", true),
      ("<b/><strike val='on'/>", true), ("<strike val='0'/>", false), ("<strike val='false'/>", false),
      ("<dstrike val='off'/>", false), ("<b/>", false), ("<x:strike xmlns:x='urn:x'/>", false),
    ]
    for (look, isStruck) in looks {
      let runs = "<r><rPr>\(look)</rPr><t>Stop it</t></r><r><t> Abort it</t></r>"
      let cell = "<c r='E2' t='inlineStr'><is>\(runs)</is></c>"
      if isStruck {
        files.found("words with \(look)", "row.refused", mentions: ["words are struck out", "\"row\": 2"]) {
          sheet(cell)
        }
      } else {
        files.found("words with \(look)", mentions: ["\"edited\": 1"]) { sheet(cell) }
      }
    }
    let styles =
      "<fonts><font/><font><strike/></font><font><strike val='0'/></font></fonts>"
      + "<cellXfs><xf fontId='0'/><xf fontId='1'/><xf fontId='2'/></cellXfs>"
    files.found("a cell whose style strikes out", "row.refused", mentions: ["format strikes out"]) {
      sheet("<c r='E2' s='1' t='str'><v>new</v></c>").with(styles: styles)
    }
    files.found("cells whose styles do not strike out", mentions: ["\"edited\": 1"]) {
      sheet("<c r='E2' s='2' t='str'><v>new</v></c>").with(styles: styles)
    }
    files.found("a struck out number", "row.refused", mentions: ["format strikes out"]) {
      sheet("<c r='E2' s='1'><v>7</v></c>").with(styles: styles)
    }
    files.refused("65,537 fonts that strike out", "limit.styles") {
      let fonts = "<font><strike/></font>".repeated(65_537)
      return sheet(ReviewRows.new).with(styles: "<fonts>\(fonts)</fonts>")
    }
  }

  private static func addNumbers(_ files: inout HostileFiles) {
    files.found("the number 999999999999999", mentions: ["\"edited\": 1"]) {
      sheet("<c r='E2'><v>999999999999999</v></c>")
    }
    files.found("the number -999999999999999", "row.check-finding", mentions: ["\"edited\": 1", "formula"]) {
      sheet("<c r='E2'><v>-999999999999999</v></c>")
    }
    for number in [
      "1234567890123456", "-1234567890123456", "4111111111111111", "123456789012345678", "0000000000000007",
    ] {
      files.found("the number \(number)", "row.refused", mentions: [number]) { sheet("<c r='E2'><v>\(number)</v></c>") }
    }
  }

  private static func addHiddenRow(_ files: inout HostileFiles) {
    files.found("an edit in a hidden row", mentions: ["\"diagnostics\": []", "\"edited\": 1"]) {
      let rows = ReviewRows.row(ReviewRows.new).replacing("<row r=\"2\">", with: "<row r=\"2\" hidden=\"1\">")
      return WorkbookFile(ReviewRows.start + rows)
    }
  }
}
