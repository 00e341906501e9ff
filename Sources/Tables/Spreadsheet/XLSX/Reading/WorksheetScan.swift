internal import CLibXML2

/// Collects the rows of a worksheet part while libxml2 parses it (ECMA-376 Part 1, 18.3.1).
///
/// This is the hot path: it runs for every element of every cell. The state is in raw memory, names are compared as
/// bytes, and no text leaves the row's memory.
struct WorksheetScan {
  /// The elements that are read, from the outside in. Others are skipped with all their contents.
  enum Level: Int { case none, worksheet, sheetData, row, cell, content, run, runText }

  enum Content {
    case value, inline, formula
    /// A value beside an inline text; the two must be the same.
    case repeated
    /// An extension, or a value that was counted as a fault.
    case known
    case other
  }

  enum Piece { case text, run, phonetic, other }

  var xml: XMLScan
  let worksheet: String
  let row = Row()
  let storage: UnsafeMutablePointer<RowStorage>
  let body: (Row) throws -> Void
  /// The reader of the worksheet keeps the table alive, so that cells access it without reference counting.
  let table: Unmanaged<SharedStringTable>?
  /// The kind of value that each style shows. The reader of the worksheet keeps this alive too.
  let meanings: UnsafeBufferPointer<NumberFormat.Meaning>
  let usesDates1904: Bool
  let limits: SpreadsheetLimits
  let faults: XLSXFaults
  var places = RowPlaces()
  var rowDigits = PlainMarkup.RowDigits()
  /// The merged ranges so far. Beyond ``mostMerged``, further ranges extend the last one, so that no merged cell is
  /// missed.
  private(set) var merged: [MergedRange] = []
  private static let mostMerged = 1 << 16
  /// The cells that array formulas and data tables fill besides their own, as long as these cells may still follow.
  private var filled: [MergedRange] = []
  private static let mostFilled = 64
  var isSorted = true
  /// How many more cells may have a value.
  var cellsLeft: Int
  /// How many more bytes the texts of all cells may take.
  var textLeft: Int

  /// The number of open elements that are read, counted from the outermost one.
  private(set) var level = 0
  /// Whether the table of cells has no prefix, so that elements in it without one are in its namespace.
  private(set) var isPlainTable = false
  /// Whether the prefix of Excel's attribute for a row's font descent is declared.
  private(set) var knowsDescent = false
  private(set) var content = Content.value
  private(set) var piece = Piece.text
  /// Whether the text inside the last skipped element certainly belongs to no cell.
  var isPassedOverKnown = false
  var hasSheetData = false
  /// The namespace of the last spreadsheet element; libxml2 gives the same pointer for the same name.
  private(set) var namespace: UnsafePointer<UInt8>?

  /// Whether the text being parsed belongs to the cell.
  var isCollecting = false
  /// Where the text of the cell starts in the row's bytes, and where the piece being parsed starts.
  var valueStart = 0
  private var pieceStart = 0
  var cell = CellAttributes()
  var misplacedRow = 0
  /// The second text of a cell that has two.
  var aside: [UInt8] = []

  init(
    part: String, worksheet: String, of workbook: XLSXWorkbook, table: SharedStringTable?, faults: XLSXFaults,
    cellsLeft: Int, body: @escaping (Row) throws -> Void
  ) {
    limits = workbook.parts.limits
    xml = XMLScan(part: part, limits: limits, reportForbidden: faults.reportForbidden)
    self.worksheet = worksheet
    meanings = workbook.formats.meanings
    self.table = table.map(Unmanaged.passUnretained)
    usesDates1904 = workbook.usesDates1904
    (self.faults, self.cellsLeft, self.body) = (faults, cellsLeft, body)
    storage = row.storage
    textLeft = limits.totalSize
  }

  static let callbacks = XMLCallbacks(
    start: { context, name, prefix, namespace, namespaceCount, namespaces, attributeCount, _, attributes in
      guard let scan = context?.assumingMemoryBound(to: WorksheetScan.self), let name,
        scan.pointee.xml.open(attributes: attributeCount, namespaces: namespaceCount)
      else { return }
      if namespaceCount > 0, scan.pointee.level == 0 { scan.pointee.takePrefixes(namespaces, Int(namespaceCount)) }
      let attributes = XMLAttributes(start: attributes, count: Int(attributeCount))
      // Whatever is inside a skipped element is skipped too.
      if scan.pointee.xml.depth != scan.pointee.level + 1 { return scan.pointee.passOver(name, namespace, attributes) }
      scan.pointee.start(name, prefix, namespace, attributes)
    },
    end: { context, _, _, _ in
      guard let scan = context?.assumingMemoryBound(to: WorksheetScan.self) else { return }
      if scan.pointee.xml.depth == scan.pointee.level { scan.pointee.end() }
      scan.pointee.xml.close()
    },
    text: { context, start, count in
      guard let scan = context?.assumingMemoryBound(to: WorksheetScan.self), let start else { return }
      if scan.pointee.isCollecting, scan.pointee.xml.depth == scan.pointee.level {
        scan.pointee.collect(start, count: Int(count))
      } else {
        scan.pointee.passOver(UnsafeBufferPointer(start: start, count: Int(count)))
      }
    })

  @inline(__always) private mutating func start(
    _ name: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ namespace: UnsafePointer<UInt8>?,
    _ attributes: XMLAttributes
  ) {
    if namespace != self.namespace || namespace == nil {
      guard XMLNamespace.spreadsheet.contains(namespace) else {
        if level == 0 { failRoot() }
        return beginPassingOver(name, namespace, attributes)
      }
      self.namespace = namespace
    }
    switch Level(rawValue: level) {
    case .cell: startContent(name, attributes)
    case .content where content == .inline: startInline(name)
    case .run where piece == .run && isName(name, "t"): startPiece()
    case .row where isName(name, "c"): startCell(attributes)
    case .sheetData where name.equals("row"): startRow(attributes)
    case .worksheet where name.equals("sheetData"): startSheetData(isPlain: prefix == nil)
    case .some(.none): if !name.equals("worksheet") { return failRoot() }
    default: return beginPassingOver(name, namespace, attributes)
    }
    level += 1
  }

  @inline(__always) private mutating func end() {
    switch Level(rawValue: level) {
    case .cell: finishCell()
    case .sheetData: handOut()
    default: if isCollecting { endPiece() }
    }
    level -= 1
  }

  @inline(__always) private mutating func startContent(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) {
    if isName(name, "v") {
      if cell.hasValue {
        content = secondValue()
        return
      }
      content = .value
      cell.hasValue = true
      startPiece()
    } else if name.equals("is") {
      content = .inline
      if cell.kind == .unnamed { cell.kind = .inline }
      if cell.kind == .inline {
        if cell.hasValue { keepAside() }
        storage.pointee.truncateBytes(to: valueStart)
        cell.hasValue = true
        cell.hasInline = true
      } else {
        reportUnreadInline()
      }
    } else if isName(name, "f") {
      content = .formula
      cell.isFormula = true
      if let reference = attributes.bytes("ref"), attributes.bytes("t").map({ !$0.equals("shared") }) == true {
        takeFilled(reference)
      }
    } else {
      content = otherContent(name, attributes)
    }
  }

  @inline(__always) private mutating func startInline(_ name: UnsafePointer<UInt8>) {
    if isName(name, "t") {
      piece = .text
      if cell.kind == .inline { startPiece() }
    } else if isName(name, "r") {
      piece = .run
    } else {
      piece = otherPiece(name)
    }
  }

  @inline(__always) mutating func startPiece() {
    isCollecting = true
    pieceStart = storage.pointee.byteCount
  }

  @inline(__always) mutating func endPiece() {
    isCollecting = false
    if cell.kind.isEscaped {
      let (length, isDamaged) = EscapedText.decode(
        storage.pointee.bytes + pieceStart, count: storage.pointee.byteCount - pieceStart)
      storage.pointee.truncateBytes(to: pieceStart + length)
      if isDamaged { cell.isDamaged = true }
    }
  }

  @inline(__always) mutating func collect(_ start: UnsafePointer<UInt8>, count: Int, isPadded: Bool = false) {
    if isPadded {
      storage.pointee.appendPaddedBytes(start, count: count)
    } else {
      storage.pointee.appendBytes(start, count: count)
    }
    // An escape takes seven bytes for one code unit.
    if storage.pointee.byteCount - valueStart > limits.cellText &* 7 &+ 64 { failTextLimit() }
  }

  private mutating func startSheetData(isPlain: Bool) {
    if hasSheetData { xml.fail(.xlsxBadPart, "the worksheet has two tables of cells.") }
    hasSheetData = true
    isPlainTable = isPlain
  }

  @inline(never) private mutating func takePrefixes(_ pairs: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int)
  { knowsDescent = (0..<count).contains { pairs?[2 * $0].map { $0.equals("x14ac") } ?? false } }

  mutating func takeMerged(_ reference: UnsafeBufferPointer<UInt8>) {
    guard let range = MergedRange(reference) else { return }
    if merged.count < Self.mostMerged {
      merged.append(range)
    } else {
      merged[Self.mostMerged - 1] = merged[Self.mostMerged - 1].joined(with: range)
    }
  }

  private mutating func takeFilled(_ reference: UnsafeBufferPointer<UInt8>) {
    guard let range = MergedRange(reference) else { return }
    filled.removeAll { $0.rows.upperBound < places.row }
    if filled.count < Self.mostFilled { return filled.append(range) }
    filled[Self.mostFilled - 1] = filled[Self.mostFilled - 1].joined(with: range)
  }

  /// Whether no formula of another cell can still fill cells, so that rows may be read without libxml2.
  @inline(__always) var fillsNothing: Bool { filled.isEmpty }

  /// Whether the value of the open cell is the result of a formula that is in another cell.
  var isFilled: Bool { filled.contains { $0.rows.contains(places.row) && $0.columns.contains(cell.column) } }

  private mutating func failRoot() {
    xml.fail(.xlsxBadPart, "the worksheet part does not contain a worksheet.", hint: xml.kind.remedy)
  }

  @inline(__always) func isName(_ name: UnsafePointer<UInt8>, _ letter: Unicode.Scalar) -> Bool {
    name[0] == UInt8(ascii: letter) && name[1] == 0
  }
}
