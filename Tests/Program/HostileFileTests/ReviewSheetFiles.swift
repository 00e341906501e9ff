import ProgramRuns

/// Review sheets whose cells hold what nobody can be certain of, or that want two things for one text.
enum ReviewSheetFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    files.reading = .reviewSheet
    addFormulas(&files)
    addKinds(&files)
    addRivals(&files)
    addNames(&files)
    addCrowds(&files)
    return files.all
  }()

  private static let header = ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable", "Action"]

  private static func text(_ text: String) -> String {
    "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">\(text)</t></is></c>"
  }

  private static func row(_ cells: [String]) -> String { "<row>" + cells.joined() + "</row>" }

  /// A sheet with a row for each proposal's cell, and what stands under Action.
  private static func sheet(_ proposals: [String], action: String = "<c/>") -> WorkbookFile {
    let rows = proposals.enumerated().map { number, proposal in
      row([text("s"), text("k\(number)"), text("da"), text("now"), proposal, "<c/>", action])
    }
    return WorkbookFile(row(header.map(text)) + rows.joined())
  }

  /// A sheet with a row for each text and what is proposed for it.
  private static func wishes(_ wishes: [(section: String, key: String, locale: String, proposal: String)])
    -> WorkbookFile
  {
    let rows = wishes.map { wish in
      row([text(wish.section), text(wish.key), text(wish.locale), text("now"), text(wish.proposal)])
    }
    return WorkbookFile(row(header.map(text)) + rows.joined())
  }

  private static func addFormulas(_ files: inout HostileFiles) {
    let formulas: [(String, String, String)] = [
      ("a formula with a text", "<c t=\"str\"><f>A2&amp;\"!\"</f><v>what it shows</v></c>", "what it shows"),
      ("a formula with a number", "<c><f>1+1</f><v>2</v></c>", "the result \\\"2\\\" of a formula"),
      ("a formula with a shared text", "<c t=\"s\"><f>A1</f><v>0</v></c>", "the result \\\"shared\\\" of a formula"),
      ("a formula with an error", "<c t=\"e\"><f>1/0</f><v>#DIV/0!</v></c>", "#DIV/0!"),
      ("a formula without a result", "<c><f>1+1</f></c>", "whose result is not in the file"),
      ("a formula with an empty result", "<c><f>1+1</f><v></v></c>", "whose result is not in the file"),
      ("a formula for texts without a result", "<c t=\"str\"><f>A1</f></c>", "whose result is not in the file"),
      (
        "a formula that calls a server", "<c><f>WEBSERVICE(\"http://127.0.0.1:9\")</f></c>",
        "whose result is not in the file"
      ), ("a formula of a table", "<c><f t=\"array\" ref=\"E2:E9\">A2:A9</f></c>", "whose result is not in the file"),
    ]
    for (what, cell, word) in formulas {
      files.found(what, "row.refused", mentions: [word]) { sheet([cell]).with(strings: "<si><t>shared</t></si>") }
    }
    files.found("a formula that shows nothing where nothing was proposed", "row.read-only-edit") {
      sheet(["<c t=\"str\"><f>IF(FALSE,1,\"\")</f><v></v></c>"])
    }
    files.found("an action by a formula without a result", "row.unknown-action") {
      sheet(["<c/>"], action: "<c><f>IF(A1=1,\"delete\",\"\")</f></c>")
    }
  }

  private static func addKinds(_ files: inout HostileFiles) {
    let cells: [(String, String, String)] = [
      ("an error", "<c t=\"e\"><v>#N/A</v></c>", "the error #N/A"),
      ("a truth value", "<c t=\"b\"><v>1</v></c>", "the Boolean TRUE"),
      ("a fraction", "<c><v>0.5</v></c>", "the number 0.5"),
      ("a number that was rounded", "<c><v>1.2345678901234567E+19</v></c>", "1.2345678901234567E+19"),
      ("a number with a unit", "<c s=\"1\"><v>5</v></c>", "0 <U+202E>\\\"kg\\\""),
      ("a date", "<c s=\"2\"><v>46054</v></c>", "2026-02-01 (stored as 46054"),
      ("half of a character", text("a_xD83D_b"), "half a character"),
      ("half of a character that is shared", "<c t=\"s\"><v>0</v></c>", "half a character"),
    ]
    for (what, cell, word) in cells {
      files.found("\(what) as a proposal", "row.refused", mentions: [word]) {
        sheet([cell]).with(strings: "<si><t>_xDC00_x</t></si>").with(
          styles: "<numFmts><numFmt numFmtId=\"200\" formatCode=\"0 \u{202E}&quot;kg&quot;\"/></numFmts>"
            + "<cellXfs><xf/><xf numFmtId=\"200\"/><xf numFmtId=\"14\"/></cellXfs>")
      }
    }
    files.found("what a program could not read as a proposal", "row.refused-by-check", mentions: ["U+FFFD"]) {
      sheet([text("a\u{FFFD}")])
    }
    files.found("whole numbers as proposals", "row.check-finding", mentions: ["formula"]) {
      sheet(["<c><v>7</v></c>", "<c><v>-7</v></c>"])
    }
    files.found("cells out of order, one of them half of a character", "row.refused") {
      WorkbookFile(
        row(header.map(text))
          + "<row r=\"2\"><c r=\"E2\" t=\"inlineStr\"><is><t>_xD83D_</t></is></c><c r=\"A2\" t=\"str\"><v>s</v></c>"
          + "<c r=\"B2\" t=\"str\"><v>k</v></c><c r=\"C2\" t=\"str\"><v>da</v></c></row>")
    }
  }

  private static func addRivals(_ files: inout HostileFiles) {
    files.found("two wishes for one text in locales spelled differently", "row.disagreement", "row.disagreement") {
      wishes([("s", "k", "da-DK", "one"), ("s", "k", "da_dk", "two")])
    }
    files.found("two wishes for keys that look alike") {
      wishes([("s", "e\u{301}", "da", "one"), ("s", "\u{E9}", "da", "two"), ("s", "e\u{301}\u{200B}", "da", "three")])
    }
    // Without a base the proposal in the row is the one to delete.
    files.found("a text to delete in a sheet made by hand") { sheet([text("new")], action: text("delete")) }
    files.found("an action that nobody knows", "row.unknown-action", mentions: ["<U+202E>"]) {
      sheet([text("new")], action: text("\u{202E}eteled"))
    }
  }

  private static func addNames(_ files: inout HostileFiles) {
    files.found("a worksheet whose name turns the line around", "row.refused") {
      let sheets = "<sheet name=\"\u{202E}\u{9B}2Jevil\" sheetId=\"1\" r:id=\"rId1\"/>"
      return sheet(["<c t=\"b\"><v>1</v></c>"]).with(WorkbookFile.workbook, WorkbookFile.workbookXML(sheets: sheets))
    }
    files.refused("a column twice", "sheet.repeated-column") { WorkbookFile(row((header + ["Key"]).map(text))) }
    files.refused("a header below the twentieth row", "sheet.no-header") {
      WorkbookFile(row([text("x")]) + "<row r=\"21\">" + header.map(text).joined() + "</row>")
    }
    files.refused("a wrong checksum behind a sound sheet", "zip.crc") {
      sheet([text("must not get out")]).container.changing(WorkbookFile.sheet) { $0.checksum = $0.trueChecksum ^ 1 }
    }
  }

  private static func addCrowds(_ files: inout HostileFiles) {
    files.fileName = "sheet.csv"
    let start = "Section,Key,Locale,Current value,Proposal,Deletable,Action,Proposal ID,Base\n"
    files.bounded("100,000 wishes for one text") {
      var text = start
      for number in 0..<100_000 { text += "s,k,da,,\(number),,\n" }
      return text
    }
    files.bounded("100,000 wishes for one text, half of them to delete it") {
      var text = start
      for number in 0..<100_000 { text += number % 2 == 0 ? "s,k,da,,\(number),,,7,\n" : "s,k,da,,,,delete,7,\n" }
      return text
    }
    files.refused("110,000 actions that nobody knows", "limit.edits", mentions: ["100000"]) {
      start + "s,k,d,,,,x\n".repeated(110_000)
    }
    files.refused("110,000 notes", "limit.edits") {
      start.replacing("Action", with: "Note") + "s,k,d,,,,x\n".repeated(110_000)
    }
    let groups = (0..<3_200).map { "Proposal [l\($0)],Current value [l\($0)],Deletable [l\($0)]" }
    files.found("100,000 rows of 3,200 locales, with nothing in them") {
      "Section,Key," + groups.joined(separator: ",") + "\n" + "section,key\n".repeated(100_000)
    }
    files.refused("1,000 rows of 3,200 locales, with a proposal in each", "limit.edits") {
      let row = "s,k" + ",x,,".repeated(200) + "\n"
      return "Section,Key,Note," + groups.joined(separator: ",") + "\n" + row.repeated(1_000)
    }
    files.found("a note for 3,200 locales, in 10,000 rows that hold nothing else") {
      "Section,Key,Note," + groups.joined(separator: ",") + "\n" + "s,k,note\n".repeated(10_000)
    }
    files.bounded("bases of one text beside the cells of another, 10,000 times and the other way round") {
      var text = start
      let bases = ["v1.0000000000.1111111111...", "v1.0000000000.2222222222..."]
      for number in 0..<20_000 { text += "s,k\(number % 2),d,,p\(number),,,,\(bases[number % 2])\(number)\n" }
      return text
    }
    files.fileName = "sheet.xlsx"
    for (what, cells) in [
      ("proposals that show", "<c/><c/><c/><c/><c t='s'><v>0</v></c>"),
      ("current values that show", "<c/><c/><c/><c t='s'><v>0</v></c><c><v>1</v></c>"),
      ("actions that show", "<c/><c/><c/><c/><c/><c/><c t='s'><v>0</v></c>"),
    ] {
      files.refused("99,000 \(what) one long text", "limit.kept-text", mentions: ["67108864", "keptText"]) {
        WorkbookFile.kept.with(strings: "<si><t>" + "x".repeated(20_000) + "</t></si>").repeating(
          "<row>\(cells)</row>", count: 99_000, between: WorkbookFile.sheetStart + row(header.map(text)),
          and: WorkbookFile.sheetEnd)
      }
    }
    files.found("5,460 locales") {
      let groups = (0..<5_460).flatMap { ["Current value [l\($0)]", "Proposal [l\($0)]", "Deletable [l\($0)]"] }
      return WorkbookFile(
        row((["Section", "Key"] + groups).map(text)) + row([text("s"), text("k"), "<c/>", text("new")]))
    }
    files.fileName = "sheet.csv"
    files.refused("20 records of 1.5 MB without a header", "sheet.no-header") {
      let field = "\"" + "y".repeated(500_000) + "\""
      return "\(field),\(field),\(field)\n".repeated(20)
    }
    files.fileName = "sheet.xlsx"
    files.refused("20 rows of 500 cells that show one long text, without a header", "sheet.no-header") {
      WorkbookFile(String(repeating: row(Array(repeating: "<c t='s'><v>0</v></c>", count: 500)), count: 20)).with(
        strings: "<si><t>" + "x".repeated(32_000) + "</t></si>")
    }
    files.refused("300,000 rows with nothing but a proposal", "limit.edits") {
      var numbers = SeededNumbers(seed: 3)
      let noise = "<!--" + numbers.bytes(1_200).map { String($0, radix: 16) }.joined() + "-->"
      return WorkbookFile.kept.repeating(
        "<row><c/><c/><c/><c/><c><v>1</v></c></row>".repeated(5_000) + noise, count: 60,
        between: WorkbookFile.sheetStart + row(header.map(text)), and: WorkbookFile.sheetEnd)
    }
  }
}
