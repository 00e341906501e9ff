#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Things that are no workbook and no table, whatever they are called.
enum WrongFormatFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    addSignatures(&files)
    addPackages(&files)
    addPlaces(&files)
    return files.all
  }()

  private static let ole: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

  private static func addSignatures(_ files: inout HostileFiles) {
    let texts: [(String, String, String)] = [
      ("a web page", "<!DOCTYPE html><html><body>Sign in</body></html>", "web page"),
      ("a table of HTML", "<table><tr><td>a</td></tr></table>", "web page"),
      ("a PDF", "%PDF-1.7\n%....", "PDF"), ("a rich text document", "{\\rtf1\\ansi}", "RTF"),
      (
        "an XML Spreadsheet 2003", "<?xml version=\"1.0\"?><?mso-application progid=\"Excel.Sheet\"?><Workbook/>",
        "2003"
      ),
      ("a flat OpenDocument file", "<?xml version=\"1.0\"?><office:document/>", "OpenDocument"),
      ("a web page with its pictures", "MIME-Version: 1.0\nContent-Type: multipart/related", "MHTML"),
      ("a database", "SQLite format 3\0\u{10}\0\u{1}", "SQLite"),
    ]
    for fileName in ["sheet.xlsx", "sheet.csv"] {
      files.fileName = fileName
      for (what, text, word) in texts {
        files.refused("\(what) as \(fileName)", "file.unsupported-format", mentions: [word]) { Array(text.utf8) }
      }
      let binaries: [(String, [UInt8], String)] = [
        ("gzip", [0x1F, 0x8B, 8, 0], "gzip"), ("a picture", [0x89, 0x50, 0x4E, 0x47, 13, 10], "PNG"),
        ("an old workbook", ole + [UInt8](repeating: 0, count: 1_000), "Office document"),
        ("Excel 4", [9, 4, 6, 0, 0, 0, 16, 0], "Excel 4"),
      ]
      for (what, bytes, word) in binaries {
        files.refused("\(what) as \(fileName)", "file.unsupported-format", mentions: [word]) { bytes }
      }
      files.refused("an encrypted workbook as \(fileName)", "file.password-protected") { encrypted(sector: 0) }
    }
    files.fileName = "sheet.xlsx"
    files.refused(
      "an old container whose directory lies far away", "file.unsupported-format", "file.password-protected"
    ) {
      encrypted(sector: 0xFFFF_FFF0)
    }
    files.refused("a signature of an old container and nothing else", "file.unsupported-format") { ole }
    files.refused("a workbook of which only NUL bytes arrived", "zip.truncated") { [UInt8](repeating: 0, count: 9_000) }
    files.refused("the first two bytes of a workbook", "zip.truncated") { [0x50, 0x4B] }
    files.fileName = "sheet.csv"
    files.kept("a workbook as sheet.csv") { WorkbookFile().bytes }
    files.refused("a damaged workbook as sheet.csv", "zip.truncated") { WorkbookFile().bytes.dropLast(30) }
  }

  /// A container of older documents, whose directory names an encrypted package.
  private static func encrypted(sector: UInt32) -> [UInt8] {
    var bytes = ole + [UInt8](repeating: 0, count: 22)
    bytes.append16(9)
    bytes += [UInt8](repeating: 0, count: 16)
    bytes.append32(sector)
    bytes += [UInt8](repeating: 0, count: 512 - bytes.count)
    for unit in "EncryptedPackage".utf16 { bytes.append16(Int(unit)) }
    return bytes + [UInt8](repeating: 0, count: 512)
  }

  private static func addPackages(_ files: inout HostileFiles) {
    let types: [(String, String)] = [
      ("application/vnd.ms-excel.sheet.binary.macroEnabled.main", "XLSB"),
      ("application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", "Word"),
      ("application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml", "presentation"),
    ]
    for (type, word) in types {
      files.refused("a package of \(type)", "file.unsupported-format", mentions: [word]) {
        let override = "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(type)\"/>"
        let namespace = WorkbookFile.package + "/content-types"
        return WorkbookFile().with(WorkbookFile.contentTypes, "<Types xmlns=\"\(namespace)\">\(override)</Types>").bytes
      }
    }
    let archives: [(String, String, String)] = [
      ("mimetype", "application/vnd.oasis.opendocument.spreadsheet", "ODS"), ("Index/Document.iwa", "x", "Numbers"),
      ("readme.txt", "x", "ZIP"),
    ]
    for (name, content, word) in archives {
      files.refused("an archive with \(name)", "file.unsupported-format", mentions: [word]) {
        ZIPContainer(entries: [.init(name, Array(content.utf8), isDeflated: false)]).bytes
      }
    }
    files.refused("an archive without entries", "zip.bad-directory", "file.unsupported-format") {
      ZIPContainer(entries: []).bytes
    }
    files.refused("a package whose main part is no workbook", "xlsx.not-a-workbook") {
      WorkbookFile().with(WorkbookFile.workbook, "<document xmlns=\"\(WorkbookFile.main)\"/>").bytes
    }
    files.refused("a workbook part of another namespace", "xlsx.not-a-workbook") {
      WorkbookFile().with(WorkbookFile.workbook, "<workbook xmlns=\"urn:other\"/>").bytes
    }
    files.refused("a worksheet part that holds something else", "xlsx.bad-part") {
      WorkbookFile().with(WorkbookFile.sheet, "<chartsheet xmlns=\"\(WorkbookFile.main)\"/>").bytes
    }
    files.refused("a shared strings part that holds something else", "xlsx.bad-part") {
      WorkbookFile(rows: "<row><c t=\"s\"><v>0</v></c></row>").with(strings: "")
        .with(WorkbookFile.strings, "<html xmlns=\"\(WorkbookFile.main)\"/>").bytes
    }
  }

  private static func addPlaces(_ files: inout HostileFiles) {
    files.fileName = "~$sheet.xlsx"
    files.refused("the note of a program that has the file open", "file.lock-file") {
      [UInt8](repeating: 65, count: 165)
    }
    files.fileName = ".sheet.xlsx.icloud"
    files.refused("a file that is in iCloud", "file.not-downloaded") { Array("bplist00".utf8) }
    files.fileName = "sheet.xlsx"
    files.placed("a folder", refused: "file.is-directory") { mkdir($0, 0o755) }
    files.placed("a named pipe that nobody writes to", refused: "file.not-regular") { mkfifo($0, 0o644) }
    files.placed("nothing at all", refused: "file.not-found") { _ in }
    files.placed("a link that leads nowhere", refused: "file.not-found") { symlink("/nowhere/at/all", $0) }
    files.placed("a link to itself", refused: "io.read", "file.not-found") { symlink($0, $0) }
    files.placed("a link to a device", refused: "file.not-regular", "file.unreadable") { symlink("/dev/zero", $0) }
  }
}
