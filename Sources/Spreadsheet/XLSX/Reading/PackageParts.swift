internal import CLibXML2

/// The parts of an Office Open XML package (ECMA-376 Part 2): found through relationships, never at fixed paths.
final class PackageParts {
  /// The inflated size from which a part is inflated on a separate thread, and its rows are read on another.
  static let aheadSize = 1 << 20
  /// The most bytes of a part that is neither a worksheet nor the shared strings. The largest seen are styles of a few
  /// megabytes.
  private static let smallPartSize = 64 << 20

  let archive: ZIPArchive
  let limits: SpreadsheetLimits
  /// The faults of the parts that were read so far.
  let faults: XLSXFaults

  /// - Parameter tolerance: The faults that the reading accepts.
  init(_ archive: ZIPArchive, limits: SpreadsheetLimits, tolerance: XLSXTolerance = .hiddenContents) {
    self.archive = archive
    self.limits = limits
    faults = XLSXFaults(tolerance)
  }

  /// Whether the container is a package at all.
  var isPackage: Bool {
    archive.entry(named: "[Content_Types].xml") != nil || archive.entry(named: "_rels/.rels") != nil
  }

  /// Reads a small part, if it is there.
  ///
  /// - Returns: Whether it is there.
  /// - Throws: The codes of ``ZIPEntryReader``, `xml.malformed`, `xml.encoding`, `xml.doctype`, `limit.xml-depth`,
  ///   `limit.xml-tag`, `limit.xml-attributes`, and the errors of the reader.
  func read(_ part: String, with reader: any XMLElementReader) throws(SpreadsheetError) -> Bool {
    guard let entry = archive.entry(named: part) else { return false }
    let context = UnsafeMutablePointer<XMLElementScan>.allocate(capacity: 1)
    context.initialize(to: XMLElementScan(xml: XMLScan(part: entry.displayName, limits: limits), reader: reader))
    defer {
      context.deinitialize(count: 1)
      context.deallocate()
    }
    var limits = limits
    limits.partSize = min(limits.partSize, Self.smallPartSize)
    do {
      try parse(entry, XMLElementScan.callbacks, context: context, scan: \.xml, limits: limits)
    } catch let error as SpreadsheetError {
      throw error
    } catch {
      // Callbacks of small parts throw nothing else today. If they ever do, a file from outside must not crash the
      // program.
      throw SpreadsheetError(.xlsxBadPart, "the part cannot be read: \(error).")
        .inPart(entry.displayName)
    }
    return true
  }

  /// Inflates and parses a part, and verifies it to its end.
  ///
  /// - Parameters:
  ///   - context: The memory of the callbacks.
  ///   - member: The ``XMLScan`` in it, its first member.
  func parse<Context>(
    _ entry: ZIPEntry, _ callbacks: XMLCallbacks, context: UnsafeMutablePointer<Context>,
    scan member: KeyPath<Context, XMLScan>, limits: SpreadsheetLimits
  ) throws {
    let reader = try archive.reader(of: entry, partSize: limits.partSize)
    defer { archive.count(reader.count, of: entry) }
    let ahead = entry.size > UInt64(Self.aheadSize) ? InflatedAheadChunks(reader) : nil
    // The chunks must be closed before the reader's count is read.
    defer { ahead?.close() }
    let chunks: any ByteChunks = ahead ?? InflatedChunks(reader)
    guard let parser = XMLPushParser(callbacks, context: context, scan: member, limits: limits) else {
      throw SpreadsheetError(.ioMemory, "there is not enough memory to read the file.")
    }
    while let chunk = try chunks.next() {
      if !parser.feed(chunk) { break }
    }
    if context.pointee[keyPath: member].failure == nil { _ = parser.finish() }
    guard let failure = context.pointee[keyPath: member].failure else { return }
    if let error = failure as? SpreadsheetError, error.code.rawValue.hasPrefix("xml.") {
      try explainByDamage(chunks)
    }
    throw failure
  }

  /// Reports broken XML in a damaged container as the damage that caused it.
  private func explainByDamage(_ chunks: any ByteChunks) throws(SpreadsheetError) {
    do throws(SpreadsheetError) {
      try chunks.drain()
    } catch  where !error.code.rawValue.hasPrefix("limit.") {
      throw error
    } catch {
      return
    }
  }
}
