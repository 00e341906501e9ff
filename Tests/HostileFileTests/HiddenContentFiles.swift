/// Workbooks that hold text where no spreadsheet program shows it, each read leniently as a table and strictly as a review
/// sheet.
enum HiddenContentFiles {
  /// What is hidden in a sheet, and what both readings make of it.
  struct Case {
    let what: String
    let code: String
    /// What the error must name: the cell or the row.
    var says = "E2"
    /// The row of the sheet as a lenient reading gives it.
    var read: String
    let make: @Sendable () -> WorkbookFile
  }

  static let all: [HostileFile] = {
    var files = HostileFiles()
    for one in cells + rows + sheets + sharedStrings + packages {
      files.accepted("\(one.what), as a table", [headerRow, one.read], mentions: [one.code, "\"count\": 1"]) {
        one.make().bytes
      }
    }
    files.reading = .reviewSheet
    for one in cells + rows + sheets + sharedStrings + packages {
      files.refused("\(one.what), as a review sheet", one.code, mentions: [one.says]) { one.make().bytes }
    }
    addHarmless(&files)
    return files.all
  }()

  // MARK: - The sheet

  private static let header = ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]
  private static let headerRow = #"["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]"#
  private static let plain = #"["s", "k", "da", "now"]"#
  private static let withNew = #"["s", "k", "da", "now", "new"]"#
  static let new = inline("E2", "new")

  static func inline(_ cell: String, _ text: String) -> String {
    "<c r=\"\(cell)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
  }

  static func row(_ cells: String, more: String = "") -> String {
    let texts = zip(["A2", "B2", "C2", "D2"], ["s", "k", "da", "now"]).map { inline($0, $1) }.joined()
    return "<row r=\"2\">\(texts)\(cells)</row>\(more)"
  }

  static var start: String {
    "<row r=\"1\">"
      + zip(["A1", "B1", "C1", "D1", "E1", "F1"], header).map { inline($0, $1) }.joined() + "</row>"
  }

  private static func sheet(_ rows: String) -> WorkbookFile { WorkbookFile(rows: start + rows) }

  /// A sheet with what comes behind the table of cells.
  private static func sheet(_ rows: String, behind: String) -> WorkbookFile {
    WorkbookFile().with(
      WorkbookFile.sheet,
      "<worksheet xmlns=\"\(WorkbookFile.main)\" \(namespaces)><sheetData>\(start + rows)</sheetData>\(behind)</worksheet>"
    )
  }

  private static let compatibility = "http://schemas.openxmlformats.org/markup-compatibility/2006"
  private static let namespaces = "xmlns:mc=\"\(compatibility)\" xmlns:x=\"urn:x\""

  private static func alternate(_ content: String) -> String {
    "<mc:AlternateContent xmlns:mc=\"\(compatibility)\"><mc:Choice Requires=\"x14\">\(content)</mc:Choice>"
      + "<mc:Fallback/></mc:AlternateContent>"
  }

  private static func cell(
    _ what: String, _ code: String, _ xml: String, reads value: String?
  ) -> Case {
    Case(what: what, code: code, read: value.map { #"["s", "k", "da", "now", \#($0)]"# } ?? plain) {
      sheet(row(xml)).with(strings: "<si><t>shared</t></si>")
    }
  }

  // MARK: - Cells

  private static let text = "xlsx.hidden-text"
  private static let place = "xlsx.hidden-cells"
  private static let two = "xlsx.two-values"

  private static let cells: [Case] = [
    cell("an inline text in a text", text, "<c r='E2' t='str'><is><t>hid</t></is></c>", reads: nil),
    cell(
      "an inline text beside a text", text, "<c r='E2' t='str'><v>seen</v><is><t>hid</t></is></c>", reads: #""seen""#),
    cell(
      "an inline text with a run in a text", text, "<c r='E2' t='str'><is><r><t>run</t></r></is></c>", reads: #""run""#),
    cell(
      "an inline text beside a shared one", text, "<c r='E2' t='s'><v>0</v><is><t>hid</t></is></c>",
      reads: #""shared""#),
    cell("an inline text beside a number", text, "<c r='E2' t='n'><v>5</v><is><t>hid</t></is></c>", reads: "5"),
    cell("an inline text beside a truth value", text, "<c r='E2' t='b'><v>1</v><is><t>hid</t></is></c>", reads: "true"),
    cell(
      "an inline text beside an error", text, "<c r='E2' t='e'><v>#N/A</v><is><t>hid</t></is></c>",
      reads: ##"{"error": "#N/A"}"##),
    cell(
      "an inline text beside a date", text, "<c r='E2' t='d'><v>2026-01-31</v><is><t>hid</t></is></c>",
      reads: #"{"date": "2026-01-31"}"#),
    cell("text in a cell without a value", text, "<c r='E2'>hid</c>", reads: nil),
    cell("text before a value", text, "<c r='E2' t='str'>hid<v>seen</v></c>", reads: #""seen""#),
    cell("text behind a formula", text, "<c r='E2' t='str'><f>A1</f>hid<v>seen</v></c>", reads: #""seen""#),
    cell(
      "text in an inline text", text, "<c r='E2' t='inlineStr'><is>hid<t>seen</t></is></c>", reads: #""seen""#),
    cell(
      "text in a run", text, "<c r='E2' t='inlineStr'><is><r>hid<t>seen</t></r></is></c>", reads: #""seen""#),
    cell(
      "text in the look of a run", text,
      "<c r='E2' t='inlineStr'><is><r><rPr><b>hid</b></rPr><t>seen</t></r></is></c>", reads: #""seen""#),
    cell(
      "a text in the look of a run", text,
      "<c r='E2' t='inlineStr'><is><r><rPr><t>hid</t></rPr><t>seen</t></r></is></c>", reads: #""seen""#),
    cell(
      "a run in a run", text,
      "<c r='E2' t='inlineStr'><is><r><t>seen</t><r><t/></r></r></is></c>", reads: #""seen""#),
    cell("two inline texts", two, "<c r='E2' t='inlineStr'><is><t>a</t></is><is><t>b</t></is></c>", reads: #""b""#),
    cell("two inline texts that are the same", two, "<c r='E2'><is><t>a</t></is><is><t>a</t></is></c>", reads: #""a""#),
    cell("two values of an inline text", two, "<c r='E2' t='inlineStr'><v>a</v><v>b</v></c>", reads: #""a""#),
    cell(
      "another value behind an inline text", two, "<c r='E2' t='inlineStr'><is><t>a</t></is><v>b</v></c>",
      reads: #""a""#),
    cell(
      "another value before an inline text", two, "<c r='E2' t='inlineStr'><v>b</v><is><t>a</t></is></c>",
      reads: #""a""#),
    cell("a number before an inline text", two, "<c r='E2'><v>5</v><is><t>a</t></is></c>", reads: #""a""#),
    cell("a value before an empty inline text", two, "<c r='E2' t='inlineStr'><v>b</v><is><t/></is></c>", reads: nil),
    cell(
      "a value in an alternative", text, "<c r='E2'>\(alternate("<v>5</v>"))</c>", reads: nil),
    cell(
      "a text in an alternative", text, "<c r='E2' t='inlineStr'><is>\(alternate("<t>hid</t>"))</is></c>", reads: nil),
    cell(
      "an inline text in an alternative", text, "<c r='E2' t='inlineStr'>\(alternate("<is><t/></is>"))</c>",
      reads: nil),
    cell(
      "an element in a value", text, "<c r='E2' t='str'><v>a<x:x xmlns:x='urn:x'>hid</x:x>c</v></c>", reads: #""ac""#),
    cell(
      "an element in a text", text, "<c r='E2' t='inlineStr'><is><t>a<b>hid</b>c</t></is></c>", reads: #""ac""#),
    cell("an unknown element in a cell", text, "<c r='E2'><w>hid</w></c>", reads: nil),
    cell("an element of another namespace in a cell", text, "<c r='E2'><x:v xmlns:x='urn:x'>hid</x:v></c>", reads: nil),
    cell("a cell in a cell", place, "<c r='E2'><c r='E2'><w/></c></c>", reads: nil),
    cell("a row in a cell", place, "<c r='E2'><row r='3'/></c>", reads: nil),
    cell("a shared text in a cell", text, "<c r='E2'><si><t/></si></c>", reads: nil),
  ]

  // MARK: - Rows and worksheets

  private static let rows: [Case] = [
    Case(what: "text in a row", code: text, says: "row 2", read: withNew) { sheet(row(new + "hid")) },
    Case(what: "text in a row without cells", code: text, says: "row 3", read: withNew) {
      sheet(row(new, more: "<row r='3'>hid</row>"))
    },
    Case(what: "a row in a row", code: place, says: "row \"3\"", read: withNew) {
      sheet(row(new + "<row r='3'/>"))
    },
    Case(what: "a cell in an alternative", code: place, read: plain) { sheet(row(alternate("<c r='E2'/>"))) },
    Case(what: "a cell in an unknown element", code: place, read: plain) {
      sheet(row("<x:o xmlns:x='urn:x'><c r='E2'/></x:o>"))
    },
    Case(what: "a cell in an extension of a row", code: place, read: plain) {
      sheet(row("<extLst><ext><c r='E2'/></ext></extLst>"))
    },
    Case(what: "an inline text in a row", code: text, says: "row 2", read: plain) { sheet(row("<is><t/></is>")) },
    Case(what: "an unknown element with text in a row", code: text, says: "row 2", read: plain) {
      sheet(row("<w>hid</w>"))
    },
    Case(what: "text of another namespace in a row", code: text, says: "row 2", read: plain) {
      sheet(row("<x:c xmlns:x='urn:x'><x:v>hid</x:v></x:c>"))
    },
  ]

  private static let sheets: [Case] = [
    Case(what: "a cell outside of its row", code: place, says: "E3", read: withNew) {
      sheet(row(new, more: "<c r='E3'><v/></c>"))
    },
    Case(what: "a row in an alternative", code: place, says: "row \"3\"", read: withNew) {
      sheet(row(new, more: alternate("<row r='3'/>")))
    },
    Case(what: "a row in an unknown element", code: place, says: "row \"3\"", read: withNew) {
      sheet(row(new, more: "<rows><row r='3'/></rows>"))
    },
    Case(what: "text between rows", code: text, says: "outside any row", read: withNew) {
      sheet(row(new, more: "hid"))
    },
    Case(what: "a table of cells in a table of cells", code: place, says: "table of cells", read: withNew) {
      sheet(row(new, more: "<sheetData/>"))
    },
    Case(what: "a table of cells in an alternative", code: place, says: "table of cells", read: withNew) {
      sheet(row(new), behind: alternate("<sheetData/>"))
    },
    Case(what: "a row behind the table of cells", code: place, says: "row \"3\"", read: withNew) {
      sheet(row(new), behind: "<row r='3'/>")
    },
    Case(what: "a cell in an extension of the worksheet", code: place, says: "E3", read: withNew) {
      sheet(row(new), behind: "<extLst><ext><c r='E3'/></ext></extLst>")
    },
    Case(what: "text in the worksheet", code: text, says: "outside any row", read: withNew) {
      sheet(row(new), behind: "hid")
    },
  ]

  // MARK: - Shared strings and packages

  private static func shared(_ what: String, _ code: String, reads value: String = "seen", _ items: String) -> Case {
    Case(what: what, code: code, says: "shared text number", read: #"["s", "k", "da", "now", "\#(value)"]"#) {
      sheet(row("<c r='E2' t='s'><v>0</v></c>")).with(strings: items)
    }
  }

  private static let sharedStrings: [Case] = [
    shared("text in a shared text", text, "<si>hid<t>seen</t></si>"),
    shared("text between shared texts", text, "<si><t>seen</t></si>hid"),
    shared("text in a run of a shared text", text, "<si><r><t>seen</t>hid</r></si>"),
    shared("text in the look of a shared run", text, "<si><r><rPr><b>hid</b></rPr><t>seen</t></r></si>"),
    shared("a run in a shared run", text, "<si><r><t>seen</t><r><t/></r></r></si>"),
    shared("an alternative in a shared text", text, "<si><t>seen</t>\(alternate("<t>hid</t>"))</si>"),
    shared("an element in a shared text", text, "<si><t>se<b>hid</b>en</t></si>"),
    shared("a shared text in an unknown element", place, "<si><t>seen</t></si>\(alternate("<si/>"))"),
    shared("a shared text in a shared text", place, "<si><t>seen</t><si/></si>"),
  ]

  private static let packages: [Case] = [
    Case(
      what: "two parts of shared texts", code: "xlsx.two-parts", says: "more.xml",
      read: #"["s", "k", "da", "now", "seen"]"#
    ) {
      sheet(row("<c r='E2' t='s'><v>0</v></c>")).with(strings: "<si><t>seen</t></si>")
        .with("xl/more.xml", "<sst xmlns=\"\(WorkbookFile.main)\"><si><t>hid</t></si></sst>")
        .with(
          WorkbookFile.workbookRelationships,
          WorkbookFile.targets(
            more: WorkbookFile.relationship("rId2", "sharedStrings", "sharedStrings.xml")
              + WorkbookFile.relationship("rId3", "sharedStrings", "more.xml")))
    },
    Case(what: "two parts of styles", code: "xlsx.two-parts", says: "more.xml", read: withNew) {
      sheet(row(new)).with(styles: "<cellXfs><xf/></cellXfs>")
        .with("xl/more.xml", "<styleSheet xmlns=\"\(WorkbookFile.main)\"/>")
        .with(
          WorkbookFile.workbookRelationships,
          WorkbookFile.targets(
            more: WorkbookFile.relationship("rId3", "styles", "styles.xml")
              + WorkbookFile.relationship("rId4", "styles", "more.xml")))
    },
    Case(what: "two workbooks", code: "xlsx.two-parts", says: "other.xml", read: withNew) {
      sheet(row(new)).with("xl/other.xml", WorkbookFile.workbookXML())
        .with(
          WorkbookFile.packageRelationships,
          WorkbookFile.packageTargets(more: WorkbookFile.relationship("rId2", "officeDocument", "xl/other.xml")))
    },
    Case(what: "a worksheet that is named in an alternative", code: place, says: "Second", read: withNew) {
      let workbook = WorkbookFile.workbookXML().replacing(
        "</workbook>", with: alternate("<sheet name=\"Second\" sheetId=\"2\" r:id=\"rId1\"/>") + "</workbook>")
      return sheet(row(new)).with(WorkbookFile.workbook, workbook)
    },
  ]

  // MARK: - What is fine

  private static func addHarmless(_ files: inout HostileFiles) {
    let rich =
      "<is><r><rPr><b/><sz val='11'/></rPr><t>ne</t></r><r><t>w</t></r><rPh sb='0' eb='1'><t>nju</t></rPh></is>"
    let extensions = "<extLst><ext uri='{1}'><x:y xmlns:x='urn:x'>text</x:y></ext></extLst>"
    let controls =
      "<controls><control><controlPr><anchor><from><x:row>3</x:row></from></anchor></controlPr></control></controls>"
    let fine: [(String, WorkbookFile)] = [
      ("rich text with its reading", sheet(row("<c r='E2' t='inlineStr'>\(rich)</c>"))),
      ("an extension of a cell", sheet(row("<c r='E2' t='str'><v>new</v>\(extensions)</c>"))),
      ("an extension of a row", sheet(row(new + extensions))),
      ("white space everywhere", sheet("\n  " + row("\n\t<c r='E2' t='str'>\n <v>new</v>\r\n</c> ") + "\n")),
      ("an element without text between rows", sheet(row(new, more: "<x:o xmlns:x='urn:x'><x:row/></x:o>"))),
      ("a value that repeats an inline text", sheet(row("<c r='E2' t='inlineStr'><is><t>new</t></is><v>new</v></c>"))),
      (
        "a value that an inline text repeats",
        sheet(row("<c r='E2' t='inlineStr'><v>n_x0065_w</v><is><t>new</t></is></c>"))
      ),
      ("an empty value beside an inline text", sheet(row("<c r='E2' t='inlineStr'><is><t>new</t></is><v> </v></c>"))),
      ("controls in an alternative", sheet(row(new), behind: alternate(controls))),
      (
        "headers, footers and conditions with text",
        sheet(
          row(new),
          behind:
            "<conditionalFormatting><cfRule type='expression'><formula>A1</formula></cfRule></conditionalFormatting>"
            + "<headerFooter><oddHeader>&amp;Lhead</oddHeader></headerFooter>" + extensions)
      ),
      (
        "two relationships to one part of shared texts",
        sheet(row(new)).with(strings: "<si><t>a</t></si>").with(
          WorkbookFile.workbookRelationships,
          WorkbookFile.targets(
            more: WorkbookFile.relationship("rId2", "sharedStrings", "sharedStrings.xml")
              + WorkbookFile.relationship("rId3", "sharedStrings", "/xl/sharedStrings.xml")))
      ),
    ]
    for reading in [HostileFile.Reading.table, .reviewSheet] {
      files.reading = reading
      for (what, file) in fine {
        if reading == .table {
          files.accepted("\(what), as a table", [headerRow, withNew], mentions: ["\"warnings\": []"]) { file.bytes }
        } else {
          files.found("\(what), as a review sheet", mentions: ["\"edited\": 1"]) { file.bytes }
        }
      }
    }
  }
}
