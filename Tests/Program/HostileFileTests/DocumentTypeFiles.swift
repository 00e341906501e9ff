import ProgramRuns

/// XML that wants entities expanded or other files read, or hides behind an encoding.
enum DocumentTypeFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addTypes(&files)
    addParts(&files)
    addEncodings(&files)
    addInclusion(&files)
    return files.all
  }()

  private static let normal = WorkbookFile.kept
  private static let row = "<row><c t=\"inlineStr\"><is><t>A&e;B</t></is></c></row>"
  /// A file with a text that none of the readings may show.
  private static let canary: String = {
    let base = ProgramUnderTest.temporaryFolder
    let path = "\(base)/hostile-files-canary.txt"
    try? Folder.write(Array(HostileFileCheck.canary.utf8), to: path)
    return path
  }()

  private static func sheet(_ type: String) -> String {
    "<?xml version=\"1.0\"?>\n" + type + WorkbookFile.worksheet(row)
  }

  private static func addTypes(_ files: inout HostileFiles) {
    var laughs = "<!ENTITY l0 \"ha\">"
    for level in 1...10 { laughs += "<!ENTITY l\(level) \"" + "&l\(level - 1);".repeated(10) + "\">" }
    let types: [(String, String)] = [
      ("no content", "<!DOCTYPE worksheet>"), ("a billion laughs", "<!DOCTYPE w [\(laughs)<!ENTITY e \"&l10;\">]>"),
      ("an entity of a file", "<!DOCTYPE w [<!ENTITY e SYSTEM \"file://\(canary)\">]>"),
      ("an entity of a server", "<!DOCTYPE w [<!ENTITY e SYSTEM \"http://127.0.0.1:9/canary\">]>"),
      ("a parameter entity", "<!DOCTYPE w [<!ENTITY % p SYSTEM \"file://\(canary)\"> %p;]>"),
      ("a subset of a file", "<!DOCTYPE w SYSTEM \"file://\(canary)\">"),
      ("a subset of a server", "<!DOCTYPE w PUBLIC \"a\" \"http://127.0.0.1:9/canary.dtd\">"),
      ("a comment in front", "<!-- c --><!DOCTYPE w [<!ENTITY e \"x\">]>"), ("no end", "<!DOCTYPE w [<!ENTITY e \"x\""),
    ]
    for (what, type) in types {
      files.refused("a document type with \(what)", "xml.doctype", "xml.malformed", "limit.xml-tag") {
        normal.with(WorkbookFile.sheet, sheet(type))
      }
    }
  }

  private static func addParts(_ files: inout HostileFiles) {
    files.kept("a document type in a part that nobody reads") {
      normal.with("xl/theme/theme1.xml", "<!DOCTYPE t [<!ENTITY e SYSTEM \"file://\(canary)\">]><t>&e;</t>")
    }
  }

  private static func addEncodings(_ files: inout HostileFiles) {
    let type = "<!DOCTYPE w [<!ENTITY e SYSTEM \"file://\(canary)\">]>"
    for isBigEndian in [false, true] {
      files.refused("a document type in UTF-16, \(isBigEndian ? "big" : "little")-endian", "xml.doctype") {
        let units = ("\u{FEFF}" + sheet(type)).utf16
        return normal.with(WorkbookFile.sheet, units.flatMap { little(isBigEndian ? $0.byteSwapped : $0) })
      }
    }
  }

  private static func addInclusion(_ files: inout HostileFiles) {
    files.accepted("an inclusion of a file", [#"["ab"]"#]) {
      let include =
        "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" parse=\"text\" href=\"file://\(canary)\"/>"
      return WorkbookFile("<row><c t=\"str\"><v>a\(include)b</v></c></row>")
    }
  }
}
