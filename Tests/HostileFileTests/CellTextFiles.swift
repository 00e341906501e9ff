/// Texts of cells that are escaped, mixed, invisible or very long, and are read exactly.
enum CellTextFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addEscapes(&files)
    addRuns(&files)
    addLengths(&files)
    addInvisible(&files)
    return files.all
  }()

  private static func inline(_ text: String) -> [UInt8] {
    WorkbookFile(rows: "<row><c t=\"inlineStr\"><is><t xml:space=\"preserve\">\(text)</t></is></c></row>").bytes
  }

  private static func addEscapes(_ files: inout HostileFiles) {
    let escapes: [(String, String)] = [
      ("_x0041_", "A"), ("_x005F_x0041_", "_x0041_"), ("_x005f_x0041_", "_x0041_"), ("a_x000D__x000A_b", "a\\r\\nb"),
      ("_x41_", "_x41_"),
      ("_x00410_", "_x00410_"), ("_X0041_", "_X0041_"), ("_x0041", "_x0041"), ("_xD83D__xDE00_", "😀"),
      ("_xD83D_", "\u{FFFD}"),
      ("_xDE00__xD83D_", "\u{FFFD}\u{FFFD}"), ("_xD83D_😀", "\u{FFFD}😀"), ("__x0041_", "_A"), ("_x005F__x0041_", "_A"),
      ("_x005F_x005F_x0041_", "_x005FA"), ("a&amp;lt;b", "a&lt;b"), ("&#x1F600;&#9;&#10;", "😀\\t\\n"),
    ]
    for (written, read) in escapes {
      files.accepted("the text \(written)", ["[\"\(read)\"]"]) { inline(written) }
      files.accepted("the shared text \(written)", ["[\"\(read)\"]"]) {
        WorkbookFile(rows: "<row><c t=\"s\"><v>0</v></c></row>").with(strings: "<si><t>\(written)</t></si>").bytes
      }
    }
    files.accepted("NUL in an escape", [#"["a\u0000b"]"#]) { inline("a_x0000_b") }
  }

  private static func addRuns(_ files: inout HostileFiles) {
    let rich = "<r><t>one </t></r><r><rPr><b/></rPr><t xml:space=\"preserve\">two </t></r><r><t>three</t></r>"
    let phonetic = "<t>漢字</t><rPh sb=\"0\" eb=\"2\"><t>かんじ</t></rPh><phoneticPr fontId=\"1\"/>"
    for (what, item, text) in [("rich text", rich, "one two three"), ("text with its reading", phonetic, "漢字")] {
      files.accepted("\(what) in the cell", ["[\"\(text)\"]"]) {
        WorkbookFile(rows: "<row><c t=\"inlineStr\"><is>\(item)</is></c></row>").bytes
      }
      files.accepted("\(what) in the shared strings", ["[\"\(text)\"]"]) {
        WorkbookFile(rows: "<row><c t=\"s\"><v>0</v></c></row>").with(strings: "<si>\(item)</si>").bytes
      }
    }
    files.accepted("an escape in two runs is none", [#"["_x0041_"]"#]) {
      WorkbookFile(rows: "<row><c t=\"inlineStr\"><is><r><t>_x00</t></r><r><t>41_</t></r></is></c></row>").bytes
    }
    files.accepted("line ends in XML are one", [#"["a\nb\nc"]"#]) { inline("a\r\nb\rc") }
  }

  private static func addLengths(_ files: inout HostileFiles) {
    let longest = String(repeating: "x", count: 32_767)
    files.accepted("32,767 characters", ["[\"\(longest)\"]"]) { inline(longest) }
    files.refused("32,768 characters", "limit.cell-text", mentions: ["32767", "cell A1"]) { inline(longest + "x") }
    let pairs = String(repeating: "😀", count: 16_383)
    files.accepted("32,766 code units in pairs", ["[\"\(pairs)\"]"]) { inline(pairs) }
    files.refused("32,768 code units in pairs", "limit.cell-text") { inline(pairs + "😀") }
    let escaped = String(repeating: "_x0041_", count: 32_767)
    files.accepted("32,767 characters in escapes", ["[\"" + String(repeating: "A", count: 32_767) + "\"]"]) {
      inline(escaped)
    }
    files.refused("32,768 shared characters", "limit.cell-text", mentions: ["cell A1"]) {
      WorkbookFile(rows: "<row><c t=\"s\"><v>0</v></c></row>").with(strings: "<si><t>\(longest)x</t></si>").bytes
    }
    files.refused("1 MiB in one cell", "limit.cell-text") { inline(String(repeating: "xy", count: 1 << 19)) }
  }

  private static func addInvisible(_ files: inout HostileFiles) {
    let keys = [
      "a\u{200B}b", "a\u{202E}b", "e\u{301}", "\u{E9}", "аpp", "a\u{AD}b", "\u{FEFF}a", "a\u{A0}b", "a\u{E0041}b",
      " a ", "İ", "ß",
    ]
    for key in keys {
      files.accepted("the key \(key.debugDescription)", ["[\"\(key)\"]"]) { inline(key) }
    }
    files.accepted("two keys that look alike are two", ["[\"e\u{301}\", \"\u{E9}\"]"]) {
      WorkbookFile(rows: "<row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c></row>")
        .with(strings: "<si><t>e\u{301}</t></si><si><t>\u{E9}</t></si>").bytes
    }
  }
}
