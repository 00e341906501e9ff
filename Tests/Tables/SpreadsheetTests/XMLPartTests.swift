import Testing

@testable import Spreadsheet

/// The parts of XML documents as callbacks see them.
private final class RecordingReader: XMLElementReader {
  var events: [String] = []

  func start(_ element: XMLElement, _ attributes: XMLAttributes) {
    events.append("<\(String(cString: element.name))" + (attributes.text("a").map { " a=\($0)" } ?? "") + ">")
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    // libxml2 gives a text in pieces of its own choice.
    if let last = events.last, !last.hasPrefix("<") {
      events[events.count - 1] = last + text
    } else {
      events.append(text)
    }
  }

  func end(_ element: XMLElement) { events.append("</\(String(cString: element.name))>") }
}

/// What a part is read as, fed in chunks of a size.
private func events(_ bytes: [UInt8], chunkSize: Int = .max, limits: SpreadsheetLimits = .init()) throws -> String {
  let reader = RecordingReader()
  try XMLElementScan.withParser(part: "part.xml", limits: limits, reader) { parser in
    var goesOn = true
    var start = 0
    while start < bytes.count, goesOn {
      // The first chunk holds the declaration, as it does for every part.
      let size = start == 0 ? max(chunkSize, min(bytes.count, 128)) : chunkSize
      let end = min(bytes.count, start.addingReportingOverflow(size).overflow ? .max : start + size)
      goesOn = bytes[start..<end].withUnsafeBytes { parser.feed($0) }
      start = end
    }
    if goesOn { _ = parser.finish() }
    if let failure = parser.failure { throw failure }
  }
  return reader.events.joined()
}

private func events(_ text: String, chunkSize: Int = .max, limits: SpreadsheetLimits = .init()) throws -> String {
  try events(Array(text.utf8), chunkSize: chunkSize, limits: limits)
}

private func failure(_ bytes: [UInt8], chunkSize: Int = .max, limits: SpreadsheetLimits = .init()) -> SpreadsheetError?
{ spreadsheetError { try events(bytes, chunkSize: chunkSize, limits: limits) } }

private func utf16(_ text: String, isBigEndian: Bool, mark: Bool = true) -> [UInt8] {
  ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
    let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
    return isBigEndian ? bytes.reversed() : bytes
  }
}

private let document = "<r a=\"1&amp;2\">grün 😀 &lt;&#x41;<!-- no --><?no no?><![CDATA[<x>&amp;]]></r>"
private let documentEvents = "<r a=1&2>grün 😀 <A<x>&amp;</r>"

struct XMLPartTests {
  @Test(arguments: [
    Array(document.utf8), [0xEF, 0xBB, 0xBF] + Array(document.utf8),
    Array("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\r\n\(document)".utf8),
    Array("<?xml version='1.0' encoding='utf8'?>\(document)".utf8),
    utf16("<?xml version=\"1.0\" encoding=\"UTF-16\"?>\(document)", isBigEndian: true),
    utf16("<?xml version=\"1.0\" encoding=\"UTF-16\"?>\(document)", isBigEndian: false),
    utf16("<?xml version=\"1.0\" encoding=\"UTF-16BE\"?>\(document)", isBigEndian: true, mark: false),
    utf16("<?xml version=\"1.0\"?>\(document)", isBigEndian: false, mark: false), utf16(document, isBigEndian: false),
  ]) func `UTF-8 and UTF-16 are read, with and without a byte order mark and a declaration`(bytes: [UInt8]) throws {
    #expect(try events(bytes) == documentEvents)
  }

  @Test(arguments: [
    Array("<?xml version=\"1.0\" encoding=\"UTF-7\"?><r>+ADw-x+AD4-</r>".utf8),
    Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><r/>".utf8),
    Array("<?xml version=\"1.0\" encoding=\"UTF-16\"?><r/>".utf8),
    utf16("<?xml version=\"1.0\" encoding=\"UTF-8\"?><r/>", isBigEndian: true),
    utf16("<?xml version=\"1.0\" encoding=\"UTF-16LE\"?><r/>", isBigEndian: true), [0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0],
    [0, 0, 0, 0x3C], [0x4C, 0x6F, 0xA7, 0x94], [0x3C, 0, 0x72, 0], Array("hello".utf8),
    utf16("<r>", isBigEndian: true) + [0xD8, 0x00, 0x00, 0x41],
  ]) func `Every other encoding is refused before a character is read`(bytes: [UInt8]) {
    #expect(failure(bytes)?.code == "xml.encoding")
  }

  @Test(arguments: [
    "", "<r>", "<r></x>", "<r/><r/>", "<r a='1' a='2'/>", "<r a=1/>", "<r>&nbsp;</r>", "<r>&#0;</r>", "<r>\u{1}</r>",
    "<x:r/>", "<r>]]></r>", "<r a='<'/>", "<r/>text", "<r>\u{FFFF}</r>", "<r><![CDATA[</r>", "<r xmlns:a='not a URI'/>",
    " <?xml version='1.0'?><r/>",
  ]) func `What is no well-formed XML is refused`(text: String) {
    #expect(failure(Array(text.utf8))?.code == "xml.malformed")
  }

  @Test(arguments: ["<r>&#xB;</r>", "<r>\u{B}</r>", "<r a='&#11;'/>"])
  func `A character that XML does not allow is named, with its line`(text: String) {
    let error = failure(Array("<?xml version='1.0'?>\n\n\(text)".utf8))
    #expect(error?.code == "xml.malformed")
    #expect(error?.message == "the part has a character that XML does not allow (U+000B).")
    #expect(error?.place.line == 3)
  }

  @Test func `XML 1.1 is named, and a value of xml:space says nothing`() throws {
    #expect(failure(Array("<?xml version='1.1'?><r/>".utf8))?.code == "xml.version")
    #expect(failure(utf16("<?xml version=\"1.1\"?><r/>", isBigEndian: true))?.code == "xml.version")
    #expect(try events("<r xml:space='keep'>a<b xml:space=''> </b></r>") == "<r>a<b> </b></r>")
  }

  @Test(arguments: 1...24) func `The end of a line is a line feed in every kind of text`(size: Int) throws {
    let text = "<?xml version=\"1.0\"?>\r\n<r a='x\r\ny'>a\r\nb\rc<![CDATA[d\r\ne\rf\r]]>&#13;\r\n</r>"
    let expected = "<r a=x y>a\nb\ncd\ne\nf\n\r\n</r>"
    #expect(try Array(events(text, chunkSize: size).utf8) == Array(expected.utf8))
    #expect(try Array(events(utf16(text, isBigEndian: false), chunkSize: size).utf8) == Array(expected.utf8))
  }

  @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3]] as [[UInt8]])
  func `Bytes that are no UTF-8 are refused`(bytes: [UInt8]) {
    #expect(failure(Array("<r>".utf8) + bytes + Array("</r>".utf8))?.code == "xml.malformed")
  }

  @Test func `An attribute is read as the text that it stands for`() throws {
    #expect(try events("<r a='&amp;amp; &#38;lt; &lt;&#x1F600; &quot;&#10;'/>") == "<r a=&amp; &lt; <😀 \"\n></r>")
  }

  @Test func `Half a character at the end of UTF-16 is refused`() {
    #expect(failure(utf16("<r/>", isBigEndian: true) + [0])?.code == "xml.malformed")
    #expect(failure(utf16("<r/>", isBigEndian: true) + [0xD8, 0])?.code == "xml.malformed")
  }

  @Test(arguments: [
    "<!DOCTYPE r><r/>", "<!DOCTYPE r [<!ENTITY e 'x'>]><r>&e;</r>", "<!DOCTYPE r SYSTEM 'file:///etc/hostname'><r/>",
    "<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><r>&e;</r>",
    "<!DOCTYPE r [<!ENTITY % p SYSTEM 'http://127.0.0.1:1/'> %p;]><r/>",
    "<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><r>&b;&b;</r>",
  ]) func `A document type is refused, whatever it declares`(text: String) {
    #expect(failure(Array(text.utf8))?.code == "xml.doctype")
  }

  @Test func `An error names part and line, and keeps libxml2's words apart`() {
    let error = failure(Array("<r>\n\n  <a></b>\n</r>".utf8))
    #expect(error?.place == .init(part: "part.xml", line: 3))
    #expect(error?.message == "the part is broken or incomplete.")
    #expect(error?.cause?.contains("mismatch") == true)
  }

  @Test(arguments: 1...24) func `The same events come for any size of the chunks`(size: Int) throws {
    let inner = String(repeating: "<a a='>'>x &gt; é<b/>\r\n</a>", count: 12)
    let text = "<?xml version=\"1.0\"?><r>\(inner)</r>"
    let expected = "<r>" + String(repeating: "<a a=>>x > é<b></b>\n</a>", count: 12) + "</r>"
    #expect(try events(text, chunkSize: size) == expected)
    #expect(try events(utf16(text, isBigEndian: true), chunkSize: size) == expected)
  }

  private static let limits: [(code: String, number: String, name: String, at: String, above: String)] = {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    func tag(_ length: Int) -> String { "<r a='\(String(repeating: "x", count: length - 9))'/>" }
    func element(_ count: Int) -> String { "<r\((0..<count).map { " a\($0)=''" }.joined())/>" }
    func names(_ count: Int) -> String { "<r>\((0..<count).map { "<n\($0)/>" }.joined())</r>" }
    let comment = "<r><!--" + String(repeating: "<a> ", count: 60_000) + "--></r>"
    return [
      ("limit.xml-depth", "64", "xmlDepth", nested(64), nested(65)),
      ("limit.xml-tag", "65536", "xmlTagLength", tag(65_536), tag(65_537)),
      // Held back no longer than a tag.
      ("limit.xml-tag", "65536", "xmlTagLength", "<r/>", comment),
      ("limit.xml-attributes", "", "", element(128), element(129)),
      ("limit.xml-names", "", "", names(9_900), names(11_000)),
    ]
  }()

  @Test(arguments: limits.indices)
  func `Nesting, tags, attributes and names go as far as the limit says and no further`(index: Int) {
    let (code, number, name, at, above) = Self.limits[index]
    #expect(failure(Array(at.utf8)) == nil)
    let error = failure(Array(above.utf8), chunkSize: 64 << 10)
    #expect(error?.code.rawValue == code)
    #expect(number.isEmpty || error?.message.contains(number) == true)
    #expect(name.isEmpty || error?.hint?.contains("`\(name)`") == true)
  }

  @Test func `At any place 64 namespaces may be known and no more`() {
    func declarations(_ numbers: Range<Int>) -> String { numbers.map { " xmlns:n\($0)='urn:\($0)'" }.joined() }
    let siblings = String(repeating: "<a\(declarations(0..<32))><b/></a>", count: 9)
    #expect(failure(Array("<r\(declarations(32..<64))>\(siblings)</r>".utf8)) == nil)
    let nested = "<r\(declarations(0..<32))><a\(declarations(32..<65))/></r>"
    #expect(failure(Array(nested.utf8))?.code == "limit.xml-attributes")
  }

  @Test func `the scan comes first in the memory of every reader, and a reader where it does not is noticed`() {
    struct Late {
      var name: String
      var xml: XMLScan
    }
    #expect(XMLScan.isFirst(\XMLScan.self))
    #expect(XMLScan.isFirst(\XMLElementScan.xml))
    #expect(XMLScan.isFirst(\SharedStringsScan.xml))
    #expect(XMLScan.isFirst(\WorksheetScan.xml))
    #expect(!XMLScan.isFirst(\Late.xml))
  }
}
