internal import CLibXML2

/// Reads the shared strings part (ECMA-376 Part 1, 18.4). Rich text runs are joined; phonetic runs are left out.
struct SharedStringsScan {
  var xml: XMLScan
  let texts: SharedStringTable
  private let faults: XLSXFaults
  /// Whether the list has no prefix, so that elements in it without one are in its namespace.
  private var isPlainList = false
  private var isInItem = false
  private var isInRun = false
  /// The depth of the open `t` element; 0 if there is none.
  private var textDepth = 0
  private var textStart = 0
  /// The depth of an open element whose text is known not to belong to the item; 0 if there is none.
  private var knownDepth = 0
  /// The namespace of the last spreadsheet element; libxml2 gives the same pointer for the same name.
  private var namespace: UnsafePointer<UInt8>?

  static func table(_ entry: ZIPEntry, in parts: PackageParts) throws -> SharedStringTable {
    let table = SharedStringTable(
      fileSize: parts.archive.file.size, countLimit: parts.limits.cells, cellText: parts.limits.cellText)
    var scan = SharedStringsScan(
      xml: XMLScan(part: entry.displayName, limits: parts.limits, reportForbidden: parts.faults.reportForbidden), table,
      parts.faults)
    try withUnsafeMutablePointer(to: &scan) { try parts.parse(itemsOf: entry, callbacks, context: $0, scan: \.xml) }
    do throws(SpreadsheetError) { try table.seal() } catch { throw error.inPart(entry.displayName) }
    return table
  }

  static let callbacks = XMLCallbacks(
    start: { context, name, prefix, namespace, namespaceCount, _, attributeCount, _, attributes in
      guard let scan = context?.assumingMemoryBound(to: SharedStringsScan.self), let name,
        scan.pointee.xml.open(attributes: attributeCount, namespaces: namespaceCount)
      else { return }
      if scan.pointee.xml.depth == 1 { scan.pointee.isPlainList = prefix == nil }
      scan.pointee.start(
        XMLElement(name: name, namespace: namespace, depth: scan.pointee.xml.depth, parser: scan.pointee.xml.parser),
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

  init(xml: XMLScan, _ texts: SharedStringTable, _ faults: XLSXFaults) {
    (self.xml, self.texts, self.faults) = (xml, texts, faults)
  }

  private mutating func start(_ element: XMLElement, _ attributes: XMLAttributes) {
    switch element.depth {
    case 1:
      if !isNamed("sst", element) { xml.fail(.xlsxBadPart, "the shared strings part does not contain shared strings.") }
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
        if isNamed("r", element) { report(.hiddenText, "it has a run inside a run") }
        passOver(element, attributes)
      }
    default: passOver(element, attributes)
    }
  }

  /// Handles an element that contains no text of an item.
  @inline(never) private mutating func passOver(_ element: XMLElement, _ attributes: XMLAttributes) {
    guard XMLNamespace.spreadsheet.contains(element.namespace) else { return }
    if isInItem, isInRun, attributes.strikeOut(element.name) { texts.setStruck() }
    if element.name.equals("si") { report(.hiddenCells, "it is outside of the list of texts") }
  }

  @inline(never) private mutating func passOver(_ text: UnsafeBufferPointer<UInt8>) {
    if knownDepth != 0 || text.allSatisfy({ $0 <= 0x20 }) || xml.failure != nil { return }
    let found = String(decoding: text.drop { $0 <= 0x20 }.prefix(64), as: UTF8.self)
    report(.hiddenText, "\"\(found)\" is outside of its text")
  }

  private mutating func report(_ kind: XLSXFaults.Kind, _ what: String) {
    let number = texts.count + 1
    let error = faults.report(kind) {
      .hidden(kind, "the shared text number \(number): \(what).", place: .init(part: xml.part, line: xml.line))
    }
    if let error { xml.fail(error) }
  }

  @inline(__always) private mutating func isNamed(_ name: StaticString, _ element: XMLElement) -> Bool {
    if !element.name.equals(name) { return false }
    if element.namespace != namespace {
      guard XMLNamespace.spreadsheet.contains(element.namespace) else { return false }
      namespace = element.namespace
    }
    return namespace != nil
  }

  private mutating func startText() {
    textDepth = xml.depth
    textStart = texts.textCount
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

  private mutating func failSize() { xml.fail(texts.error.inPart(xml.part)) }
}

/// Reads texts of the ordinary form without libxml2.
extension SharedStringsScan: ItemScan {
  static let openingTag: StaticString = "<sst"
  static let endTag: StaticString = "</si>"

  var isListOpen: Bool { xml.depth >= 1 }

  var isBetweenItems: Bool { xml.depth == 1 && isPlainList }

  mutating func readItem(_ markup: inout PlainMarkup) -> Bool {
    let earlier = texts.droppedCount
    if readText(&markup), texts.endText() { return true }
    texts.withdrawText(droppedCount: earlier)
    return false
  }

  @inline(__always) private func readText(_ markup: inout PlainMarkup) -> Bool {
    markup.skipSpace()
    if markup.reads("<si/>") { return true }
    guard markup.reads("<si>") else { return false }
    markup.skipSpace()
    if markup.reads("<t>") || markup.reads("<t xml:space=\"preserve\">") {
      let isWhole = markup.readsText { texts.collect($0, count: $1) }
      texts.decodeEscapes(since: 0)
      guard isWhole, markup.reads("</t>") else { return false }
    } else if !markup.reads("<t/>") {
      return false
    }
    markup.skipSpace()
    return markup.reads("</si>")
  }
}
