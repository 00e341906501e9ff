/// Recognises ZIP containers that are not workbooks.
extension FileSignature {
  static func error(for archive: ZIPArchive) -> SpreadsheetError {
    if let type = mediaType(of: archive) {
      if type.contains("opendocument.spreadsheet") || type.contains("sun.xml.calc") {
        return .unsupportedFormat("an OpenDocument spreadsheet (ODS)", resave)
      }
      if type.contains("opendocument") { return .unsupportedFormat("an OpenDocument document", copy) }
    }
    if archive.hasEntry(below: "Index/") || archive.entry(named: "Index.zip") != nil {
      return .unsupportedFormat(
        "a document of Apple Numbers, Pages or Keynote", "Export it from that program as an Excel workbook.")
    }
    return .unsupportedFormat("a ZIP archive", "Unpack it and use the file inside.")
  }

  /// The error for the main part of a package, by its content type; nil for one that may be a workbook.
  static func error(contentType: String) -> SpreadsheetError? {
    let formats = [
      ("sheet.binary", "a binary workbook (XLSB)", "Open it in Excel and save it as XLSX."),
      ("wordprocessingml", "a Word document", copy), ("ms-word", "a Word document", copy),
      ("presentationml", "a presentation", copy), ("ms-powerpoint", "a presentation", copy),
      ("visio", "a Visio drawing", copy),
    ]
    return formats.first { contentType.contains($0.0) }.map { .unsupportedFormat($0.1, $0.2) }
  }

  /// The contents of the entry `mimetype`, the first of an OpenDocument file.
  private static func mediaType(of archive: ZIPArchive) -> String? {
    guard let entry = archive.entry(named: "mimetype"), let reader = try? archive.reader(of: entry, partSize: 1 << 10)
    else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 10, alignment: 1)
    defer { buffer.deallocate() }
    guard let count = try? reader.read(into: buffer) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<count]), as: UTF8.self)
  }
}
