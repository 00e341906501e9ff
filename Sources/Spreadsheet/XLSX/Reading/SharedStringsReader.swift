internal import CLibXML2

/// Reads the shared strings part (ECMA-376 Part 1, 18.4). Rich text runs are joined; phonetic runs are left out.
struct SharedStringsScan {
  var xml: XMLScan
  let texts: SharedTextCollector
  private let faults: XLSXFaults
  private var isInItem = false
  private var isInRun = false
  /// The depth of the open `t` element; 0 if there is none.
  private var textDepth = 0
  private var textStart = 0
  /// The depth of an open element whose text is known not to belong to the item; 0 if there is none.
  private var knownDepth = 0
  /// The namespace of the last spreadsheet element; libxml2 gives the same pointer for the same name.
  private var namespace: UnsafePointer<UInt8>?

  /// Reads a part into a table.
  ///
  /// - Parameter layout: How a large part is read in pieces.
  /// - Throws: `limit.shared-strings`, `io.temporary` and the codes of ``PackageParts``.
  static func table(_ entry: ZIPEntry, in parts: PackageParts, _ layout: PieceLayout) throws -> SharedStringTable {
    let table = try tableInPieces(entry, in: parts, layout) ?? wholeTable(entry, in: parts)
    do throws(SpreadsheetError) {
      try table.seal()
    } catch {
      throw error.inPart(entry.displayName)
    }
    return table
  }

  /// Reads a part with one parser.
  private static func wholeTable(_ entry: ZIPEntry, in parts: PackageParts) throws -> SharedStringTable {
    let table = newTable(in: parts)
    let context = UnsafeMutablePointer<SharedStringsScan>.allocate(capacity: 1)
    context.initialize(
      to: SharedStringsScan(
        xml: XMLScan(part: entry.displayName, limits: parts.limits),
        SharedTextCollector(into: table, textLimit: table.textLimit), parts.faults))
    defer {
      context.deinitialize(count: 1)
      context.deallocate()
    }
    try parts.parse(entry, callbacks, context: context, scan: \.xml, limits: parts.limits)
    return table
  }

  /// Reads a part with several parsers.
  ///
  /// - Returns: Nil for a part that is small, or has anything out of the ordinary.
  static func tableInPieces(
    _ entry: ZIPEntry, in parts: PackageParts, _ layout: PieceLayout
  ) throws -> SharedStringTable? {
    guard layout.applies(to: entry) else { return nil }
    let reader = try parts.archive.reader(of: entry, partSize: parts.limits.partSize)
    defer { parts.archive.count(reader.count, of: entry) }
    let cutter = PartCutter(reader, PartCutter.Tags(opening: "<sst", end: "</si>", closing: "</sst>"), layout)
    guard let opening = try? cutter.opening() else { return nil }
    let table = newTable(in: parts)
    let (limits, textLimit) = (parts.limits, table.textLimit)
    let reading = PieceReading(cutter, opening: opening, layout: layout) { _ in
      SharedStringsPieceParser(entry, limits: limits, textLimit: textLimit)
    }
    var droppedCount = 0
    let isWhole = try reading.forEach { batch in
      droppedCount += batch.droppedCount
      return table.add(batch, droppedCount: droppedCount)
    }
    return isWhole ? table : nil
  }

  private static func newTable(in parts: PackageParts) -> SharedStringTable {
    SharedStringTable(
      fileSize: parts.archive.file.size, countLimit: parts.limits.cells, cellText: parts.limits.cellText)
  }

  static let callbacks = XMLCallbacks(
    start: { context, name, _, namespace, namespaceCount, _, attributeCount, _, attributes in
      guard let scan = context?.assumingMemoryBound(to: SharedStringsScan.self), let name else { return }
      scan.pointee.xml.open(attributes: attributeCount, namespaces: namespaceCount)
      scan.pointee.start(
        XMLElement(
          name: name, namespace: namespace, depth: scan.pointee.xml.depth, parser: scan.pointee.xml.parser),
        XMLAttributes(start: attributes, count: Int(attributeCount)))
    },
    end: { context, _, _, _ in
      guard let scan = context?.assumingMemoryBound(to: SharedStringsScan.self) else { return }
      scan.pointee.end()
      scan.pointee.xml.close()
    },
    text: { context, start, count in
      guard let scan = context?.assumingMemoryBound(to: SharedStringsScan.self), let start else { return }
      if scan.pointee.textDepth != scan.pointee.xml.depth {
        return scan.pointee.passOver(UnsafeBufferPointer(start: start, count: Int(count)))
      }
      if !scan.pointee.texts.append(start, count: Int(count)) { scan.pointee.failSize() }
    })

  init(xml: XMLScan, _ texts: SharedTextCollector, _ faults: XLSXFaults) {
    self.xml = xml
    self.texts = texts
    self.faults = faults
  }

  /// Whether the list of texts is open, but none of them.
  var isBetweenItems: Bool { xml.depth == 1 && xml.failure == nil }

  private mutating func start(_ element: XMLElement, _ attributes: XMLAttributes) {
    switch element.depth {
    case 1:
      if !isNamed("sst", element) {
        xml.fail(.xlsxBadPart, "the shared strings part does not contain shared strings.")
      }
    case 2:
      isInItem = isNamed("si", element)
      if !isInItem, isNamed("extLst", element) { knownDepth = element.depth }
    case 3 where isInItem:
      if isNamed("t", element) {
        startText()
      } else {
        isInRun = isNamed("r", element)
        if isInRun { return }
        if isNamed("rPh", element) || isNamed("phoneticPr", element) { knownDepth = element.depth }
        passOver(element, attributes)
      }
    case 4 where isInItem && isInRun:
      if isNamed("t", element) {
        startText()
      } else {
        if isNamed("r", element) { meet(.hiddenText, "it has a run inside a run") }
        passOver(element, attributes)
      }
    default: passOver(element, attributes)
    }
  }

  /// Handles an element that contains no text of an item.
  @inline(never)
  private mutating func passOver(_ element: XMLElement, _ attributes: XMLAttributes) {
    guard XMLNamespace.spreadsheet.contains(element.namespace) else { return }
    if isInItem, isInRun, StrikeElement.strikesOut(element.name, attributes) { texts.markStruck() }
    if XMLBytes.equal(element.name, "si") { meet(.hiddenCells, "it is outside of the list of texts") }
  }

  /// Handles text that belongs to no item.
  @inline(never)
  private mutating func passOver(_ text: UnsafeBufferPointer<UInt8>) {
    if knownDepth != 0 || text.allSatisfy({ $0 <= 0x20 }) || xml.failure != nil { return }
    let found = String(decoding: text.drop { $0 <= 0x20 }.prefix(64), as: UTF8.self)
    meet(.hiddenText, "\"\(found)\" is outside of its text")
  }

  private mutating func meet(_ kind: XLSXFaults.Kind, _ what: String) {
    let number = texts.count + 1
    let error = faults.meet(kind) {
      .hidden(kind, "the shared text number \(number): \(what).", place: .init(part: xml.part, line: xml.line))
    }
    if let error { xml.fail(error) }
  }

  @inline(__always)
  private mutating func isNamed(_ name: StaticString, _ element: XMLElement) -> Bool {
    if !XMLBytes.equal(element.name, name) { return false }
    if element.namespace != namespace {
      guard XMLNamespace.spreadsheet.contains(element.namespace) else { return false }
      namespace = element.namespace
    }
    return namespace != nil
  }

  private mutating func startText() {
    textDepth = xml.depth
    textStart = texts.end
  }

  private mutating func end() {
    if xml.depth == knownDepth { knownDepth = 0 }
    if xml.depth == textDepth {
      texts.decodeEscapes(since: textStart)
      textDepth = 0
    }
    if xml.depth == 3 {
      isInRun = false
    } else if xml.depth == 2, isInItem {
      isInItem = false
      if !texts.endText() { failSize() }
    }
  }

  private mutating func failSize() {
    if let error = texts.error { xml.fail(error.inPart(xml.part)) }
  }
}
