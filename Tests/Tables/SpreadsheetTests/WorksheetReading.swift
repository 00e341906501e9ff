@testable import Spreadsheet

struct WorksheetReading: Equatable {
  /// One line for each row, with all that a row says.
  var rows: [String] = []
  /// The error with its place, hint and cause.
  var end = "end"
  var warnings: [TableWarning] = []
  var cellCount = 0
  /// How many rows and shared texts were read without libxml2.
  var plainItems = 0

  /// Reads a workbook.
  ///
  /// - Parameters:
  ///   - isDirect: Whether plain rows and texts are read without libxml2.
  ///   - chunkSize: How many bytes are read at once.
  init(
    _ path: String, isDirect: Bool, chunkSize: Int = ChunkBuffer.size, limits: SpreadsheetLimits = SpreadsheetLimits(),
    isStrict: Bool = true
  ) throws {
    let workbook = try XLSXWorkbook(path: path, limits: limits, isStrict: isStrict)
    try self.init(of: workbook, isDirect: isDirect, chunkSize: chunkSize)
  }

  init(of workbook: XLSXWorkbook, isDirect: Bool, chunkSize: Int) throws {
    workbook.read(plainItems: isDirect, chunkSize: chunkSize)
    do {
      for index in workbook.worksheets.indices {
        try workbook.readRows(ofWorksheetAt: index) { rows.append(Self.line($0)) }
      }
    } catch let error as SpreadsheetError { end = "\(error.code.rawValue) \(error) \(error.cause ?? "")" }
    warnings = workbook.warnings
    cellCount = workbook.cellCounts.reduce(0, +)
    plainItems = workbook.parts.plainItems
  }

  /// Reads a worksheet part from memory, with the limits, shared strings and styles of a workbook.
  init(part: [UInt8], of workbook: XLSXWorkbook, isDirect: Bool, chunkSize: Int = .max) throws {
    let (limits, faults) = (workbook.parts.limits, XLSXFaults(workbook.parts.faults.tolerance))
    var rows: [String] = []
    var scan = WorksheetScan(
      part: "part", worksheet: "Review", of: workbook, table: workbook.sharedStrings, faults: faults,
      cellsLeft: limits.cells, body: { rows.append(Self.line($0)) })
    defer { scan.places.deallocate() }
    try withUnsafeMutablePointer(to: &scan) {
      let parser = try XMLPushParser(WorksheetScan.callbacks, context: $0, scan: \.xml, limits: limits)
      read(part, parser, $0, isDirect: isDirect, chunkSize: chunkSize)
    }
    (self.rows, warnings, cellCount) = (rows, faults.warnings, limits.cells - scan.cellsLeft)
  }

  /// Reads a part of shared strings from memory, each text as a row, with the limits of a workbook.
  init(sharedStrings part: [UInt8], of workbook: XLSXWorkbook, isDirect: Bool, chunkSize: Int) throws {
    let (limits, faults) = (workbook.parts.limits, XLSXFaults(workbook.parts.faults.tolerance))
    let table = SharedStringTable(fileSize: 0, countLimit: limits.cells, cellText: limits.cellText, frames: 8)
    var scan = SharedStringsScan(xml: XMLScan(part: "part", limits: limits), table, faults)
    try withUnsafeMutablePointer(to: &scan) {
      let parser = try XMLPushParser(SharedStringsScan.callbacks, context: $0, scan: \.xml, limits: limits)
      read(part, parser, $0, isDirect: isDirect, chunkSize: chunkSize)
    }
    try table.seal()
    let row = Row()
    for index in 0..<table.count {
      row.appendCell(
        from: row.byteCount, column: index,
        style: Int(table.append(textAt: index, to: row.storage)?.flags.rawValue ?? 9))
    }
    rows = [Self.line(row)]
    warnings = faults.warnings
  }

  private mutating func read<Scan: ItemScan>(
    _ part: [UInt8], _ parser: XMLPushParser, _ scan: UnsafeMutablePointer<Scan>, isDirect: Bool, chunkSize: Int
  ) {
    let items = ItemReader(parser, scan)
    let reader: any XMLFeeding = isDirect ? items : parser
    let size = min(chunkSize, part.count)
    let chunk = UnsafeMutableRawBufferPointer.allocate(
      byteCount: ChunkBuffer.headroom + size + ChunkBuffer.padding, alignment: 64)
    chunk.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: ">"))
    defer { chunk.deallocate() }
    for start in stride(from: 0, to: part.count, by: size) where reader.failure == nil {
      let next = part[start..<min(part.count, start + size)]
      let bytes = UnsafeMutableRawBufferPointer(
        rebasing: chunk[ChunkBuffer.headroom..<ChunkBuffer.headroom + next.count])
      bytes.copyBytes(from: next)
      _ = reader.feed(UnsafeRawBufferPointer(bytes))
    }
    if reader.failure == nil { _ = reader.finish() }
    if let error = reader.failure as? SpreadsheetError { end = "\(error.code.rawValue) \(error) \(error.cause ?? "")" }
    plainItems = items.count
  }

  private static func line(_ row: Row) -> String {
    var line = "\(row.index)"
    for cell in row.filledCells {
      line += " \(cell.column) \(cell.kind.rawValue) \(cell.style) \(cell.number) \(row.text(of: cell))"
      line += " \(cell.isFormula) \(cell.lacksResult) \(cell.isDamaged) \(cell.isStruck)"
    }
    return line
  }

  /// Whether two readings gave the same, in whatever way.
  static func == (one: WorksheetReading, other: WorksheetReading) -> Bool {
    one.rows == other.rows && one.end == other.end && one.warnings == other.warnings && one.cellCount == other.cellCount
  }
}
