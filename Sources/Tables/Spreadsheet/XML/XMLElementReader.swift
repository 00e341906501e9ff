internal import CLibXML2

/// Reads a document element by element.
///
/// An error that a method throws ends the reading.
package protocol XMLElementReader: AnyObject {
  func start(_ element: XMLElement, _ attributes: XMLAttributes) throws
  /// Receives text of the innermost open element, perhaps in pieces. In an exchange file, it may have codes of characters that
  /// XML does not allow (``ForbiddenCharacters/decoded(_:)``).
  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws
  func end(_ element: XMLElement) throws
  /// Receives a comment, which ends with a zero byte.
  func comment(_ text: UnsafePointer<UInt8>) throws
}

extension XMLElementReader {
  package func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
  package func end(_ element: XMLElement) {}
  package func comment(_ text: UnsafePointer<UInt8>) {}
}

/// The context that libxml2 passes to the callbacks for an ``XMLElementReader``.
struct XMLElementScan {
  var xml: XMLScan
  let reader: any XMLElementReader

  private static let callbacks = XMLCallbacks(
    start: { context, name, _, namespace, namespaceCount, _, attributeCount, _, attributes in
      guard let scan = context?.assumingMemoryBound(to: XMLElementScan.self), let name,
        scan.pointee.xml.open(attributes: attributeCount, namespaces: namespaceCount)
      else { return }
      let element = XMLElement(
        name: name, namespace: namespace, depth: scan.pointee.xml.depth, parser: scan.pointee.xml.parser)
      let attributes = XMLAttributes(start: attributes, count: Int(attributeCount))
      scan.pointee.call { reader in try reader.start(element, attributes) }
    },
    end: { context, name, _, namespace in
      guard let scan = context?.assumingMemoryBound(to: XMLElementScan.self), let name else { return }
      let element = XMLElement(
        name: name, namespace: namespace, depth: scan.pointee.xml.depth, parser: scan.pointee.xml.parser)
      scan.pointee.xml.close()
      if scan.pointee.xml.failure != nil { return }
      scan.pointee.call { reader in try reader.end(element) }
    },
    text: { context, start, count in
      guard let scan = context?.assumingMemoryBound(to: XMLElementScan.self) else { return }
      if scan.pointee.xml.failure != nil { return }
      let bytes = UnsafeBufferPointer(start: start, count: Int(count))
      scan.pointee.call { reader in try reader.text(bytes) }
    },
    comment: { context, text in
      guard let scan = context?.assumingMemoryBound(to: XMLElementScan.self), let text else { return }
      if scan.pointee.xml.failure != nil { return }
      scan.pointee.call { reader in try reader.comment(text) }
    })

  static func withParser(
    part: String? = nil, kind: XMLDocumentKind = .workbookPart, limits: SpreadsheetLimits,
    _ reader: any XMLElementReader, _ body: (XMLPushParser) throws -> Void
  ) throws {
    var scan = XMLElementScan(xml: XMLScan(part: part, kind: kind, limits: limits), reader: reader)
    try withUnsafeMutablePointer(to: &scan) { context in
      try body(XMLPushParser(callbacks, context: context, scan: \.xml, limits: limits))
    }
  }

  private mutating func call(_ body: (any XMLElementReader) throws -> Void) {
    do { try body(reader) } catch var error as SpreadsheetError {
      if error.place.part == nil { error.place.part = xml.part }
      if error.place.line == nil { error.place.line = xml.line }
      xml.fail(error)
    } catch { xml.fail(error) }
  }
}
