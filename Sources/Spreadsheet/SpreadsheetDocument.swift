#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whatever table a path holds, open for reading.
public enum SpreadsheetDocument {
  /// An XLSX workbook.
  case workbook(XLSXWorkbook)
  /// Delimited text.
  case delimited(CSVDocument)

  /// Opens a file as what it is by its content; its name decides nothing.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - csv: How to read it if it is delimited text.
  ///   - limits: How much is believed of it.
  ///   - isStrict: Whether a workbook is refused that holds text where no spreadsheet program shows it.
  /// - Throws: `file.lock-file`, `file.not-downloaded`, and the codes of ``XLSXWorkbook`` and ``CSVDocument``;
  ///   `file.unsupported-format` names the form of a file that is neither, and the way out.
  public static func open(
    path: String, csv: CSVReadingOptions = CSVReadingOptions(), limits: SpreadsheetLimits = SpreadsheetLimits(),
    isStrict: Bool = false
  ) throws(SpreadsheetError) -> SpreadsheetDocument {
    try checkName(path)
    let file = try InputFile(path: path)
    if try isWorkbook(file) { return .workbook(try XLSXWorkbook(file, limits: limits, isStrict: isStrict)) }
    return .delimited(try CSVDocument(path: path, options: csv, limits: limits))
  }

  /// The note that a spreadsheet program leaves beside a file while it has it open; what was typed there may not have
  /// been saved yet.
  ///
  /// - Parameter path: The file.
  /// - Returns: The path of the note, Excel's or LibreOffice's; nil where there is none.
  public static func lockFile(beside path: String) -> String? {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { path[...$0] } ?? ""
    let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return ["\(folder)~$\(name)", "\(folder).~lock.\(name)#"].first { access($0, F_OK) == 0 }
  }

  private static func isWorkbook(_ file: InputFile) throws(SpreadsheetError) -> Bool {
    if try FileSignature.form(of: file) == .zip { return true }
    // A container may have bytes in front that are not its own.
    let name = file.path.lowercased()
    guard [".xlsx", ".xlsm", ".xltx", ".xltm"].contains(where: name.hasSuffix) else { return false }
    if ZIPEndRecord.isFound(in: file) { return true }
    let head = try file.bytes(min(file.size, 4096), at: 0)
    if head.contains(0), ![[0xFE, 0xFF], [0xFF, 0xFE]].contains(where: head.starts(with:)) {
      throw .zipTruncated("neither its start nor its end is that of a workbook.").inFile(file.path)
    }
    return false
  }

  /// Files that stand in for another one and hold nothing themselves.
  private static func checkName(_ path: String) throws(SpreadsheetError) {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    if name.hasPrefix("~$") {
      throw SpreadsheetError(
        .init(rawValue: "file.lock-file"), "this is the note that Excel leaves beside a file while it is open.",
        hint: "Name \"\(name.dropFirst(2))\" instead.", place: .init(file: path))
    }
    if name.hasPrefix("."), name.hasSuffix(".icloud") {
      throw SpreadsheetError(
        .init(rawValue: "file.not-downloaded"), "the file is in iCloud and not on this machine yet.",
        hint: "Download it in Finder, and name \"\(name.dropFirst().dropLast(7))\".", place: .init(file: path))
    }
  }
}
