import Basics
internal import CLibXML2

/// The parts of an Office Open XML package (ECMA-376 Part 2): found through relationships, never at fixed paths.
final class PackageParts {
  /// From this inflated size on, a part is inflated on one thread and its rows are read on another.
  static let aheadSize = 1 << 20
  /// The most bytes of a part that is neither a worksheet nor the shared strings. The largest seen are styles of a few
  /// megabytes.
  private static let smallPartSize = 64 << 20

  let archive: ZIPArchive
  let limits: SpreadsheetLimits
  let faults: XLSXFaults
  /// Whether plain rows and shared texts are read without libxml2, and how many bytes are read at once. Tests read the
  /// same file in several ways.
  var (readsPlainItems, chunkSize) = (true, ChunkBuffer.size)
  private(set) var plainItems = 0

  init(_ archive: ZIPArchive, limits: SpreadsheetLimits, tolerance: XLSXTolerance = .hiddenContents) {
    (self.archive, self.limits) = (archive, limits)
    faults = XLSXFaults(tolerance)
  }

  var isPackage: Bool {
    archive.entry(named: "[Content_Types].xml") != nil || archive.entry(named: "_rels/.rels") != nil
  }

  /// Reads a small part, and returns whether the package has it. Throws the codes of ``ZIPEntryReader``, `xml.malformed`,
  /// `xml.encoding`, `xml.doctype`, `limit.xml-depth`, `limit.xml-tag`, `limit.xml-attributes`, and the errors of the reader.
  func read(_ part: String, with reader: any XMLElementReader) throws(SpreadsheetError) -> Bool {
    guard let entry = archive.entry(named: part) else { return false }
    var limits = limits
    limits.partSize = min(limits.partSize, Self.smallPartSize)
    do {
      try XMLElementScan.withParser(part: entry.displayName, limits: limits, reader) { parser in
        try feed(entry, limits, to: parser)
      }
    } catch let error as SpreadsheetError { throw error } catch {
      // Callbacks of small parts throw nothing else today; if they ever do, a file from outside must not crash the
      // program.
      throw SpreadsheetError(.xlsxBadPart, "the part cannot be read: \(error).").inPart(entry.displayName)
    }
    return true
  }

  func parse<Context: ItemScan>(
    itemsOf entry: ZIPEntry, _ callbacks: XMLCallbacks, context: UnsafeMutablePointer<Context>,
    scan member: KeyPath<Context, XMLScan>
  ) throws {
    let parser = try XMLPushParser(callbacks, context: context, scan: member, limits: limits)
    let isDirect = readsPlainItems && limits.xmlDepth >= 6 && limits.xmlTagLength >= PlainMarkup.tagLength + 8
    guard isDirect else { return try feed(entry, limits, to: parser) }
    let items = ItemReader(parser, context)
    defer { plainItems += items.count }
    try feed(entry, limits, to: items)
  }

  /// Inflates and parses a part, and verifies it to its end.
  private func feed(_ entry: ZIPEntry, _ limits: SpreadsheetLimits, to parser: some XMLFeeding) throws {
    let reader = try archive.reader(of: entry, partSize: limits.partSize)
    defer { archive.count(reader.count, of: entry) }
    let isAhead = entry.size > UInt64(Self.aheadSize) && WorkerThread.processors > 1
    let chunks = reader.chunks(size: chunkSize, isAhead: isAhead)
    // The chunks must be closed before the reader's count is read.
    defer { chunks.close() }
    var damage: SpreadsheetError?
    do throws(SpreadsheetError) { while let chunk = try chunks.next() { if !parser.feed(chunk.bytes) { break } } } catch
    {
      damage = error
      parser.readRest()
    }
    if damage == nil, parser.failure == nil { _ = parser.finish() }
    guard let failure = parser.failure else {
      if let damage { throw damage }
      return
    }
    if let error = failure as? SpreadsheetError, error.code.rawValue.hasPrefix("xml.") {
      // Broken XML in a damaged container is reported as the damage that caused it.
      if let damage { throw damage }
      do throws(SpreadsheetError) { while try chunks.next() != nil {} } catch
        where !error.code.rawValue.hasPrefix("limit.")
      { throw error } catch {}
    }
    throw failure
  }
}
