import Basics

/// A table file of any supported format, open for reading.
public enum SpreadsheetDocument {
  /// An XLSX workbook.
  case workbook(XLSXWorkbook)
  /// Delimited text.
  case delimited(CSVDocument)

  /// Opens a file. Its content decides its format; its name does not matter.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - csv: How to read it if it is delimited text.
  ///   - limits: The limits for reading it.
  ///   - isStrict: Whether to refuse a workbook that contains text where no spreadsheet program shows it.
  /// - Throws: `file.lock-file`, `file.not-downloaded`, and the codes of ``XLSXWorkbook`` and ``CSVDocument``;
  ///   `file.unsupported-format` names the format of a file that is neither, and says what to do.
  public static func open(
    path: String, csv: CSVReadingOptions = CSVReadingOptions(), limits: SpreadsheetLimits = SpreadsheetLimits(),
    isStrict: Bool = false
  ) throws(SpreadsheetError) -> SpreadsheetDocument {
    try open(path: path, csv: csv, limits: limits, tolerance: isStrict ? .nothing : .hiddenContents)
  }

  /// Opens a file as ``open(path:csv:limits:isStrict:)`` does. A lenient reading of delimited text also takes an empty
  /// one.
  static func open(path: String, csv: CSVReadingOptions, limits: SpreadsheetLimits, tolerance: XLSXTolerance)
    throws(SpreadsheetError) -> SpreadsheetDocument
  {
    try checkName(path)
    let file = try InputFile(path: path)
    if file.size > 0 || !csv.isLenient || !mayBeEmpty(path) {
      if try isWorkbook(file) { return .workbook(try XLSXWorkbook(file, limits: limits, tolerance: tolerance)) }
    }
    return .delimited(CSVDocument(file, options: csv, limits: limits))
  }

  /// The lock file that a spreadsheet program keeps beside a file that it has open. Changes made in that program may
  /// not have been saved yet.
  ///
  /// - Parameter path: The file.
  /// - Returns: The path of the lock file, Excel's or LibreOffice's; nil if there is none.
  package static func lockFile(beside path: String) -> String? {
    let file = FileName(path)
    return ["\(file.folder)~$\(file.name)", "\(file.folder).~lock.\(file.name)#"].first { access($0, F_OK) == 0 }
  }

  private static func mayBeEmpty(_ path: String) -> Bool {
    guard let format = TableFormat(ofFileNamed: path) else { return !TableFormat.isSpreadsheet(named: path) }
    return format.isDelimited
  }

  private static func isWorkbook(_ file: InputFile) throws(SpreadsheetError) -> Bool {
    if try FileSignature.isZIP(file) { return true }
    guard TableFormat(ofFileNamed: file.path) == .xlsx else { return false }
    // A container may have other bytes in front.
    if ZIPEndRecord.isFound(in: file) { return true }
    let head = try file.bytes(min(file.size, 4096), at: 0)
    if head == FileSignature.zip { throw .zipTruncated("it has only two bytes.").inFile(file.path) }
    if head.contains(0), ![[0xFE, 0xFF], [0xFF, 0xFE]].contains(where: head.starts(with:)) {
      throw .zipTruncated("neither its start nor its end is that of a workbook.").inFile(file.path)
    }
    return false
  }

  /// Refuses links to other files, which have no contents of their own.
  private static func checkName(_ path: String) throws(SpreadsheetError) {
    let name = FileName(path).name
    if name.hasPrefix("~$") {
      throw SpreadsheetError(
        .fileLockFile, "this is the lock file that Excel keeps beside a file while it is open.",
        hint: "Use \"\(name.dropFirst(2))\" instead.", place: .init(file: path))
    }
    if FileSignature.linkExtensions.contains(TableFormat.lowercasedExtension(of: name)) {
      throw SpreadsheetError(
        .fileNotDownloaded, "this is only a link to another file, and contains no rows.",
        hint: "Download the file that it links to as XLSX, or name a sheet in Google Drive as drive:ID.",
        place: .init(file: path))
    }
    if name.hasPrefix("."), name.hasSuffix(".icloud") {
      throw SpreadsheetError(
        .fileNotDownloaded, "the file is in iCloud, and not yet on this machine.",
        hint: "Download it in Finder, then use \"\(name.dropFirst().dropLast(7))\".", place: .init(file: path))
    }
  }
}
