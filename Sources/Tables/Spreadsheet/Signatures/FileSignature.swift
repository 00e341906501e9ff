import Basics

enum FileSignature {
  /// The first bytes of a ZIP container; two more follow.
  static let zip: [UInt8] = [0x50, 0x4B]

  /// The extensions of spreadsheets, and of archives and links that spreadsheets come in, which are recognised but not read.
  static let spreadsheetExtensions = linkExtensions.union(
    """
    xls, xlsb, ods, fods, numbers, zip, 7z, rar, tar, gz, tgz, bz2, xz, zst
    """.commaSeparated)
  /// The extensions of files that contain only the address of another file: of Google Drive, and of browsers and systems.
  static let linkExtensions: Set = ["gsheet", "url", "webloc", "lnk"]

  /// Whether a file starts as a ZIP container; delimited text has no signature. Throws `file.empty`,
  /// `file.password-protected`, `file.unsupported-format` for a format that is recognised but not read.
  static func isZIP(_ file: InputFile) throws(SpreadsheetError) -> Bool {
    if file.size == 0 { throw .emptyFile.inFile(file.path) }
    let head = try file.bytes(min(file.size, 4096), at: 0)
    if head.starts(with: zip), let pair = head.dropFirst(2).first, [3, 5, 7].contains(pair) { return true }
    if head.starts(with: oleSignature) { throw try oleError(for: file, head: head) }
    for (bytes, what, fix) in signatures where head.starts(with: bytes) {
      throw .unsupportedFormat(what, fix, file: file.path)
    }
    if let (what, fix) = markedUpForm(of: head) { throw .unsupportedFormat(what, fix, file: file.path) }
    return false
  }

  private static let unpack = "Unpack it and use the file inside."
  static let copy = "Copy its table into a spreadsheet."
  static let resave = "Open it in a spreadsheet program and save it as XLSX."
  private static let export = "Export the table as XLSX or CSV from the program that it comes from."

  private static let signatures: [(bytes: [UInt8], what: String, fix: String)] = [
    (Array("%PDF".utf8), "a PDF document", export), ([0x1F, 0x8B], "a file compressed with gzip", unpack),
    (Array("BZh".utf8) + [0x31], "a file compressed with bzip2", unpack),
    (Array("BZh9".utf8), "a file compressed with bzip2", unpack),
    ([0xFD] + Array("7zXZ".utf8), "a file compressed with xz", unpack),
    ([0x28, 0xB5, 0x2F, 0xFD], "a file compressed with Zstandard", unpack),
    (Array("7z".utf8) + [0xBC, 0xAF], "a 7-Zip archive", unpack), (Array("Rar!".utf8), "a RAR archive", unpack),
    ([0x09, 0x08, 0x08, 0x00], "a workbook of Excel 5 or older", resave),
    ([0x09, 0x04, 0x06, 0x00], "a workbook of Excel 4 or older", resave),
    ([0x09, 0x02, 0x06, 0x00], "a workbook of Excel 3 or older", resave),
    ([0x09, 0x00, 0x04, 0x00], "a workbook of Excel 2", resave),
    (Array("{\\rtf".utf8), "a rich text document (RTF)", export),
    (Array("SQLite format 3".utf8), "an SQLite database", export), (Array("PAR1".utf8), "a Parquet file", export),
    ([0x89] + Array("PNG".utf8), "a picture (PNG)", export), ([0xFF, 0xD8, 0xFF], "a picture (JPEG)", export),
    (Array("GIF8".utf8), "a picture (GIF)", export),
  ]

  // MARK: - Text with markup

  /// Whether a file begins as a web page does.
  static func isPage(_ head: [UInt8]) -> Bool { isPage(letters(of: head)) }

  /// The ASCII characters at the start of a file, in lower case. Without its NUL bytes, UTF-16 text looks like ASCII.
  private static func letters(of head: [UInt8]) -> Substring {
    String(decoding: head.prefix(2048).filter { $0 > 0 && $0 < 0x80 }, as: UTF8.self).lowercased().drop {
      $0.isWhitespace
    }
  }

  private static func isPage(_ text: Substring) -> Bool {
    let openings = [
      "<!doctype html", "<html", "<head", "<meta", "<body", "<table", "<script", "<style", "<div", "<!--",
    ]
    return openings.contains { text.hasPrefix($0) } || text.first == "<" && text.contains("<html")
  }

  private static func markedUpForm(of head: [UInt8]) -> (what: String, fix: String)? {
    let text = letters(of: head)
    if text.hasPrefix("mime-version:") { return ("a web page with its pictures (MHTML)", resave) }
    guard text.first == "<" else { return textFile(text) }
    if text.contains("urn:schemas-microsoft-com:office:spreadsheet") || text.contains("progid=\"excel.sheet\"") {
      return ("an XML Spreadsheet 2003", "Open it in Excel and save it as XLSX.")
    }
    if text.contains("office:document") {
      return ("a flat OpenDocument file", "Open it in LibreOffice and save it as XLSX.")
    }
    if isPage(text) {
      return (
        "a web page",
        "If it was downloaded, sign in and download it again; if a program exported it, save it as XLSX from Excel."
      )
    }
    if text.contains("<plist") { return app("a property list, such as the .stringsdict") }
    if text.contains("<resources") { return app("an XML file of resources, such as the strings.xml") }
    return text.hasPrefix("<?xml")
      ? ("an XML document", "Export the table as XLSX or CSV from the program that it comes from.") : nil
  }

  /// Recognises localization files, whose quotes would be read as CSV quotes.
  private static func textFile(_ text: Substring) -> (what: String, fix: String)? {
    let lines = text.split(whereSeparator: \.isNewline)
    if lines.contains(where: { $0.hasPrefix("msgid \"") }), lines.contains(where: { $0.hasPrefix("msgstr") }) {
      return (
        "a PO file",
        "A review in PO is imported as it is, with a name in .po; for a table, export the review as XLSX or CSV."
      )
    }
    var rest = text
    // No valid CSV file begins like an object of texts, because a quote inside a field is refused.
    let dense = text.prefix { $0 != ":" }.filter { !$0.isWhitespace }
    let value = text.dropFirst(text.prefix { $0 != ":" }.count + 1).first { !$0.isWhitespace }
    if dense.hasPrefix("{\""), dense.hasSuffix("\""), value == "\"" || value == "{" {
      let isXcstrings = text.contains("\"sourcelanguage\"")
      return app(isXcstrings ? "an .xcstrings file" : "a JSON file, as ARB and i18next have it,")
    }
    while let end = rest.hasPrefix("/*") ? "*/" : rest.hasPrefix("//") ? "\n" : nil {
      guard let found = rest.firstRange(of: end) else { return nil }
      rest = rest[found.upperBound...].drop { $0.isWhitespace }
    }
    let first = rest.prefix { !$0.isNewline }
    guard first.first == "\"", first.contains("\" = \"") || first.contains("\"=\"") else { return nil }
    return app("a .strings file")
  }

  private static func app(_ file: String) -> (what: String, fix: String) {
    (
      "\(file) with the texts of an app",
      "Give the review sheet that was exported; `diff --against` compares the texts of an app, and --memory reads them."
    )
  }

  // MARK: - The container of older Office documents and of newer encrypted ones (MS-CFB)

  static let oleSignature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

  /// The error for a file in this container, chosen by the names in the first sector of its directory.
  private static func oleError(for file: InputFile, head: [UInt8]) throws(SpreadsheetError) -> SpreadsheetError {
    let directory = try self.directory(of: file, head: head)
    // UTF-16, little-endian.
    func has(_ name: String) -> Bool { directory.firstRange(of: name.utf8.flatMap { [$0, 0] }) != nil }
    if has("EncryptedPackage") || has("EncryptionInfo") {
      return SpreadsheetError(
        .filePasswordProtected, "the file is password-protected.",
        hint: "Open it in a spreadsheet program, remove the password and save it again.", place: .init(file: file.path))
    }
    let table = [
      ("WordDocument", "a Word document (DOC)", copy), ("PowerPoint", "a presentation (PPT)", copy),
      ("Book", "a workbook of Excel 97–2003 (XLS)", resave), ("Workbook", "a workbook of Excel 97–2003 (XLS)", resave),
    ]
    let (_, what, fix) = table.first { has($0.0) } ?? ("", "an Office document from before 2007", resave)
    return .unsupportedFormat(what, fix, file: file.path)
  }

  /// Up to 4 KiB of the directory; less if the file ends before.
  private static func directory(of file: InputFile, head: [UInt8]) throws(SpreadsheetError) -> [UInt8] {
    let bytes = LittleEndianBytes(head)
    guard let shift = bytes.number16(at: 30), let sector = bytes.number32(at: 48), shift == 9 || shift == 12 else {
      return head
    }
    let offset = (Int(sector) + 1) << Int(shift)
    guard offset < file.size else { return head }
    return try file.bytes(min(4096, file.size - offset), at: offset)
  }
}

extension SpreadsheetError {
  static func unsupportedFormat(_ what: String, _ fix: String, file: String? = nil) -> SpreadsheetError {
    SpreadsheetError(
      .fileUnsupportedFormat, "this is \(what), not an XLSX workbook or a CSV file.", hint: fix,
      place: .init(file: file))
  }
}
