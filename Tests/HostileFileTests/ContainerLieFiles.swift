/// Containers whose records contradict each other, or name an entry in a way that deceives.
enum ContainerLieFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addEntries(&files)
    addDirectories(&files)
    addNames(&files)
    addProtection(&files)
    return files.all
  }()

  private static let normal = WorkbookFile()

  /// Lies about the worksheet's entry.
  private static func addEntries(_ files: inout HostileFiles) {
    typealias Change = @Sendable (inout ZIPContainer.Entry) -> Void
    let lies: [(String, String, Change)] = [
      ("another name", "zip.entry-mismatch", { $0.localName = Array("xl/worksheets/sheet9.xml".utf8) }),
      ("a longer name", "zip.entry-mismatch", { $0.localName = $0.name + [0x78] }),
      ("another method", "zip.entry-mismatch", { $0.localMethod = 0 }),
      ("another size", "zip.entry-mismatch", { $0.localSize = 7 }),
      ("another compressed size", "zip.entry-mismatch", { $0.localCompressedSize = 7 }),
      ("another checksum", "zip.entry-mismatch", { $0.localChecksum = 7 }),
      ("encryption that the directory doesn't know", "zip.entry-mismatch", { $0.localFlags = 1 }),
      ("no signature", "zip.bad-header", { $0.localSignature = 7 }),
      ("an offset that is the first entry's", "zip.entry-mismatch", { $0.headerOffset = 0 }),
      ("an offset one byte on", "zip.bad-header", { $0.headerOffset = 1 }),
      ("an offset behind the file", "zip.bad-directory", { $0.headerOffset = 0x7000_0000 }),
      ("an offset of -2", "zip.bad-directory", { $0.headerOffset = 0xFFFF_FFFE }),
      ("an offset in a ZIP64 field that isn't there", "zip.bad-directory", { $0.headerOffset = 0xFFFF_FFFF }),
      ("a place in another volume", "zip.bad-directory", { $0.disk = 1 }),
    ]
    for (what, code, change) in lies {
      files.refused("an entry with \(what)", code) {
        normal.container.changing(WorkbookFile.sheet, change).bytes
      }
    }
    let offsets: [UInt64] = [1 << 32, 1 << 63, .max]
    for offset in offsets {
      files.refused("an entry with an offset of \(offset) in ZIP64", "zip.bad-directory") {
        normal.container.changing(WorkbookFile.sheet) { entry in
          entry.isZIP64 = true
          entry.headerOffset = offset
        }.bytes
      }
    }
    files.refused("an extra field longer than what holds it", "zip.bad-directory") {
      normal.container.changing(WorkbookFile.sheet) { entry in
        entry.size = 0xFFFF_FFFF
        entry.extra = [1, 0, 0xFF, 0xFF, 1, 2, 3]
      }.bytes
    }
    files.refused("a ZIP64 field that is cut off", "zip.bad-directory") {
      normal.container.changing(WorkbookFile.sheet) { entry in
        entry.size = 0xFFFF_FFFF
        entry.extra = [1, 0, 4, 0, 1, 2, 3, 4]
      }.bytes
    }
  }

  private static func addDirectories(_ files: inout HostileFiles) {
    typealias Change = @Sendable (inout ZIPContainer) -> Void
    let lies: [(String, String, Change)] = [
      ("as the second volume", "zip.bad-directory", { $0.disk = 1 }),
      ("with one entry more than there is", "zip.bad-directory", { $0.entryCount = 6 }),
      ("with one entry fewer than there is", "zip.bad-directory", { $0.entryCount = 4 }),
      ("with no entry", "zip.bad-directory", { $0.entryCount = 0 }),
      ("with 65,535 entries", "limit.entries", { $0.entryCount = 65_535 }),
      ("with 65,534 entries", "limit.entries", { $0.entryCount = 65_534 }),
      ("as 4 GiB long", "zip.bad-directory", { $0.directorySize = 0xFFFF_FFF0 }),
      ("as behind the file", "zip.bad-directory", { $0.directoryOffset = 0x7FFF_FFFF }),
      ("as one byte shorter", "zip.bad-directory", { $0.directorySize = 340 }),
      ("without its signature", "zip.bad-directory", { $0.directorySignature = 7 }),
    ]
    for (what, code, change) in lies {
      files.refused("a directory told \(what)", code) { normal.container.with(change).bytes }
    }
    files.refused("a ZIP64 end record without its signature", "zip.bad-directory") {
      var bytes = normal.container.with { $0.hasZIP64End = true }.bytes
      bytes[bytes.count - 22 - 20 - 56] = 0
      return bytes
    }
    files.refused("2^40 entries in ZIP64", "limit.entries") {
      normal.container.with { container in
        container.hasZIP64End = true
        container.zip64EntryCount = 1 << 40
      }.bytes
    }
    files.refused("2^64 - 1 entries in ZIP64", "limit.entries") {
      normal.container.with { container in
        container.hasZIP64End = true
        container.zip64EntryCount = .max
      }.bytes
    }
  }

  private static func addNames(_ files: inout HostileFiles) {
    let duplicates = [
      WorkbookFile.sheet, "XL/Worksheets/SHEET1.xml", "xl\\worksheets\\sheet1.xml", "/xl/worksheets/sheet1.xml",
      WorkbookFile.contentTypes,
    ]
    for name in duplicates {
      files.refused("a second entry \(name)", "zip.duplicate-entry") {
        normal.container.with { $0.entries.append(.init(name, Array("<other/>".utf8))) }.bytes
      }
    }
    for name in ["", "xl/worksheets/sheet1.xml\0.txt", "xl/\u{1B}[2Jx.xml", "xl/\u{7F}.xml", "xl/a\nb.xml"] {
      files.refused("a name with control characters: \(name.debugDescription)", "zip.bad-directory") {
        normal.container.with { $0.entries.append(.init(name, [1])) }.bytes
      }
    }
    let long = String(repeating: "n", count: 65_000)
    for (what, name) in [("turns the line around", "xl/\u{202E}lmx.teehs\u{9B}2J"), ("is 65,000 bytes long", long)] {
      files.refused("an entry without header whose name \(what)", "zip.bad-header") {
        normal.container.with { container in
          container.entries.append(.init(name, [1]))
          container.entries[5].localSignature = 7
        }.bytes
      }
    }
    for name in [
      "../../escaped.txt", "/tmp/escaped.txt", "..\\..\\escaped.txt", "C:\\escaped.txt", "\\\\host\\share\\escaped.txt",
      "xl/../../escaped.txt",
    ] {
      files.kept("an entry that wants to get out: \(name)") {
        normal.container.with { $0.entries.append(.init(name, Array("escaped".utf8))) }.bytes
      }
    }
    files.kept("an entry that is a symbolic link") {
      normal.container.with { container in
        var link = ZIPContainer.Entry("xl/link", Array("/etc/passwd".utf8), isDeflated: false)
        link.externalAttributes = 0xA1FF_0000
        container.entries.append(link)
      }.bytes
    }
    files.refused("a worksheet that is a symbolic link", "xml.encoding", "xml.malformed") {
      normal.container.with { container in
        var link = ZIPContainer.Entry(WorkbookFile.sheet, Array("/etc/passwd".utf8), isDeflated: false)
        link.externalAttributes = 0xA1FF_0000
        container.entries[4] = link
      }.bytes
    }
  }

  private static func addProtection(_ files: inout HostileFiles) {
    for flags in [1, 0x41] {
      files.refused("encryption by flags \(flags)", "file.password-protected", mentions: ["Remove the password"]) {
        normal.container.changing(WorkbookFile.sheet) { $0.flags = flags }.bytes
      }
    }
    for method in [1, 6, 9, 12, 14, 93, 95, 98, 99, 65_535] {
      files.refused("compression by method \(method)", "zip.unsupported-method", mentions: ["\(method)"]) {
        normal.container.changing(WorkbookFile.sheet) { $0.method = method }.bytes
      }
    }
    files.kept("encryption of a part that nobody reads") {
      normal.with("xl/media/image1.png", [1, 2, 3]).container.changing("xl/media/image1.png") { $0.flags = 1 }.bytes
    }
  }
}
