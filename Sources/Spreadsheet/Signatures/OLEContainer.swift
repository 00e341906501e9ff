/// The container of older Office documents and of newer encrypted ones (MS-CFB).
enum OLEContainer {
  static let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

  /// The error for such a file, chosen by the names in the first sector of its directory.
  static func error(for file: InputFile, head: [UInt8]) throws(SpreadsheetError) -> SpreadsheetError {
    let directory = try self.directory(of: file, head: head)
    func has(_ name: String) -> Bool {
      // UTF-16, little-endian.
      var stored: [UInt8] = []
      for byte in name.utf8 { stored += [byte, 0] }
      return directory.indices.contains { directory[$0...].starts(with: stored) }
    }
    if has("EncryptedPackage") || has("EncryptionInfo") {
      return SpreadsheetError(
        .filePasswordProtected, "the file is password-protected.",
        hint: "Open it in a spreadsheet program, remove the password and save it again.", place: .init(file: file.path))
    }
    let resave = "Open it in a spreadsheet program and save it as XLSX."
    if has("WordDocument") {
      return .unsupportedFormat("a Word document (DOC)", "Copy its table into a spreadsheet.", file: file.path)
    }
    if has("PowerPoint") {
      return .unsupportedFormat("a presentation (PPT)", "Copy its table into a spreadsheet.", file: file.path)
    }
    return .unsupportedFormat(
      has("Workbook") || has("Book")
        ? "a workbook of Excel 97–2003 (XLS)" : "an Office document from before 2007",
      resave, file: file.path)
  }

  /// Up to 4 KiB of the directory; less if the file ends before.
  private static func directory(of file: InputFile, head: [UInt8]) throws(SpreadsheetError) -> [UInt8] {
    let bytes = LittleEndianBytes(head)
    guard let shift = bytes.integer(UInt16.self, at: 30), let sector = bytes.integer(UInt32.self, at: 48),
      shift == 9 || shift == 12
    else { return head }
    let offset = (Int(sector) + 1) << Int(shift)
    guard offset < file.size else { return head }
    return try file.bytes(min(4096, file.size - offset), at: offset)
  }
}
