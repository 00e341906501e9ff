internal import CLibXML2

/// The state that every reader of a document keeps between libxml2's callbacks: the parser, the depth and the error.
///
/// It comes first in the memory of the callbacks, so that the callbacks shared by all readers find it there.
struct XMLScan {
  // More than any part of an XLSX package has. libxml2 compares each attribute of an element with all others, and each
  // name with all namespaces that are known at its place.
  private static let attributeLimit = 128
  private static let namespaceLimit = 64

  /// The part of a package; nil if the document is a separate file.
  let part: String?
  let kind: XMLDocumentKind
  let depthLimit: Int
  /// Counts characters that XML does not allow, if they do not end the reading; nil if they always do.
  private let reportForbidden: ((SpreadsheetError, _ count: Int) -> Void)?
  let forbidden: ForbiddenCharacters
  var parser: xmlParserCtxtPtr?
  private(set) var depth = 0
  /// The open elements that declare namespaces, the depth of the innermost one, and how many they declare together.
  private var declarations: [(depth: Int, count: Int)] = []
  private var declaringDepth = 0
  private var namespaceCount = 0
  private(set) var failure: (any Error)?
  /// Whether the parser will read these bytes again, so that a failure now is left to it.
  var isTentative = false

  init(
    part: String?, kind: XMLDocumentKind = .workbookPart, limits: SpreadsheetLimits,
    reportForbidden: ((SpreadsheetError, _ count: Int) -> Void)? = nil
  ) {
    (self.part, self.kind, self.reportForbidden) = (part, kind, reportForbidden)
    forbidden = kind.encodesForbidden ? .encoded : reportForbidden == nil ? .refused : .escaped
    depthLimit = limits.xmlDepth
  }

  /// Whether a scan is the first member of its context, so that both have the same address.
  static func isFirst<Context>(_ member: KeyPath<Context, XMLScan>) -> Bool {
    MemoryLayout<Context>.offset(of: member) == 0
  }

  /// Opens an element. Returns false if the reading has ended; then its attributes' bytes are no longer valid.
  @inline(__always) mutating func open(attributes: Int32, namespaces: Int32) -> Bool {
    depth += 1
    if depth > depthLimit || attributes > Self.attributeLimit { failOpening() }
    if namespaces > 0 { declare(Int(namespaces)) }
    return failure == nil
  }

  @inline(__always) mutating func close() {
    if depth == declaringDepth { endDeclarations() }
    depth -= 1
  }

  @inline(never) private mutating func declare(_ count: Int) {
    declarations.append((depth, count))
    declaringDepth = depth
    namespaceCount += count
    if namespaceCount > Self.namespaceLimit { failOpening() }
  }

  @inline(never) private mutating func endDeclarations() {
    if let last = declarations.popLast() { namespaceCount -= last.count }
    declaringDepth = declarations.last?.depth ?? 0
  }

  /// Ends the reading with an error; only the first error is kept.
  mutating func fail(_ error: any Error) {
    if failure == nil { failure = error }
    if !isTentative, let parser { xmlStopParser(parser) }
  }

  /// Forgets an error that the parser will find again, if there is one.
  mutating func withdrawFailure() { if isTentative { failure = nil } }

  /// Counts lines that bypass the parser.
  mutating func skip(lines: Int) {
    if lines > 0, let input = parser?.pointee.input { input.pointee.line += Int32(lines) }
  }

  @discardableResult mutating func fail(
    _ code: SpreadsheetError.Code, _ message: String, hint: String? = nil, cause: String? = nil
  ) -> Bool {
    fail(SpreadsheetError(code, message, hint: hint, place: place, cause: cause))
    return false
  }

  @discardableResult mutating func fail(_ code: SpreadsheetError.Code, _ message: String, raise option: String) -> Bool
  {
    fail(SpreadsheetError.limit(code, message, raise: option, place: place))
    return false
  }

  /// Counts characters that XML does not allow. Their cells are not known here.
  func report(_ first: UInt32, count: Int) {
    reportForbidden?(
      SpreadsheetError(.xmlMalformed, forbiddenCharacter(first), hint: kind.remedy, place: .init(part: part)), count)
  }

  func forbiddenCharacter(_ character: UInt32) -> String {
    "the \(kind.noun) has a character that XML does not allow (\(ForbiddenCharacters.name(of: character)))."
  }

  private var place: SpreadsheetError.Place { .init(part: part, line: line) }

  var line: Int? { Self.line(of: parser) }

  static func line(of parser: xmlParserCtxtPtr?) -> Int? {
    guard let parser else { return nil }
    let line = Int(xmlSAX2GetLineNumber(parser))
    return line > 0 ? line : nil
  }

  @inline(never) private mutating func failOpening() {
    if depth > depthLimit {
      fail(
        .limitXMLDepth, "the elements of the \(kind.noun) are nested more than \(depthLimit) levels deep.",
        raise: "xmlDepth")
    } else {
      fail(
        .limitXMLAttributes,
        "an element has more than \(Self.attributeLimit) attributes or \(Self.namespaceLimit) namespaces.",
        hint: kind.remedy)
    }
  }
}
