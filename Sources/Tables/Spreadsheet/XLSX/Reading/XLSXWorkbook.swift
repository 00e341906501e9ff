/// An XLSX workbook, open for reading its worksheets (ECMA-376; transitional and strict).
///
/// Rows are read one at a time, so memory does not grow with their number. A large table of shared strings is kept in
/// files without a name, in the folder for temporary files. The file stays open as long as the workbook lives.
public final class XLSXWorkbook {
  /// The worksheets in the order of their tabs, including hidden ones. Sheets with a chart, a dialog or macros are left
  /// out.
  public let worksheets: [Worksheet]
  /// The properties of the document.
  public let properties: DocumentProperties
  let usesDates1904: Bool

  let partNames: [String]
  let parts: PackageParts
  let relationships: Relationships
  /// The sheets with a chart, a dialog or macros, which are never read, and those without a part, which have no relationship.
  let otherSheets: [(name: String, relationship: Relationship?)]
  let formats: CellFormats
  let sharedStringsName: String?
  var sharedStrings: SharedStringTable?
  /// How many cells of each worksheet had a value when it was read.
  var cellCounts: [Int]
  /// The merged cells of each worksheet that was read to its end, by its index.
  package var mergedRanges: [Int: [MergedRange]] = [:]

  /// Opens a workbook.
  ///
  /// - Parameters:
  ///   - path: The file. Its name does not matter.
  ///   - limits: The limits for reading it.
  ///   - isStrict: Whether to refuse text, cells and parts that no spreadsheet program shows; otherwise a list of warnings
  ///     reports them.
  /// - Throws: `file.not-found`, `file.is-directory`, `file.not-regular`, `file.unreadable`, `file.empty`,
  ///   `file.password-protected`, `file.unsupported-format`, `file.changed`, `io.read`; `zip.truncated`,
  ///   `zip.bad-directory`, `zip.bad-header`, `zip.entry-mismatch`, `zip.overlap`, `zip.duplicate-entry`,
  ///   `zip.corrupt-data`, `zip.crc`, `zip.size-mismatch`, `zip.unsupported-method`; `xml.malformed`, `xml.encoding`,
  ///   `xml.doctype`; `xlsx.bad-relationship`, `xlsx.not-a-workbook`, and in a strict reading `xlsx.hidden-text`,
  ///   `xlsx.hidden-cells`, `xlsx.two-values`, `xlsx.two-parts`; `limit.entries`, `limit.part-size`,
  ///   `limit.total-size`, `limit.ratio`, `limit.xml-depth`, `limit.xml-tag`, `limit.xml-attributes`,
  ///   `limit.worksheets`, `limit.styles`, `limit.property`.
  public convenience init(path: String, limits: SpreadsheetLimits = .init(), isStrict: Bool = false)
    throws(SpreadsheetError)
  { try self.init(InputFile(path: path), limits: limits, tolerance: isStrict ? .nothing : .hiddenContents) }

  /// Opens a workbook in memory, as ``init(path:limits:isStrict:)`` opens a file.
  public convenience init(bytes: [UInt8], limits: SpreadsheetLimits = .init(), isStrict: Bool = false)
    throws(SpreadsheetError)
  { try self.init(InputFile(bytes: bytes), limits: limits, tolerance: isStrict ? .nothing : .hiddenContents) }

  convenience init(_ file: InputFile, limits: SpreadsheetLimits, tolerance: XLSXTolerance) throws(SpreadsheetError) {
    if try !FileSignature.isZIP(file), !ZIPEndRecord.isFound(in: file) {
      throw SpreadsheetError(
        .fileUnsupportedFormat, "this is not an XLSX workbook.", hint: "Check which file it is.",
        place: .init(file: file.path))
    }
    do throws(SpreadsheetError) {
      try self.init(PackageParts(try ZIPArchive(file, limits: limits), limits: limits, tolerance: tolerance))
    } catch { throw file.hasChanged ? file.changedError : error.inFile(file.path) }
  }

  init(_ parts: PackageParts) throws(SpreadsheetError) {
    if !parts.isPackage { throw FileSignature.error(for: parts.archive) }
    let package = try Relationships(of: "", in: parts)
    let name = try Self.workbookName(package, in: parts)
    let workbook = try WorkbookPart(name, in: parts)
    let relationships = try Relationships(of: name, in: parts)
    var worksheets: [Worksheet] = []
    var partNames: [String] = []
    var otherSheets: [(name: String, relationship: Relationship?)] = []
    var partsSeen: Set<[UInt8]> = []
    for (sheet, id) in workbook.sheets {
      let relationship = try Self.relationship(of: sheet, id, in: relationships)
      guard let relationship, relationship.kind == "worksheet" else {
        otherSheets.append((sheet.name, relationship))
        continue
      }
      let partName = try relationships.partName(of: relationship, in: parts)
      // A part that many worksheets share would be read once for each of them.
      if !partsSeen.insert(ZIPEntry.partKey(partName.utf8)).inserted {
        throw SpreadsheetError.badRelationship("two worksheets share the part \"\(partName)\".", part: name)
      }
      worksheets.append(sheet)
      partNames.append(partName)
    }
    (self.worksheets, self.partNames, self.otherSheets) = (worksheets, partNames, otherSheets)
    cellCounts = Array(repeating: 0, count: worksheets.count)
    usesDates1904 = workbook.usesDates1904
    properties = try DocumentPropertiesReader.properties(package, in: parts)
    self.relationships = relationships
    formats = try CellFormats(try Self.partName("styles", relationships, parts), in: parts)
    sharedStringsName = try Self.partName("sharedStrings", relationships, parts)
    self.parts = parts
  }

  /// For tests: makes libxml2 read everything, or changes the size of chunks, which must not change the result.
  package func read(plainItems: Bool, chunkSize: Int) {
    (parts.readsPlainItems, parts.chunkSize) = (plainItems, chunkSize)
  }

  /// The faults that the reading has accepted so far.
  package var warnings: [TableWarning] { parts.faults.warnings }

  /// Whether a style strikes out its text.
  ///
  /// - Parameter style: The ``Cell/style`` of a cell.
  package func isStruckOut(style: Int) -> Bool { formats.isStruckOut(style: style) }

  /// The number format of a style, such as `General`, `0.00` or `yyyy-mm-dd`.
  ///
  /// - Parameter style: The ``Cell/style`` of a cell; `General` for one that the workbook does not have.
  package func numberFormat(ofStyle style: Int) -> String { formats.numberFormat(ofStyle: style) }

  private static func workbookName(_ package: Relationships, in parts: PackageParts) throws(SpreadsheetError) -> String
  {
    guard let relationship = try package.only("officeDocument", parts.faults) else {
      throw .badRelationship("the file does not say where its workbook is.")
    }
    let name = try package.partName(of: relationship, in: parts)
    if let type = try ContentTypes(in: parts).type(of: name), let error = FileSignature.error(contentType: type) {
      throw error
    }
    return name
  }

  private static func relationship(of sheet: Worksheet, _ id: String?, in relationships: Relationships)
    throws(SpreadsheetError) -> Relationship?
  {
    if id?.isEmpty == true { return nil }
    guard let id, let relationship = relationships.relationship(withID: id) else {
      throw .badRelationship(
        "the workbook does not say where the sheet \"\(sheet.name)\" is.", part: relationships.source)
    }
    return relationship
  }

  private static func partName(_ kind: String, _ relationships: Relationships, _ parts: PackageParts)
    throws(SpreadsheetError) -> String?
  {
    guard let relationship = try relationships.only(kind, parts.faults) else { return nil }
    return try relationships.partName(of: relationship, in: parts)
  }
}

extension XLSXWorkbook {
  /// Reads the rows of a worksheet in the order of the file; rows without any content are left out.
  ///
  /// The rows count only after this returns: damage to the file may be noticed only at its end, and then all rows
  /// before it must be discarded.
  ///
  /// - Parameters:
  ///   - index: The index of the worksheet in ``worksheets``.
  ///   - body: Receives each row, whose ``Row/index`` is its index in the worksheet, and which is reused for the next
  ///     one. An error that it throws ends the reading and is passed on.
  /// - Throws: The codes of ``XLSXWorkbook/init(path:limits:isStrict:)``, and `xlsx.bad-part`, `xlsx.cell-reference`,
  ///   `xlsx.cell-type`, `xlsx.cell-value`, `xlsx.shared-string-index`, `limit.cells`, `limit.cell-text`,
  ///   `limit.row-text`, `limit.shared-strings`; `io.temporary` if there is no room for a large table of shared strings.
  public func readRows(ofWorksheetAt index: Int, _ body: (Row) throws -> Void) throws {
    precondition(worksheets.indices.contains(index), "no worksheet at \(index)")
    do {
      guard let entry = parts.archive.entry(named: partNames[index]) else {
        throw SpreadsheetError.badRelationship("the part of the worksheet is missing.", part: partNames[index])
      }
      try parse(entry, index, body)
    } catch var error as SpreadsheetError where error.place.part != nil && error.place.file == nil {
      let file = parts.archive.file
      error = error.inFile(file.path)
      if let part = error.place.part, ZIPEntry.partKey(part.utf8) == ZIPEntry.partKey(partNames[index].utf8) {
        error.place.worksheet = worksheets[index].name
      }
      throw file.hasChanged ? file.changedError : error
    }
    if parts.archive.file.hasChanged { throw parts.archive.file.changedError }
  }

  /// Reads the rows of a worksheet as ``readRows(ofWorksheetAt:_:)`` does.
  ///
  /// - Parameters:
  ///   - name: The name of the worksheet. The exact name takes precedence, then one that differs only in case.
  ///   - body: Receives each row.
  /// - Throws: The same, and `convert.no-worksheet` if there is none.
  public func readRows(ofWorksheet name: String, _ body: (Row) throws -> Void) throws {
    try readRows(ofWorksheetAt: worksheets.index(named: name, file: parts.archive.file.path), body)
  }

  private func parse(_ entry: ZIPEntry, _ index: Int, _ body: (Row) throws -> Void) throws {
    let others = cellCounts.indices.reduce(0) { $1 == index ? $0 : $0 + cellCounts[$1] }
    let cellsLeft = max(0, parts.limits.cells - others)
    let table = try sharedStringTable()
    try withoutActuallyEscaping(body) { body in
      var scan = WorksheetScan(
        part: entry.displayName, worksheet: worksheets[index].name, of: self, table: table, faults: parts.faults,
        cellsLeft: cellsLeft, body: body)
      defer {
        cellCounts[index] = max(cellCounts[index], cellsLeft - scan.cellsLeft)
        // Merged cells follow the rows in the file, so a reading that ended early has none of them.
        if !scan.merged.isEmpty { mergedRanges[index] = scan.merged }
        scan.places.deallocate()
      }
      try withUnsafeMutablePointer(to: &scan) {
        try parts.parse(itemsOf: entry, WorksheetScan.callbacks, context: $0, scan: \.xml)
      }
    }
  }

  private func sharedStringTable() throws -> SharedStringTable? {
    if let sharedStrings { return sharedStrings }
    guard let name = sharedStringsName, let entry = parts.archive.entry(named: name) else { return nil }
    let table = try SharedStringsScan.table(entry, in: parts)
    sharedStrings = table
    return table
  }
}
