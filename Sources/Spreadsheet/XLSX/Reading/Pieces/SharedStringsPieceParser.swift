/// Collects the texts of some pieces of the shared strings.
final class SharedStringsPieceParser: PieceParser {
  private let context: UnsafeMutablePointer<SharedStringsScan>
  private let collector: SharedTextCollector
  /// Nil only while it is freed.
  private var parser: XMLPushParser?

  /// - Parameters:
  ///   - entry: The part.
  ///   - textLimit: The most bytes to keep of a text.
  /// - Returns: Nil if there is not enough memory.
  init?(_ entry: ZIPEntry, limits: SpreadsheetLimits, textLimit: Int) {
    collector = SharedTextCollector(into: nil, textLimit: textLimit)
    context = .allocate(capacity: 1)
    context.initialize(
      to: SharedStringsScan(
        xml: XMLScan(part: entry.displayName, limits: limits), collector, XLSXFaults(.nothing)))
    parser = XMLPushParser(
      SharedStringsScan.callbacks, context: context, scan: \.xml, limits: limits, refusesAsides: true)
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
    parser?.feed(piece: opening) == true && isBetweenItems
  }

  func parse(document: UnsafeRawBufferPointer, endSize: Int, into batch: SharedTextBatch) -> Bool {
    collect(into: batch) { parser?.parse(document: document) == true }
  }

  func parse(rest: UnsafeRawBufferPointer, isLast: Bool, into batch: SharedTextBatch) -> Bool {
    collect(into: batch) {
      guard let parser, parser.feed(piece: rest) else { return false }
      return isLast ? parser.finish() : true
    }
  }

  private func collect(into batch: SharedTextBatch, _ parse: () -> Bool) -> Bool {
    collector.batch = batch
    let droppedBefore = collector.droppedCount
    defer { batch.droppedCount = collector.droppedCount - droppedBefore }
    return parse()
  }

  private var isBetweenItems: Bool { context.pointee.isBetweenItems && parser?.isBetweenMarkup == true }
}
