import Basics
internal import CLibXML2

/// The callbacks for one kind of part. Their context starts with an ``XMLScan``.
struct XMLCallbacks {
  let start: startElementNsSAX2Func
  let end: endElementNsSAX2Func
  let text: charactersSAXFunc
  var comment: commentSAXFunc?
}

/// libxml2's SAX2 push parser, with the checks that it does not make itself.
///
/// A handler that sets only these callbacks expands no entity and opens no file. A forbidden document type declaration,
/// a reference to an entity, an error or even a warning ends the reading, except a warning about `xml:space`.
final class XMLPushParser {
  let scan: UnsafeMutablePointer<XMLScan>
  let parser: xmlParserCtxtPtr
  let limits: SpreadsheetLimits
  private var guardian: MarkupGuard
  /// Decodes a part in UTF-16, and keeps incomplete characters.
  private var decoder: UTF16Decoder?
  private var undecoded: [UInt8] = []
  private var hasStarted = false
  private var fed = 0

  /// The most names of elements, attributes and namespaces in one part; SpreadsheetML has a few hundred.
  private static let nameLimit: Int32 = 10_000
  private static let initialisation: Void = xmlInitParser()

  /// The context is the memory of the callbacks, which must stay valid as long as the parser. The ``XMLScan`` must be its first
  /// member, so that both have the same address. Throws `io.memory`.
  init<Context>(
    _ callbacks: XMLCallbacks, context: UnsafeMutablePointer<Context>, scan member: KeyPath<Context, XMLScan>,
    limits: SpreadsheetLimits
  ) throws(SpreadsheetError) {
    precondition(XMLScan.isFirst(member), "the scan is the first member of its context")
    Self.initialisation
    scan = UnsafeMutableRawPointer(context).assumingMemoryBound(to: XMLScan.self)
    self.limits = limits
    guardian = MarkupGuard(limit: limits.xmlTagLength, forbidden: scan.pointee.forbidden)
    var handler = xmlSAXHandler()
    handler.initialized = nstack_xml_sax2_magic()
    handler.startElementNs = callbacks.start
    handler.endElementNs = callbacks.end
    handler.characters = callbacks.text
    handler.cdataBlock = callbacks.text
    // White space between elements is text too; libxml2 does not distinguish them if the callback is the same.
    handler.ignorableWhitespace = callbacks.text
    handler.comment = callbacks.comment
    handler.internalSubset = { context, _, externalID, systemID in
      context?.assumingMemoryBound(to: XMLScan.self).pointee.takeDocumentType(
        isExternal: externalID != nil || systemID != nil)
    }
    // libxml2 asks for every entity that XML does not predefine. After a document type, it only warns of one that is
    // not declared, and leaves it out of the text.
    handler.getEntity = { context, name in
      context?.assumingMemoryBound(to: XMLScan.self).pointee.failEntity(name)
      return nil
    }
    nstack_xml_set_error_handler(&handler) { context, error in
      context?.assumingMemoryBound(to: XMLScan.self).pointee.failParsing(error?.pointee)
    }
    // libxml2 treats a context without user data differently.
    guard let parser = xmlCreatePushParserCtxt(&handler, context, nil, 0, nil) else {
      throw SpreadsheetError(.ioMemory, "there is not enough memory to read the file.")
    }
    self.parser = parser
    xmlCtxtUseOptions(parser, Self.options)
    scan.pointee.parser = parser
  }

  deinit {
    scan.pointee.parser = nil
    xmlFreeParserCtxt(parser)
  }

  func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var bytes = bytes
    if !hasStarted {
      hasStarted = true
      guard let (encoding, markSize) = XMLEncoding.detect(bytes) else { return failEncoding(nil) }
      bytes = UnsafeRawBufferPointer(rebasing: bytes[markSize...])
      if encoding != .utf8 {
        decoder = UTF16Decoder(isBigEndian: encoding == .utf16BigEndian)
        return decode(bytes, first: encoding)
      }
      if !checkDeclaration(of: bytes, in: encoding) { return false }
    }
    return decoder == nil ? parse(bytes) : decode(bytes, first: nil)
  }

  func finish() -> Bool {
    if !hasStarted || !undecoded.isEmpty {
      return scan.pointee.fail(
        .xmlMalformed, hasStarted ? "the \(noun) ends inside a character." : "the \(noun) is empty.")
    }
    if !guardian.held.withUnsafeBytes(parseChunk) { return false }
    let code = xmlParseChunk(parser, nil, 0, 1)
    if code != 0, scan.pointee.failure == nil { scan.pointee.failParsing(nil) }
    if scan.pointee.failure == nil, let found = guardian.found { scan.pointee.report(found.first, count: found.count) }
    return scan.pointee.failure == nil
  }

  /// Whether all bytes so far are UTF-8 and were parsed, and no markup is open.
  var isBetweenMarkup: Bool { decoder == nil && guardian.held.isEmpty && fed == Int(xmlByteConsumed(parser)) }

  private func decode(_ bytes: UnsafeRawBufferPointer, first encoding: XMLEncoding?) -> Bool {
    undecoded.append(contentsOf: bytes)
    var text = ByteBuffer(capacity: bytes.count * 3 / 2 + 8)
    defer { text.deallocate() }
    let decoding = undecoded.withUnsafeBytes { decoder?.decode($0, isLast: false, replaces: false, into: &text) }
    if decoding?.isBroken == true { return failEncoding("UTF-16 with a lone surrogate") }
    undecoded.removeFirst(decoding?.consumed ?? 0)
    let decoded = UnsafeRawBufferPointer(start: text.base, count: text.count)
    if let encoding, !checkDeclaration(of: decoded, in: encoding) { return false }
    return parse(decoded)
  }

  private func checkDeclaration(of text: UnsafeRawBufferPointer, in encoding: XMLEncoding) -> Bool {
    if XMLEncoding.declared("version", in: text) == "1.1" {
      return scan.pointee.fail(
        .xmlVersion, "the \(noun) is in XML 1.1, and only XML 1.0 is read.",
        hint: "Save it as XML 1.0: write version=\"1.0\" in its first line.")
    }
    guard let name = XMLEncoding.declared("encoding", in: text), !encoding.isNamed(name) else { return true }
    return failEncoding(name)
  }

  private func failEncoding(_ name: String?) -> Bool {
    let found = name.map { "\"\($0)\"" } ?? "unknown"
    return scan.pointee.fail(
      .xmlEncoding, "the character encoding of the \(noun) is \(found); only UTF-8 and UTF-16 are allowed.",
      hint: scan.pointee.kind.remedy)
  }

  private func parse(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isParsed = false
    guard guardian.passes(bytes, to: { isParsed = parseChunk($0) }) else { return failLength() }
    if !isParsed { return false }
    // libxml2 keeps every name, and its look-ups become slower with their number.
    if xmlDictSize(parser.pointee.dict) > Self.nameLimit {
      return scan.pointee.fail(
        .limitXMLNames, "the \(noun) has more than \(Self.nameLimit) different names of elements and attributes.",
        hint: scan.pointee.kind.remedy)
    }
    // libxml2 buffers a whole section. A text of the greatest length fits, even if all of its characters are escaped.
    let most = guardian.isInSection ? 8 * limits.cellText : limits.xmlTagLength
    return fed - Int(xmlByteConsumed(parser)) <= most + ChunkBuffer.size || failLength()
  }

  private func parseChunk(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count > 0, let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress else { return true }
    let code = xmlParseChunk(parser, start, Int32(bytes.count), 0)
    fed += bytes.count
    if code != 0, scan.pointee.failure == nil { scan.pointee.failParsing(nil) }
    return scan.pointee.failure == nil
  }

  private var noun: String { scan.pointee.kind.noun }

  private func failLength() -> Bool {
    guardian.isInSection
      ? scan.pointee.fail(
        .limitXMLTag, "a CDATA section is longer than \(8 * limits.cellText) bytes.", raise: "cellText")
      : scan.pointee.fail(
        .limitXMLTag, "a tag or comment is longer than \(limits.xmlTagLength) bytes.", raise: "xmlTagLength")
  }

  static let options: Int32 = {
    // The declared encoding has been compared with the bytes, and a transcoded part no longer has it.
    var options = Int32(XML_PARSE_NONET.rawValue) | Int32(XML_PARSE_IGNORE_ENC.rawValue)
    let version = nstack_xml_parser_version().map { String(cString: $0) } ?? ""
    let number = Int(version.prefix { $0.isNumber }) ?? 0
    // XML_PARSE_NO_XXE and XML_PARSE_NO_SYS_CATALOG, which older headers do not define.
    if number >= 21300 { options |= 1 << 23 }
    if number >= 21400 { options |= 1 << 25 }
    return options
  }()
}

extension XMLScan {
  /// Checks a document type that was read up to its internal subset, if it has one.
  fileprivate mutating func takeDocumentType(isExternal: Bool) {
    if !kind.allowsExternalType {
      fail(.xmlDoctype, "the \(kind.noun) declares a document type, which \(kind.writer) writes.", hint: kind.remedy)
    } else if parser?.pointee.input?.pointee.cur?.pointee != UInt8(ascii: ">") {
      fail(
        .xmlDoctype, "the document type has declarations of its own, which \(kind.writer) writes.", hint: kind.remedy)
    } else if !isExternal {
      fail(.xmlDoctype, "the document type has no external identifier, which \(kind.writer) writes.", hint: kind.remedy)
    }
  }

  fileprivate mutating func failEntity(_ name: UnsafePointer<UInt8>?) {
    let name = name.map { String(cString: $0) } ?? ""
    fail(
      .xmlMalformed, "the entity \"&\(Visible.text(name));\" is not one of the five that XML defines.",
      hint: "Ask for a new copy of the file.")
  }

  /// Ends the reading with the error that libxml2 found; nil if it gave only a code.
  fileprivate mutating func failParsing(_ error: xmlError?) {
    // An undefined value of `xml:space` has no meaning.
    if let error, error.code == Int32(XML_WAR_SPACE_VALUE.rawValue) { return }
    let cause = error?.message.map { String(cString: $0).prefix { $0 != "\n" } }.map(String.init)
    if let error,
      error.code == Int32(XML_ERR_INVALID_CHARREF.rawValue)
        || error.code == Int32(XML_ERR_INVALID_CHAR.rawValue) && error.int1 > 0
    {
      fail(.xmlMalformed, forbiddenCharacter(UInt32(clamping: error.int1)), hint: kind.remedy, cause: cause)
    } else {
      fail(
        .xmlMalformed, "the \(kind.noun) is broken or incomplete.", hint: "Ask for a new copy of the file.",
        cause: cause)
    }
  }
}
