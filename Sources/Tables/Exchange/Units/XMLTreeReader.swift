import Basics
package import Spreadsheet

/// Reads an XML file as a sequence of elements with their contents. Memory grows with the largest of them, and not with
/// the file.
package final class XMLTreeReader: XMLElementReader {
  /// Receives the start of an element that is not part of a collected one, without contents. `depth` is the number of open
  /// elements with this one: 1 for the root. Returns whether to collect the element.
  package typealias Opening = (_ element: XMLNode, _ depth: Int) throws -> Bool

  /// Receives a comment. `depth` is the number of open elements.
  package typealias Commenting = (_ text: String, _ depth: Int) -> Void

  private let opened: Opening
  private let collected: (XMLNode) throws -> Void
  private let commented: Commenting?
  private let sizeLimit: Int
  private var depth = 0
  /// The open elements that are being collected, outermost first.
  private var open: [XMLNode] = []
  private var text: [UInt8] = []
  private var size = 0
  /// The first character in the collected element that XML does not allow, except those in ``asides``.
  private var forbidden: UInt32?
  /// The names and namespaces that were seen. libxml2 has one address for each, and limits their number.
  private var names: [UnsafePointer<UInt8>: String] = [:]

  /// The memory that an element takes besides its text.
  private static let elementSize = 128
  /// The elements with remarks by people and tools, whose characters do not affect the text.
  private static let asides: Set<String> = ["note", "alt-trans", "matches"]

  /// Reads a file.
  ///
  /// - Throws: The codes of ``XMLFile``, `limit.unit` for a collected element that is too large, and the errors of the
  ///   closures.
  package static func read(
    _ path: String, limits: SpreadsheetLimits, commented: Commenting? = nil, opened: Opening,
    collected: (XMLNode) throws -> Void
  ) throws {
    try withoutActuallyEscaping(opened) { opened in
      try withoutActuallyEscaping(collected) { collected in
        try XMLFile.read(path, limits: limits, with: XMLTreeReader(opened, collected, commented, limits))
      }
    }
  }

  private init(
    _ opened: @escaping Opening, _ collected: @escaping (XMLNode) throws -> Void, _ commented: Commenting?,
    _ limits: SpreadsheetLimits
  ) {
    self.opened = opened
    self.collected = collected
    self.commented = commented
    sizeLimit = limits.rowText
  }

  package func start(_ element: XMLElement, _ attributes: XMLAttributes) throws {
    flush()
    depth = element.depth
    let node = XMLNode(
      name: name(element.name), namespace: element.namespace.map(name),
      attributes: (0..<attributes.count).compactMap { index in
        attributes[index].map {
          XMLNode.Attribute(name: name($0.name), namespace: $0.namespace.map(name), value: decoded($0.value.utf8))
        }
      }, line: element.line)
    if open.isEmpty {
      guard try opened(node, element.depth) else {
        forbidden = nil
        return
      }
      size = 0
    }
    open.append(node)
    try count(node.attributes.reduce(Self.elementSize) { $0 + $1.value.utf8.count + 64 })
  }

  package func text(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard !open.isEmpty else { return }
    try count(bytes.count)
    text.append(contentsOf: bytes)
  }

  package func end(_ element: XMLElement) throws {
    flush()
    depth = element.depth - 1
    guard var node = open.popLast() else { return }
    guard open.isEmpty else {
      open[open.count - 1].contents.append(.element(node))
      return
    }
    node.forbidden = forbidden.map(ForbiddenCharacters.name)
    forbidden = nil
    do { try collected(node) } catch var error as SpreadsheetError {
      // The parser has already reached the element's end.
      if error.place.line == nil, node.line > 0 { error.place.line = node.line }
      throw error
    }
  }

  package func comment(_ text: UnsafePointer<UInt8>) { commented?(String(cString: text), depth) }

  private func flush() {
    guard !text.isEmpty else { return }
    open[open.count - 1].contents.append(.text(decoded(text)))
    text.removeAll(keepingCapacity: true)
  }

  private func decoded(_ bytes: some Sequence<UInt8>) -> String {
    let (text, found) = ForbiddenCharacters.decoded(bytes)
    guard let found else { return text }
    if open.contains(where: { Self.asides.contains($0.name) }) {
      return String(String.UnicodeScalarView(text.unicodeScalars.filter { !XMLText.isForbidden($0) }))
    }
    forbidden = forbidden ?? found
    return text
  }

  private func count(_ bytes: Int) throws(SpreadsheetError) {
    size += bytes
    guard size > sizeLimit else { return }
    throw SpreadsheetError(
      .limitUnit, "an element takes more than \(sizeLimit) bytes.",
      hint: "If you trust the file, raise the limit `rowText`.",
      place: SpreadsheetError.Place(line: open.first.map(\.line)))
  }

  private func name(_ address: UnsafePointer<UInt8>) -> String {
    if let known = names[address] { return known }
    let name = String(cString: address)
    names[address] = name
    return name
  }
}
