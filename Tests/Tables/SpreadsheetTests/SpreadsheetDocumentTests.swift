import Basics
import ProgramRuns
import Testing

@testable import Spreadsheet

/// The error that opening a file of these bytes ends with.
private func failure(_ bytes: [UInt8], name: String = "sheet.csv") throws -> SpreadsheetError? {
  let file = try TemporaryFile(bytes, name: name)
  do {
    _ = try SpreadsheetDocument.open(path: file.path)
    return nil
  } catch {
    #expect(error.place.file == file.path)
    return error
  }
}

/// Whether a file of these bytes is opened as a workbook.
private func isWorkbook(_ bytes: [UInt8], name: String = "sheet.xlsx") throws -> Bool {
  let file = try TemporaryFile(bytes, name: name)
  guard case .workbook = try SpreadsheetDocument.open(path: file.path) else { return false }
  return true
}

/// A container of older documents whose directory holds a stream of a name.
private func oleContainer(stream: String) -> [UInt8] {
  var bytes = FileSignature.oleSignature + Array(repeating: 0, count: 504)
  bytes[30] = 9
  bytes[48] = 1
  bytes += Array(repeating: 0, count: 512)
  return bytes + stream.utf16.flatMap { little($0) } + Array(repeating: 0, count: 480)
}

/// A package whose main part has a content type.
private func package(contentType: String) -> [UInt8] {
  var package = WorkbookFile("")
  package["[Content_Types].xml"] = package["[Content_Types].xml"]?.replacing(
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml", with: contentType)
  return package.archive.bytes
}

struct SpreadsheetDocumentTests {
  @Test(arguments: ["a.xlsx", "a.csv", "a", "a.XLSX.bak"])
  func `A workbook is one by its content, whatever it is called`(name: String) throws {
    #expect(try isWorkbook(WorkbookFile("").archive.bytes, name: name))
  }

  @Test func `A workbook behind other bytes is one where its name says so`() throws {
    #expect(try isWorkbook([1, 2, 3] + WorkbookFile("").archive.bytes))
  }

  @Test(arguments: ["a,b\n", "P", "PKa,b", "<b>,c\n", "Key;Value\n", "\u{FEFF}a\tb\n", "{\"a\": 1}", "ID;P\n"])
  func `Anything without a signature is delimited text`(text: String) throws {
    #expect(try !isWorkbook(Array(text.utf8)))
  }

  @Test(arguments: [2, 3, 4]) func `The first bytes of a workbook are one that is cut off, and a text elsewhere`(
    count: Int
  ) throws {
    let bytes = Array(WorkbookFile("").archive.bytes.prefix(count))
    #expect(try failure(bytes, name: "sheet.xlsx")?.code == .zipTruncated)
    #expect(try failure(bytes, name: "sheet.XLSM")?.code == .zipTruncated)
    #expect(try failure(bytes, name: "sheet.csv")?.code == (count == 2 ? nil : .zipTruncated))
  }

  @Test(
    arguments: [
      ("gzip", [0x1F, 0x8B, 8, 0]), ("PDF", Array("%PDF-1.7\n".utf8)), ("7-Zip", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
      ("RAR", Array("Rar!\u{1A}".utf8)), ("PNG", [0x89, 0x50, 0x4E, 0x47]), ("SQLite", Array("SQLite format 3\0".utf8)),
      ("RTF", Array("{\\rtf1\\ansi}".utf8)),
      ("MHTML", Array("MIME-Version: 1.0\nContent-Type: multipart/related".utf8)),
      ("web page", Array("\n<!DOCTYPE html><html>".utf8)),
      ("web page", Array("<table><tr><td>1</td></tr></table>".utf8)),
      ("web page", [0xFF, 0xFE] + "<html>".utf16.flatMap { little($0) }),
      (
        "XML Spreadsheet 2003",
        Array("<?xml version=\"1.0\"?><?mso-application progid=\"Excel.Sheet\"?><Workbook/>".utf8)
      ), ("flat OpenDocument", Array("<?xml version=\"1.0\"?><office:document/>".utf8)),
      ("XML document", Array("<?xml version=\"1.0\"?><r/>".utf8)),
      ("Excel 97–2003 (XLS)", oleContainer(stream: "Workbook")), ("Excel 97–2003 (XLS)", oleContainer(stream: "Book")),
      ("Word document", oleContainer(stream: "WordDocument")), ("before 2007", oleContainer(stream: "Other")),
      ("PO file", Array("# a, b\nmsgid \"\"\nmsgstr \"\"\n\"Language: da\\n\"\n".utf8)),
      (".strings file", Array("/* one\n\"two\" */\n// three\n\n\"a.b\" = \"c\";\n".utf8)),
      (".strings file", [0xFF, 0xFE] + Array("\"a\"=\"b\";".utf16.flatMap { [UInt8($0), 0] })),
      ("an .xcstrings file with the texts of an app", Array("{\n  \"sourceLanguage\" : \"en\"".utf8)),
      ("a JSON file, as ARB and i18next have it, with", Array("{ \"@@locale\" : \"da\"}".utf8)),
      (".stringsdict with the texts of an app", Array("<?xml version=\"1.0\"?><plist/>".utf8)),
      ("strings.xml with the texts of an app", Array("<resources><string/></resources>".utf8)),
      ("before 2007", FileSignature.oleSignature), ("Excel 4", [9, 4, 6, 0, 0, 0]),
      ("ODS", ZIPArchiveBuilder([.init("mimetype", "application/vnd.oasis.opendocument.spreadsheet")]).bytes),
      ("OpenDocument", ZIPArchiveBuilder([.init("mimetype", "application/vnd.oasis.opendocument.text")]).bytes),
      ("Apple Numbers", ZIPArchiveBuilder([.init("Index/Document.iwa", [1])]).bytes),
      ("ZIP archive", ZIPArchiveBuilder([.init("sheet.csv", "a,b")]).bytes),
      ("XLSB", package(contentType: "application/vnd.ms-excel.sheet.binary.macroEnabled.main")),
      (
        "Word document",
        package(contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml")
      ),
      (
        "presentation",
        package(contentType: "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml")
      ),
    ] as [(String, [UInt8])]) func `What is something else is named`(what: String, bytes: [UInt8]) throws
  {
    let error = try failure(bytes)
    #expect(error?.code == "file.unsupported-format")
    #expect(error?.message.contains(what) == true, "\(error?.message ?? "opened")")
    #expect(error?.hint != nil)
  }

  @Test(arguments: ["EncryptedPackage", "EncryptionInfo"]) func `A password is named as what is in the way`(
    stream: String
  ) throws { #expect(try failure(oleContainer(stream: stream))?.code == "file.password-protected") }

  @Test func `A package that holds something unknown is no workbook`() throws {
    var package = WorkbookFile("")
    package["xl/workbook.xml"] = "<drawing xmlns=\"urn:x\"/>"
    #expect(try failure(package.archive.bytes)?.code == "xlsx.not-a-workbook")
  }

  @Test func `Files that stand in for another are named`() throws {
    let lock = try failure([5, 65], name: "~$sheet.xlsx")
    #expect(lock?.code == "file.lock-file")
    #expect(lock?.hint == "Use \"sheet.xlsx\" instead.")
    let cloud = try failure([1], name: ".sheet.xlsx.icloud")
    #expect(cloud?.code == "file.not-downloaded")
    #expect(cloud?.hint?.contains("\"sheet.xlsx\"") == true)
  }

  @Test(arguments: ["~$sheet.xlsx", ".~lock.sheet.xlsx#"]) func `The note of a program that has a file open is found`(
    name: String
  ) throws {
    let note = try TemporaryFile([1], name: name)
    let folder = FilePlace.folder(of: note.path)
    #expect(SpreadsheetDocument.lockFile(beside: folder + "/sheet.xlsx") == note.path)
    #expect(SpreadsheetDocument.lockFile(beside: folder + "/other.xlsx") == nil)
  }

  @Test func `A folder, a pipe, a device and a missing file are refused without waiting`() throws {
    let file = try TemporaryFile([1])
    let folder = FilePlace.folder(of: file.path)
    let pipe = folder + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    for (path, code) in [
      (folder, "file.is-directory"), (pipe, "file.not-regular"), ("/dev/null", "file.not-regular"),
      (folder + "/none.xlsx", "file.not-found"), (file.path + "/none.xlsx", "file.not-found"),
    ] {
      let error = spreadsheetError { _ = try SpreadsheetDocument.open(path: path) }
      #expect(error?.code.rawValue == code)
      #expect(error?.place.file == path)
    }
  }

  @Test func `A file that shrinks while it is read ends in an error`() throws {
    let text = (1...3000).map { "<row><c t=\"inlineStr\"><is><t>row \($0)</t></is></c></row>" }.joined()
    let file = try TemporaryFile(WorkbookFile(text).archive.bytes)
    let workbook = try XLSXWorkbook(path: file.path)
    try #require(truncate(file.path, 4000) == 0)
    #expect(spreadsheetError { try workbook.readRows(ofWorksheetAt: 0) { _ in } }?.code == "file.changed")
  }
}
