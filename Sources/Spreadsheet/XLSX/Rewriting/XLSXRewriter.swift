/// Rewrites a workbook with edits in some worksheets, and keeps everything else. Parts without edits are copied in
/// their compressed form; in the others, the bytes around the edits stay.
///
/// ```
/// [Content_Types].xml, media, charts, comments …   copied
/// xl/workbook.xml                                  the ranges of filters, widened by new columns
/// xl/styles.xml                                    the styles of marks added
/// xl/worksheets/sheetN.xml                         cells, widths, rules
/// ```
public struct XLSXRewriter {
  private static let chunkSize = 256 << 10

  private let workbook: XLSXWorkbook
  private let edits: [Int: WorksheetEdits]
  private let marks: [CellMark]
  private let limits: SpreadsheetLimits
  private var archive: ZIPArchive { workbook.parts.archive }

  /// Rewrites a workbook.
  ///
  /// - Parameters:
  ///   - path: The workbook.
  ///   - edits: The edits, by the index of the worksheet in ``XLSXWorkbook/worksheets``.
  ///   - marks: The colours that the edits refer to.
  ///   - output: Where the new workbook is written. It is finished, or discarded if an error is thrown.
  ///   - limits: The limits for reading the workbook.
  /// - Throws: `xlsx.not-rewritable` if the workbook can be read but not rewritten safely, the codes of
  ///   ``XLSXWorkbook``, and the errors of the output.
  public static func rewrite(
    path: String, edits: [Int: WorksheetEdits], marks: [CellMark], to output: any ByteOutput,
    limits: SpreadsheetLimits = .init()
  ) throws(SpreadsheetError) {
    do throws(SpreadsheetError) {
      let workbook = try XLSXWorkbook(path: path, limits: limits)
      let rewriter = XLSXRewriter(workbook: workbook, edits: edits, marks: marks, limits: limits)
      try rewriter.rewrite(to: output)
      try output.finish()
    } catch {
      output.discard()
      throw error.place.file == nil ? error.inFile(path) : error
    }
  }

  private func rewrite(to output: any ByteOutput) throws(SpreadsheetError) {
    let writer = ZIPWriter(to: output, threads: 1)
    let styles = try rewrittenStyles()
    let workbookPart = try rewrittenWorkbook()
    var worksheets: [[UInt8]: WorksheetEdits] = [:]
    for (index, edits) in edits {
      worksheets[ZIPEntry.partKey(workbook.partNames[index].utf8)] = edits
    }
    for entry in archive.entriesInFileOrder {
      guard String(validating: entry.name, as: UTF8.self) != nil else {
        throw .notRewritable("the name of a part is not in UTF-8.", part: entry.displayName)
      }
      if let edits = worksheets.removeValue(forKey: entry.partKey) {
        try rewrite(entry, edits, styles, to: writer)
      } else if let styles, isPart(entry, workbook.stylesName) {
        try add(styles.bytes, as: entry, to: writer)
      } else if let workbookPart, isPart(entry, workbook.workbookName) {
        try add(workbookPart, as: entry, to: writer)
      } else {
        try copy(entry, to: writer)
      }
    }
    if archive.file.hasChanged { throw archive.file.changedError }
    guard worksheets.isEmpty else { throw .notRewritable("a worksheet was not found again.") }
    try writer.finish()
  }

  private func isPart(_ entry: ZIPEntry, _ name: String?) -> Bool {
    name.map { entry.partKey == ZIPEntry.partKey($0.utf8) } ?? false
  }

  // MARK: - Parts

  private func rewrittenStyles() throws(SpreadsheetError) -> StylesRewriter? {
    guard !marks.isEmpty, let name = workbook.stylesName, let entry = archive.entry(named: name) else { return nil }
    let bytes = try self.bytes(of: entry)
    guard bytes.withUnsafeBytes({ XMLEncoding.detect($0)?.encoding == .utf8 }) else { return nil }
    return StylesRewriter(bytes, marks: marks)
  }

  private func rewrittenWorkbook() throws(SpreadsheetError) -> [UInt8]? {
    let widened = edits.compactMap { index, edits in
      edits.addedColumns.map { (name: workbook.worksheets[index].name, columns: $0) }
    }
    guard !widened.isEmpty, let entry = archive.entry(named: workbook.workbookName) else { return nil }
    let bytes = try self.bytes(of: entry)
    guard bytes.withUnsafeBytes({ XMLEncoding.detect($0)?.encoding == .utf8 }) else { return nil }
    return WorkbookFilters.widened(in: bytes, widened)
  }

  private func rewrite(
    _ entry: ZIPEntry, _ edits: WorksheetEdits, _ styles: StylesRewriter?, to writer: ZIPWriter
  ) throws(SpreadsheetError) {
    let stream = try writer.beginPart(named: entry.displayName)
    let check = try WellFormedness(part: entry.displayName, limits: limits)
    let rewriter = WorksheetRewriter(part: entry.displayName, edits: edits, styles: styles) {
      (bytes) throws(SpreadsheetError) in
      try check.take(bytes)
      try Self.put(bytes, into: stream)
    }
    try forEachChunk(of: entry) { (chunk) throws(SpreadsheetError) in try rewriter.take(chunk) }
    try rewriter.finish()
    try check.finish()
    try writer.endPart()
  }

  private func add(_ bytes: [UInt8], as entry: ZIPEntry, to writer: ZIPWriter) throws(SpreadsheetError) {
    let check = try WellFormedness(part: entry.displayName, limits: limits)
    let stream = try writer.beginPart(named: entry.displayName)
    try bytes.withUnsafeBufferPointer { (bytes) throws(SpreadsheetError) in
      try check.take(UnsafeRawBufferPointer(bytes))
      try Self.put(UnsafeRawBufferPointer(bytes), into: stream)
    }
    try check.finish()
    try writer.endPart()
  }

  private static func put(_ bytes: UnsafeRawBufferPointer, into stream: DeflateStream) throws(SpreadsheetError) {
    var rest = bytes.bindMemory(to: UInt8.self)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(DeflateStream.blockSize)
      stream.buffer.pointee.append(UnsafeBufferPointer(rebasing: piece))
      try stream.flushIfFull()
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Copies the compressed bytes of an entry, after they have been checked.
  private func copy(_ entry: ZIPEntry, to writer: ZIPWriter) throws(SpreadsheetError) {
    if !entry.isDirectory { try forEachChunk(of: entry) { _ in } }
    let header = LittleEndianBytes(try archive.file.bytes(30, at: entry.headerOffset))
    let time = (
      time: Int(header.integer(UInt16.self, at: 10) ?? 0), date: Int(header.integer(UInt16.self, at: 12) ?? 0x21)
    )
    var done = 0
    try writer.copyPart(entry, time: time) { () throws(SpreadsheetError) -> [UInt8]? in
      let count = min(Self.chunkSize, entry.compressedSize - done)
      guard count > 0 else { return nil }
      defer { done += count }
      return try archive.file.bytes(count, at: entry.dataOffset + done)
    }
  }

  private func bytes(of entry: ZIPEntry) throws(SpreadsheetError) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachChunk(of: entry) { (chunk) throws(SpreadsheetError) in bytes.append(contentsOf: chunk) }
    return bytes
  }

  private func forEachChunk(
    of entry: ZIPEntry, _ body: (UnsafeRawBufferPointer) throws(SpreadsheetError) -> Void
  ) throws(SpreadsheetError) {
    let reader = try archive.reader(of: entry, partSize: limits.partSize)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 64)
    defer { buffer.deallocate() }
    while !reader.isAtEnd {
      let count = try reader.read(into: buffer)
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    archive.count(reader.count, of: entry)
  }
}

extension SpreadsheetError {
  /// The error for a workbook that can be read, but cannot be rewritten without a risk to its contents.
  static func notRewritable(_ reason: String, part: String? = nil) -> SpreadsheetError {
    SpreadsheetError(
      .xlsxNotRewritable, "this workbook cannot be annotated: \(reason)",
      hint: "Open it in a spreadsheet program, save it as XLSX and import that.", place: .init(part: part))
  }
}
