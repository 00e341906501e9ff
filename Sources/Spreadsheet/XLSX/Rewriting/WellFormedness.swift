internal import CLibXML2

/// Parses a part while it is rewritten, so that only well-formed parts are written.
final class WellFormedness {
  private let context: UnsafeMutablePointer<XMLScan>
  private var parser: XMLPushParser?

  /// - Throws: `io.memory`.
  init(part: String, limits: SpreadsheetLimits) throws(SpreadsheetError) {
    context = .allocate(capacity: 1)
    context.initialize(to: XMLScan(part: part, limits: limits))
    guard let parser = XMLPushParser(Self.callbacks, context: context, scan: \.self, limits: limits) else {
      throw SpreadsheetError(.ioMemory, "there is not enough memory to write the file.")
    }
    self.parser = parser
  }

  deinit {
    // The parser uses the context until it is released, so the context must outlive it.
    parser = nil
    context.deinitialize(count: 1)
    context.deallocate()
  }

  /// Reads the next bytes of the part.
  func take(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    if !bytes.isEmpty, parser?.feed(bytes) != true { throw failure }
  }

  /// Reads the end of the part.
  func finish() throws(SpreadsheetError) {
    if parser?.finish() != true { throw failure }
  }

  private var failure: SpreadsheetError {
    .notRewritable("a part of it would not be well-formed.", part: context.pointee.part)
  }

  private static let callbacks = XMLCallbacks(
    start: { context, _, _, _, namespaceCount, _, attributeCount, _, _ in
      context?.assumingMemoryBound(to: XMLScan.self).pointee.open(
        attributes: attributeCount, namespaces: namespaceCount)
    },
    end: { context, _, _, _ in context?.assumingMemoryBound(to: XMLScan.self).pointee.close() },
    text: { _, _, _ in })
}
