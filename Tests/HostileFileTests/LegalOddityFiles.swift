/// Workbooks that are written in unusual ways, all of them allowed, and are read exactly.
enum LegalOddityFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addContainers(&files)
    addPackages(&files)
    addEncodings(&files)
    return files.all
  }()

  private static let normal = WorkbookFile()

  private static func addContainers(_ files: inout HostileFiles) {
    typealias Change = @Sendable (inout ZIPContainer) -> Void
    let oddities: [(String, Change)] = [
      ("descriptors with a signature", { for index in $0.entries.indices { $0.entries[index].descriptor = .signed } }),
      ("descriptors without", { for index in $0.entries.indices { $0.entries[index].descriptor = .unsigned } }),
      ("ZIP64 fields", { for index in $0.entries.indices { $0.entries[index].isZIP64 = true } }),
      ("a ZIP64 end record", { $0.hasZIP64End = true }), ("a comment", { $0.comment = Array("hello".utf8) }),
      (
        "a comment that looks like an end record",
        { $0.comment = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 30) }
      ),
      ("entries in another order", { $0.entries.reverse() }),
      ("a folder entry", { $0.entries.append(.init("xl/worksheets/", [], isDeflated: false)) }),
      ("bytes in front of it", { $0.prefix = Array("#!/bin/sh\n".utf8) }),
      ("bytes in front of it that offsets count", { ($0.prefix, $0.countsFromPrefix) = ([1, 2, 3], false) }),
      ("a gap before the directory", { $0.gap = [UInt8](repeating: 0, count: 100) }),
      (
        "an entry that the directory doesn't list",
        { container in
          var hidden = ZIPContainer.Entry("xl/worksheets/sheet1.xml", Array("<hidden/>".utf8))
          hidden.isUnlisted = true
          container.entries.insert(hidden, at: 0)
        }
      ),
      ("unknown extra fields", { $0.entries[4].extra = [0xFE, 0xCA, 2, 0, 1, 2] }),
      ("bytes behind it", { $0.trailing = Array("\r\n".utf8) }),
    ]
    for (what, change) in oddities {
      files.kept("a container with \(what)") { normal.container.with(change).bytes }
    }
    files.kept("a container whose parts are stored") {
      ZIPContainer(entries: normal.parts.map { ZIPContainer.Entry($0.name, $0.bytes, isDeflated: false) }).bytes
    }
    files.kept("a container with names in other case") {
      normal.container.changing(WorkbookFile.sheet) { $0.name = Array("XL/worksheets/Sheet1.XML".utf8) }.bytes
    }
    files.kept("a container with backslashes in its names") {
      normal.container.changing(WorkbookFile.sheet) { $0.name = Array("xl\\worksheets\\sheet1.xml".utf8) }.bytes
    }
    files.kept("a workbook inside of a workbook") { normal.with("xl/embeddings/book.xlsx", normal.bytes).bytes }
  }

  private static func addPackages(_ files: inout HostileFiles) {
    files.kept("prefixed names") {
      let row = "<x:row><x:c t=\"inlineStr\"><x:is><x:t>kept</x:t></x:is></x:c></x:row>"
      return normal.with(
        WorkbookFile.sheet,
        "<x:worksheet xmlns:x=\"\(WorkbookFile.main)\"><x:sheetData>\(row)</x:sheetData></x:worksheet>"
      ).bytes
    }
    files.kept("the strict namespace") {
      let strict = "http://purl.oclc.org/ooxml/spreadsheetml/main"
      let xml = "<worksheet xmlns=\"\(strict)\"><sheetData>\(WorkbookFile.keptRow)</sheetData></worksheet>"
      return normal.with(WorkbookFile.sheet, xml).bytes
    }
    for target in [
      "/xl/worksheets/sheet1.xml", "./worksheets/sheet1.xml", "../xl/worksheets/sheet1.xml", "worksheets/%73heet1.xml",
    ] {
      files.kept("a target written \(target)") {
        normal.with(WorkbookFile.workbookRelationships, WorkbookFile.targets(sheet: target)).bytes
      }
    }
    files.kept("parts of other names") {
      let sheet = normal.parts[4].bytes
      return normal.without(WorkbookFile.sheet).with("odd/place.bin", sheet)
        .with(WorkbookFile.workbookRelationships, WorkbookFile.targets(sheet: "/odd/place.bin")).bytes
    }
    files.kept("elements of other namespaces between the rows") {
      WorkbookFile(rows: "<o:x xmlns:o=\"urn:o\"><o:row/></o:x>" + WorkbookFile.keptRow).bytes
    }
    files.accepted("neither row numbers nor references", [#"["a", 2]"#, #"["b"]"#]) {
      WorkbookFile(
        rows: "<row><c t=\"inlineStr\"><is><t>a</t></is></c><c><v>2</v></c></row>"
          + "<row><c t=\"str\"><v>b</v></c></row>"
      ).bytes
    }
    files.accepted("cells out of order", [#"["a", "b"]"#]) {
      WorkbookFile(rows: "<row r=\"1\"><c r=\"B1\" t=\"str\"><v>b</v></c><c r=\"A1\" t=\"str\"><v>a</v></c></row>")
        .bytes
    }
    files.accepted("rows with a gap", [#"["a"]"#, #"["c"]"#]) {
      WorkbookFile(
        rows: "<row r=\"1\"><c t=\"str\"><v>a</v></c></row><row r=\"3\"><c t=\"str\"><v>c</v></c></row>"
      ).bytes
    }
    files.accepted("only the last cell of the grid", ["[" + String(repeating: "null, ", count: 16_383) + "\"x\"]"]) {
      WorkbookFile(rows: "<row r=\"1048576\"><c r=\"XFD1048576\" t=\"str\"><v>x</v></c></row>").bytes
    }
    files.accepted("no rows", []) { WorkbookFile(rows: "").bytes }
  }

  private static func addEncodings(_ files: inout HostileFiles) {
    let sheet = "<?xml version=\"1.0\"?>" + WorkbookFile.worksheet(WorkbookFile.keptRow)
    files.kept("UTF-8 with a byte order mark") { normal.with(WorkbookFile.sheet, "\u{FEFF}" + sheet).bytes }
    for isBigEndian in [false, true] {
      files.kept("UTF-16 with a byte order mark, \(isBigEndian ? "big" : "little")-endian") {
        normal.with(WorkbookFile.sheet, UTF16Text.bytes("\u{FEFF}" + sheet, isBigEndian: isBigEndian)).bytes
      }
      files.kept("UTF-16 with a declaration, \(isBigEndian ? "big" : "little")-endian") {
        let declared =
          "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + WorkbookFile.worksheet(WorkbookFile.keptRow)
        return normal.with(WorkbookFile.sheet, UTF16Text.bytes(declared, isBigEndian: isBigEndian)).bytes
      }
    }
    files.kept("a style sheet instruction and comments") {
      let xml = "<?xml version=\"1.0\"?><?xml-stylesheet href=\"file:///etc/passwd\"?><!-- <!DOCTYPE x> -->"
      return normal.with(WorkbookFile.sheet, xml + WorkbookFile.worksheet(WorkbookFile.keptRow)).bytes
    }
  }
}

/// Text as UTF-16.
enum UTF16Text {
  static func bytes(_ text: String, isBigEndian: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 2)
    for unit in text.utf16 { bytes.append16(Int(isBigEndian ? unit.byteSwapped : unit)) }
    return bytes
  }
}
