import Basics
internal import CLibXML2

/// The name of an element as libxml2 passes it, without a copy.
package struct XMLElement {
  /// The name without its prefix, which ends with NUL. One document has one address for each name.
  package let name: UnsafePointer<UInt8>
  /// The namespace, in the same form; nil if the element has none.
  package let namespace: UnsafePointer<UInt8>?
  /// The number of open elements, including this one: 1 for the root.
  package let depth: Int
  let parser: xmlParserCtxtPtr?

  /// The line at which the tag ends, counted from one; zero if it is not known.
  package var line: Int { XMLScan.line(of: parser) ?? 0 }

  func `is`(_ expected: StaticString, in namespaces: XMLNamespace) -> Bool {
    name.equals(expected) && namespaces.contains(namespace)
  }
}

/// The attributes of an element as libxml2 passes them, without a copy; each is read when it is needed.
package struct XMLAttributes {
  let start: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  /// The number of attributes; declarations of namespaces are not among them.
  package let count: Int

  /// The bytes of an attribute, valid during the callback only; nil if it is missing. Without namespaces it has no
  /// prefix. libxml2 passes `&` as `&#38;`, because it expects the value to be parsed once more.
  func bytes(_ name: StaticString, in namespaces: XMLNamespace? = nil) -> UnsafeBufferPointer<UInt8>? {
    guard let start else { return nil }
    for index in 0..<count {
      // libxml2 passes five pointers: local name, prefix, namespace, start and end of the value.
      let attribute = start + index * 5
      guard let local = attribute[0], let value = attribute[3], let end = attribute[4], local.equals(name) else {
        continue
      }
      if let namespaces { if !namespaces.contains(attribute[2]) { continue } } else if attribute[1] != nil { continue }
      return UnsafeBufferPointer(start: value, count: end - value)
    }
    return nil
  }

  /// The name of an attribute without its prefix, its namespace, and its value; nil after the last attribute. In an exchange
  /// file, the value may have codes of characters that XML does not allow.
  package subscript(place: Int) -> (name: UnsafePointer<UInt8>, namespace: UnsafePointer<UInt8>?, value: String)? {
    guard let start, place >= 0, place < count else { return nil }
    let attribute = start + place * 5
    guard let local = attribute[0], let value = attribute[3], let end = attribute[4] else { return nil }
    return (local, attribute[2], Self.text(UnsafeBufferPointer(start: value, count: end - value)))
  }

  func text(_ name: StaticString, in namespaces: XMLNamespace? = nil) -> String? {
    bytes(name, in: namespaces).map(Self.text)
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if !bytes.contains(UInt8(ascii: "&")) { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      text.append(byte)
      if byte == UInt8(ascii: "&"), rest.starts(with: "#38;".utf8) { rest = rest.dropFirst(4) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The value of an attribute that is a whole number in ASCII digits; nil if it is missing or is anything else.
  func number(_ name: StaticString) -> Int? { bytes(name).flatMap { Digits.integer($0.trimmed) } }

  func flag(_ name: StaticString) -> Bool? {
    bytes(name).map { text in (["1", "true", "on"] as [StaticString]).contains { text.trimmed.equals($0) } }
  }
}

/// The transitional and strict forms of an Office Open XML namespace, which mean the same.
struct XMLNamespace: Sendable {
  private let transitional: StaticString
  private let strict: StaticString

  init(_ transitional: StaticString, strict: StaticString? = nil) {
    self.transitional = transitional
    self.strict = strict ?? transitional
  }

  func contains(_ namespace: UnsafePointer<UInt8>?) -> Bool {
    guard let namespace else { return false }
    return namespace.equals(transitional) || namespace.equals(strict)
  }

  static let spreadsheet = XMLNamespace(
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main", strict: "http://purl.oclc.org/ooxml/spreadsheetml/main"
  )
  static let documentRelationships = XMLNamespace(
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    strict: "http://purl.oclc.org/ooxml/officeDocument/relationships")
  static let packageRelationships = XMLNamespace("http://schemas.openxmlformats.org/package/2006/relationships")
  static let contentTypes = XMLNamespace("http://schemas.openxmlformats.org/package/2006/content-types")
  static let coreProperties = XMLNamespace("http://schemas.openxmlformats.org/package/2006/metadata/core-properties")
  static let dublinCore = XMLNamespace("http://purl.org/dc/elements/1.1/")
  static let dublinCoreTerms = XMLNamespace("http://purl.org/dc/terms/")
  static let customProperties = XMLNamespace(
    "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties",
    strict: "http://purl.oclc.org/ooxml/officeDocument/customProperties")
}

extension UnsafePointer<UInt8> {
  /// Whether a string that ends with NUL is the expected one.
  @inline(__always) func equals(_ expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    let other = expected.utf8Start
    for index in 0..<count where self[index] != other[index] { return false }
    return self[count] == 0
  }
}

extension UnsafeBufferPointer<UInt8> {
  @inline(__always) func equals(_ expected: StaticString) -> Bool {
    guard count == expected.utf8CodeUnitCount else { return false }
    let other = expected.utf8Start
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }

  /// A value without the white space around it, which has no meaning around a number (XML Schema Part 2, `whiteSpace`).
  @inline(__always) var trimmed: UnsafeBufferPointer<UInt8> {
    var text = self
    while let first = text.first, first <= 0x20 { text = UnsafeBufferPointer(rebasing: text.dropFirst()) }
    while let last = text.last, last <= 0x20 { text = UnsafeBufferPointer(rebasing: text.dropLast()) }
    return text
  }
}
