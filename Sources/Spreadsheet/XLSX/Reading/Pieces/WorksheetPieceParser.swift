/// Collects the rows of some pieces of a worksheet.
final class WorksheetPieceParser: PieceParser {
  /// The most bytes of the texts of one row; a whole worksheet may have longer rows.
  private static let rowText = 1 << 20

  private let context: UnsafeMutablePointer<WorksheetScan>
  /// Nil only while it is freed.
  private var parser: XMLPushParser?
  private let rows: Collector
  private let texts: SharedStringReader?
  private var isInRest = false

  /// - Parameters:
  ///   - worksheet: What the pieces come from.
  ///   - contentSize: How many bytes of rows are collected before they are handed over.
  ///   - handOver: Blocks until the rows have been taken; false if no more are wanted.
  /// - Returns: Nil if there is not enough memory.
  init?(_ worksheet: WorksheetSource, contentSize: Int, handOver: @escaping () -> Bool) {
    let rows = Collector(contentSize: contentSize, handOver: handOver)
    texts = worksheet.table?.reader(isOnly: false)
    var limits = worksheet.limits
    limits.rowText = min(limits.rowText, Self.rowText)
    context = .allocate(capacity: 1)
    context.initialize(
      to: worksheet.scan(
        limits: limits, faults: XLSXFaults(.nothing), places: RowPlaces(rows.span), texts: texts,
        rows.take))
    self.rows = rows
    parser = XMLPushParser(
      WorksheetScan.callbacks, context: context, scan: \.xml, limits: limits, refusesAsides: true)
    if parser == nil { return nil }
  }

  deinit {
    // The parser uses the memory of the callbacks to its end.
    parser = nil
    context.deinitialize(count: 1)
    context.deallocate()
  }

  var names: XMLPushParser.Names { parser?.names ?? XMLPushParser.Names() }

  func open(_ opening: UnsafeRawBufferPointer) -> Bool {
    parser?.feed(piece: opening) == true && isBetweenRows
  }

  func parse(document: UnsafeRawBufferPointer, endSize: Int, into batch: RowBatch) -> Bool {
    begin(batch)
    defer { batch.span = rows.span.pointee }
    // The end tag in the frame must be the one that ends the table.
    return parser?.parse(document: document) == true && context.pointee.tableEnd > document.count - endSize
  }

  func parse(rest: UnsafeRawBufferPointer, isLast: Bool, into batch: RowBatch) -> Bool {
    if isInRest { rows.batch = batch } else { begin(batch) }
    isInRest = true
    defer { batch.span = rows.span.pointee }
    guard let parser, parser.feed(piece: rest) else { return false }
    return isLast ? parser.finish() : true
  }

  private func begin(_ batch: RowBatch) {
    rows.batch = batch
    batch.isStart = true
    context.pointee.beginRows(RowPlaces(rows.span))
  }

  /// Whether the parser is inside of the table of cells, but of nothing in it, and has parsed everything so far.
  private var isBetweenRows: Bool { context.pointee.isBetweenRows && parser?.isBetweenMarkup == true }

  /// Adds rows to a batch.
  private final class Collector {
    /// Raw memory, because the scan changes it between the rows.
    let span = UnsafeMutablePointer<RowSpan>.allocate(capacity: 1)
    // Replaced between two pieces only, and used for each row.
    @exclusivity(unchecked) var batch: RowBatch?
    private let contentSize: Int
    private let handOver: () -> Bool

    /// Ends the parsing when no more rows are wanted.
    private struct Unwanted: Error {}

    init(contentSize: Int, handOver: @escaping () -> Bool) {
      self.contentSize = contentSize
      self.handOver = handOver
      span.initialize(to: RowSpan())
    }

    deinit {
      span.deallocate()
    }

    func take(_ row: Row) throws {
      guard let batch else { return }
      batch.append(row)
      if batch.size < contentSize { return }
      batch.span = span.pointee
      if !handOver() { throw Unwanted() }
    }
  }
}
