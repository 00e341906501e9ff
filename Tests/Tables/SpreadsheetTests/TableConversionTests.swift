import ProgramRuns
import Testing

@testable import Spreadsheet

struct TableConversionTests {
  private let json = """
    {"worksheets": [
    {"name": "Re:view", "hidden": false, "rows": [
    ["a", 12.5, true, {"error": "#N/A"}, {"date": "2026-01-31"}, {"date": "2026-01-31T10:30:00"}],
    [],
    [null, 7]
    ]},
    {"name": "about", "hidden": true, "rows": [
    ["=1+1"]
    ]},
    {"name": "About", "hidden": false, "rows": []}
    ]}

    """

  @Test func `Values keep their kinds from JSON to XLSX and back`() throws {
    let directory = try Folder()
    let source = try directory.write(Array(json.utf8), to: "in.json")
    let workbook = directory.file("out.xlsx")
    let outcome = try TableConversion(to: .xlsx).convert(source, to: .file(path: workbook))
    #expect(outcome.files == [workbook])
    #expect(outcome.rowCount == 3)
    _ = try TableConversion(to: .xlsx).convert(workbook, to: .file(path: directory.file("again.xlsx")))
    _ = try TableConversion(to: .json).convert(
      directory.file("again.xlsx"), to: .file(path: directory.file("back.json")))
    let back = String(decoding: try directory.read("back.json"), as: UTF8.self)
    // A worksheet's name can't hold a colon, and two names that differ in case only are one.
    let expected = json.replacing("Re:view", with: "Re_view").replacing("\"About\"", with: "\"About (2)\"")
    #expect(back == expected)
  }

  @Test func `Several worksheets become a CSV file each, with names that differ on any disk`() throws {
    let directory = try Folder()
    let source = try directory.write(Array(json.utf8), to: "in.json")
    var conversion = TableConversion(to: .csv)
    conversion.writing.hasByteOrderMark = false
    let outcome = try conversion.convert(source, to: .file(path: directory.file("out.csv")))
    #expect(outcome.files == ["out.Re_view.csv", "out.about.csv", "out.About 2.csv"].map { directory.file($0) })
    #expect(
      try directory.read("out.Re_view.csv")
        == Array("a,12.5,TRUE,#N/A,2026-01-31,2026-01-31T10:30:00\r\n,,,,,\r\n,7,,,,\r\n".utf8))
    #expect(try directory.read("out.about.csv") == Array("=1+1\r\n".utf8))
    conversion.worksheet = "ABOUT"
    let one = try conversion.convert(source, to: .file(path: directory.file("one.csv")))
    #expect(one.files == [directory.file("one.csv")])
    #expect(try directory.read("one.csv") == Array("=1+1\r\n".utf8))
  }

  @Test func `Apostrophes before formulas are taken away and put there from the row on that is known to have them`()
    throws
  {
    let directory = try Folder()
    let source = try directory.write(Array("'=a,mark\r\n'=b,key\r\n'=c,''=d\r\n".utf8), to: "in.csv")
    func convert(_ source: String, _ format: TableFormat, _ name: String, isKnown: Bool = true) throws -> String {
      var conversion = TableConversion(to: format)
      conversion.writing.hasByteOrderMark = false
      if isKnown { conversion.isGuardedRow = { row in row.text(inColumn: 1) == "key" } }
      _ = try conversion.convert(source, to: .file(path: directory.file(name)))
      return String(decoding: try directory.read(name), as: UTF8.self)
    }
    let json = try convert(source, .json, "a.json")
    #expect(json.contains("[\"'=a\", \"mark\"]"))
    #expect(json.contains("[\"=b\", \"key\"]"))
    #expect(json.contains("[\"=c\", \"'=d\"]"))
    _ = try convert(source, .xlsx, "a.xlsx")
    #expect(try convert(directory.file("a.xlsx"), .csv, "b.csv") == "'=a,mark\r\n\"'=b\",key\r\n\"'=c\",\"''=d\"\r\n")
    #expect(try convert(source, .csv, "c.csv") == "'=a,mark\r\n'=b,key\r\n'=c,''=d\r\n")
    _ = try convert(source, .html, "a.html")
    #expect(try convert(directory.file("a.html"), .csv, "e.csv") == "'=a,mark\r\n\"'=b\",key\r\n\"'=c\",\"''=d\"\r\n")
    #expect(try convert(source, .json, "d.json", isKnown: false).contains("[\"'=c\", \"''=d\"]"))
  }

  @Test func `A worksheet that isn't there is an error, and so are several on standard output; nothing is written`()
    throws
  {
    let directory = try Folder()
    let source = try directory.write(Array(json.utf8), to: "in.json")
    let missing = spreadsheetError {
      try TableConversion(to: .csv, worksheet: "x").convert(source, to: .file(path: directory.file("x.csv")))
    }
    #expect(missing?.code == "convert.no-worksheet")
    let several = spreadsheetError { try TableConversion(to: .csv).convert(source, to: .standardOutput) }
    #expect(several?.code == "convert.several-worksheets")
    let broken = try directory.write(Array("[[1], 2]".utf8), to: "broken.json")
    for format in TableFormat.allCases {
      let error = spreadsheetError {
        try TableConversion(to: format).convert(broken, to: .file(path: directory.file("out.\(format)")))
      }
      #expect(error?.code == "json.shape")
      #expect(error?.place.file == broken)
    }
    #expect(try directory.names() == ["broken.json", "in.json"])
  }

  @Test func `CSV becomes TSV, an oddity passes with a warning, and texts stay as they are`() throws {
    let directory = try Folder()
    let source = try directory.write(Array("a;b\r\n'=1;\"x\ty\"\r\n1;2;3\r\n".utf8), to: "in.csv")
    var conversion = TableConversion(to: .tsv)
    conversion.writing.hasByteOrderMark = false
    let outcome = try conversion.convert(source, to: .file(path: directory.file("out.tsv")))
    #expect(try directory.read("out.tsv") == Array("a\tb\r\n'=1\t\"x\ty\"\r\n1\t2\t3\r\n".utf8))
    #expect(outcome.warnings.map(\.code.rawValue) == ["csv.field-count"])
  }

  @Test(
    arguments: [
      "a.xlsx": TableFormat.xlsx, "b/a.CSV": .csv, "a.b.tsv": .tsv, "x.json": .json, "x.html": .html, "a.xls": nil,
      "csv": nil, "a.csv/b": nil,
    ] as [String: TableFormat?]) func `A format is known by its extension`(path: String, format: TableFormat?)
  { #expect(TableFormat(extensionOf: path) == format) }

  @Test(
    "A file name promises a format also under extensions that are only read",
    arguments: [
      ("a.XLSX", TableFormat.xlsx, true), ("a.xlsm", .xlsx, true), ("a.xltm", .xlsx, true), ("a.csv", .csv, true),
      ("a.tsv", .tsv, true), ("a.txt", .csv, false), ("a.json", .json, false), ("a.htm", .html, false),
      ("a.ods", nil, true), ("a.zip", nil, true), ("a.tar.gz", nil, true), ("xlsx", nil, false),
      ("a.xlsx/b", nil, false),
    ] as [(String, TableFormat?, Bool)]) func names(path: String, format: TableFormat?, isSpreadsheet: Bool)
  {
    #expect(TableFormat(ofFileNamed: path) == format)
    #expect(TableFormat.isSpreadsheet(named: path) == isSpreadsheet)
  }

  @Test func `Files of worksheets stay in their folder, and their names can be seen`() {
    var names = WorksheetFileNames("folder/table.csv")
    let worksheets = ["Sheet", "SHEET", "../../out", "/etc", "a\u{202E}gpj", "a\u{9B}2J\u{0}", "..", ""]
    #expect(
      worksheets.map { names.path(for: $0) } == [
        "folder/table.Sheet.csv", "folder/table.SHEET 2.csv", "folder/table._.._out.csv", "folder/table._etc.csv",
        "folder/table.a_gpj.csv", "folder/table.a_2J_.csv", "folder/table._.csv", "folder/table._ 2.csv",
      ])
  }

  @Test func `An encoding is a name, not one of this machine's choosing and none that leaves out characters`() {
    for name in ["", "latin1//IGNORE", "ascii//TRANSLIT", "UTF-8/", " ", "x\u{1B}[2J", "no-such"] {
      for encodes in [false, true] { #expect(IconvCoding(name: name, encodes: encodes) == nil) }
    }
    #expect(IconvCoding(name: "latin1") != nil)
  }
}
