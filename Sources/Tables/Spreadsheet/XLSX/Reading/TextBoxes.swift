/// Collects the texts of the shapes in a drawing part (ECMA-376 Part 1, 20.5), such as text boxes.
private final class DrawingReader: XMLElementReader {
  private(set) var texts: [String] = []
  private let budget: CommentBudget
  private var text: [UInt8] = []
  private var shapeDepth = 0
  private var textDepth = 0

  init(_ budget: CommentBudget) { self.budget = budget }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) {
    if element.is("sp", in: .spreadsheetDrawing), shapeDepth == 0 { shapeDepth = element.depth }
    guard shapeDepth > 0 else { return }
    if element.is("t", in: .drawing) { textDepth = element.depth }
    if element.is("p", in: .drawing), !text.isEmpty { text.append(UInt8(ascii: "\n")) }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(SpreadsheetError) {
    guard textDepth > 0 else { return }
    try budget.take(bytes: bytes.count)
    text.append(contentsOf: bytes)
  }

  func end(_ element: XMLElement) throws(SpreadsheetError) {
    if element.depth == textDepth { textDepth = 0 }
    guard element.depth == shapeDepth else { return }
    shapeDepth = 0
    if !text.isEmpty {
      try budget.takeOne()
      texts.append(String(decoding: text, as: UTF8.self))
    }
    text = []
  }
}

extension XLSXWorkbook {
  /// The texts of the text boxes and other shapes on a worksheet, in the order of the file.
  ///
  /// - Parameter index: The index of the worksheet in ``worksheets``.
  /// - Throws: `xlsx.bad-relationship`, `limit.comments` and the codes of the parts.
  package func textBoxes(ofWorksheetAt index: Int) throws(SpreadsheetError) -> [String] {
    precondition(worksheets.indices.contains(index), "no worksheet at \(index)")
    let reader = DrawingReader(CommentBudget(textLimit: parts.limits.cellText))
    let relationships = try Relationships(of: partNames[index], in: parts)
    for relationship in relationships.all("drawing") {
      _ = try parts.read(try relationships.partName(of: relationship, in: parts), with: reader)
    }
    return reader.texts
  }
}

extension XMLNamespace {
  fileprivate static let drawing = XMLNamespace(
    "http://schemas.openxmlformats.org/drawingml/2006/main", strict: "http://purl.oclc.org/ooxml/drawingml/main")
  fileprivate static let spreadsheetDrawing = XMLNamespace(
    "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing",
    strict: "http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing")
}
