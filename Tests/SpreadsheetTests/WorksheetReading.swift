import Testing

@testable import Spreadsheet

struct WorksheetReading: Equatable {
  /// One line for each row, with all that a row says.
  var rows: [String] = []
  /// The error with its place, hint and cause, or the number of the row at which the body stopped.
  var end = "end"
  var warnings: [XLSXWarning] = []
  var cellCount = 0
  /// How many rows and shared texts were read without libxml2.
  var plainItems = 0

  private struct Stop: Error {}

  /// Reads a worksheet.
  ///
  /// - Parameters:
  ///   - isDirect: Whether plain rows and texts are read without libxml2.
  ///   - chunkSize: How many bytes are read at once.
  ///   - stopsAfter: After how many rows the body throws.
  init(
    _ path: String, isDirect: Bool, chunkSize: Int = ChunkBuffer.size,
    limits: SpreadsheetLimits = SpreadsheetLimits(), isStrict: Bool = true, stopsAfter: Int = .max
  ) throws {
    let workbook = try XLSXWorkbook(path: path, limits: limits, isStrict: isStrict)
    workbook.read(plainItems: isDirect, chunkSize: chunkSize)
    do {
      try workbook.readRows(ofWorksheetAt: 0) { row in
        if rows.count == stopsAfter { throw Stop() }
        rows.append(Self.line(row))
      }
    } catch let error as SpreadsheetError {
      end = "\(error.code.rawValue) \(error.message) \(error.place) \(error.hint ?? "") \(error.cause ?? "")"
    } catch {
      end = "stopped"
    }
    warnings = workbook.warnings
    cellCount = workbook.cellCounts[0]
    plainItems = workbook.parts.plainItems
  }

  /// Reads a worksheet part from memory, with the shared strings and styles of a workbook.
  init(part: [UInt8], of workbook: XLSXWorkbook, isDirect: Bool, chunkSize: Int = .max) throws {
    let limits = workbook.parts.limits
    let faults = XLSXFaults(.hiddenContents)
    let rows = UnsafeMutablePointer<[String]>.allocate(capacity: 1)
    rows.initialize(to: [])
    let context = UnsafeMutablePointer<WorksheetScan>.allocate(capacity: 1)
    context.initialize(
      to: WorksheetScan(
        part: "part", worksheet: "Review", of: workbook, table: workbook.sharedStrings, faults: faults,
        cellsLeft: limits.cells, body: { rows.pointee.append(Self.line($0)) }))
    let size = min(chunkSize, part.count)
    let chunk = UnsafeMutableRawBufferPointer.allocate(
      byteCount: ChunkBuffer.headroom + size + ChunkBuffer.padding, alignment: 64)
    chunk.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: ">"))
    defer {
      rows.deinitialize(count: 1)
      rows.deallocate()
      context.pointee.places.deallocate()
      context.deinitialize(count: 1)
      context.deallocate()
      chunk.deallocate()
    }
    let parser = try XMLPushParser(WorksheetScan.callbacks, context: context, scan: \.xml, limits: limits)
    let items = ItemReader(parser, context)
    let reader: any XMLFeeding = isDirect ? items : parser
    var start = 0
    while start < part.count, reader.failure == nil {
      let next = part[start..<min(part.count, start + size)]
      let bytes = UnsafeMutableRawBufferPointer(
        rebasing: chunk[ChunkBuffer.headroom..<ChunkBuffer.headroom + next.count])
      bytes.copyBytes(from: next)
      _ = reader.feed(UnsafeRawBufferPointer(bytes))
      start += next.count
    }
    if reader.failure == nil { _ = reader.finish() }
    if let failure = reader.failure { end = "\(failure) \((failure as? SpreadsheetError)?.place.line ?? 0)" }
    self.rows = rows.pointee
    warnings = faults.warnings
    cellCount = limits.cells - context.pointee.cellsLeft
    plainItems = items.count
  }

  private static func line(_ row: Row) -> String {
    var line = "\(row.index)"
    for cell in row.filledCells { line += " \(cell) \(row.text(of: cell))" }
    return line
  }

  /// Whether two readings gave the same, in whatever way.
  static func == (one: WorksheetReading, other: WorksheetReading) -> Bool {
    one.rows == other.rows && one.end == other.end && one.warnings == other.warnings && one.cellCount == other.cellCount
  }
}
