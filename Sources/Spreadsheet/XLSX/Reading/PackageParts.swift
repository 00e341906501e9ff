internal import CLibXML2

/// The parts of an Office Open XML package (ECMA-376 Part 2): found through relationships, never at fixed paths.
final class PackageParts {
  /// From which inflated size on a part is inflated on a thread of its own, and its rows are read on another.
  static let aheadSize = 1 << 20
  /// Bytes of a part that is no worksheet and no table of strings; the largest seen are styles of a few megabytes.
  private static let smallPartSize = 64 << 20

  let archive: ZIPArchive
  let limits: SpreadsheetLimits
  /// What the parts that were read so far hold where it belongs to nothing.
  let faults: XLSXFaults

  /// - Parameter isStrict: Whether such a part is refused.
  init(_ archive: ZIPArchive, limits: SpreadsheetLimits, isStrict: Bool = false) {
    self.archive = archive
    self.limits = limits
    faults = XLSXFaults(isStrict: isStrict)
  }

  /// Whether the container is a package at all.
  var isPackage: Bool {
    archive.entry(named: "[Content_Types].xml") != nil || archive.entry(named: "_rels/.rels") != nil
  }

  /// Reads a small part, if it is there.
  ///
  /// - Returns: Whether it is there.
  /// - Throws: The codes of ``ZIPEntryReader``, `xml.malformed`, `xml.encoding`, `xml.doctype`, `limit.xml-depth`,
  ///   `limit.xml-tag`, `limit.xml-attributes`, and what the reader throws.
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
      try parse(entry, XMLElementScan.callbacks, context: context, limits: limits)
    } catch let error as SpreadsheetError {
      throw error
    } catch {
      // Callbacks of small parts throw nothing else today; should they ever, a file from outside must not end the program.
      throw SpreadsheetError(.init(rawValue: "xlsx.bad-part"), "the part cannot be read: \(error).")
        .inPart(entry.displayName)
    }
    return true
  }

  /// Inflates and parses a part, and verifies it to its end.
  ///
  /// - Parameter context: Starts with an ``XMLScan``.
  func parse(
    _ entry: ZIPEntry, _ callbacks: XMLCallbacks, context: UnsafeMutableRawPointer, limits: SpreadsheetLimits
  ) throws {
    let reader = try archive.reader(of: entry, partSize: limits.partSize)
    defer { archive.count(reader.count, of: entry) }
    let ahead = entry.size > UInt64(Self.aheadSize) ? InflatedAheadChunks(reader) : nil
    // Before the reader's count is taken.
    defer { ahead?.close() }
    let chunks: any ByteChunks = ahead ?? InflatedChunks(reader)
    guard let parser = XMLPushParser(callbacks, context: context, limits: limits) else {
      throw SpreadsheetError(.init(rawValue: "io.memory"), "there is not enough memory to read the file.")
    }
    let scan = context.assumingMemoryBound(to: XMLScan.self)
    while let chunk = try chunks.next() {
      if !parser.feed(chunk) { break }
    }
    if scan.pointee.failure == nil { _ = parser.finish() }
    guard let failure = scan.pointee.failure else { return }
    if let error = failure as? SpreadsheetError, error.code.rawValue.hasPrefix("xml.") {
      try explainByDamage(chunks)
    }
    throw failure
  }

  /// Broken XML in a damaged container is told as the damage that it comes from.
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
