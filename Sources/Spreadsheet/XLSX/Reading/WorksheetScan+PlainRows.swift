/// Reads rows of the ordinary forms without libxml2.
extension WorksheetScan: ItemScan {
  static let openingTag: StaticString = "<sheetData"
  static let endTag: StaticString = "</row>"

  /// The attributes of a row (ECMA-376 Part 1, 18.3.1.73). Only the number is read.
  private static let rowAttributes: [StaticString] = [
    "r", "spans", "s", "customFormat", "ht", "customHeight", "hidden", "outlineLevel", "collapsed", "thickTop",
    "thickBot", "ph",
  ]
  private static let rowAttributesWithDescent = rowAttributes + ["x14ac:dyDescent"]
  /// The attributes of a formula (18.3.1.40). None is read.
  private static let formulaAttributes: [StaticString] = [
    "t", "ref", "si", "ca", "aca", "dt2D", "dtr", "del1", "del2", "r1", "r2", "bx",
  ]

  var isListOpen: Bool { level >= Level.sheetData.rawValue }

  var isBetweenItems: Bool { level == Level.sheetData.rawValue && xml.depth == level && isPlainTable }

  mutating func readItem(_ markup: inout PlainMarkup) -> Bool {
    markup.skipSpace()
    guard markup.reads("<row") else { return false }
    var number: UnsafeBufferPointer<UInt8>?
    let names = knowsDescent ? Self.rowAttributesWithDescent : Self.rowAttributes
    guard let end = markup.attributes(names, first: &number) else { return false }
    let given = number.flatMap(CellReferenceText.row)
    if given == nil, number != nil { return false }
    if places.isContinued(by: given) { return false }
    handOut()
    if xml.failure != nil {
      xml.withdrawFailure()
      return false
    }
    let earlier = (places, cellsLeft)
    beginRow(given)
    if xml.failure == nil, end == .empty || readCells(&markup) { return true }
    withdraw(to: earlier)
    return false
  }

  @inline(never)
  private mutating func withdraw(to earlier: (places: RowPlaces, cellsLeft: Int)) {
    storage.pointee.removeAll(index: 0)
    places.withdraw(to: earlier.places)
    cellsLeft = earlier.cellsLeft
    isCollecting = false
    xml.withdrawFailure()
  }

  @inline(__always)
  private mutating func readCells(_ markup: inout PlainMarkup) -> Bool {
    while true {
      markup.skipSpace()
      if markup.reads("</row>") { return true }
      if !markup.reads("<c") || !readCell(&markup) { return false }
    }
  }

  @inline(__always)
  private mutating func readCell(_ markup: inout PlainMarkup) -> Bool {
    let start = markup.next
    var reference: UnsafeBufferPointer<UInt8>?
    var kind: UnsafeBufferPointer<UInt8>?
    var style: UnsafeBufferPointer<UInt8>?
    var end: PlainMarkup.TagEnd?
    while true {
      if !markup.readsEndOfTag(&end) { return false }
      if end != nil { break }
      if reference == nil, markup.reads("r") {
        reference = markup.value()
        if reference == nil { return false }
      } else if kind == nil, markup.reads("t") {
        kind = markup.value()
        if kind == nil { return false }
      } else if style == nil, markup.reads("s") {
        style = markup.value()
        if style == nil { return false }
      } else {
        return false
      }
    }
    if markup.next - start > PlainMarkup.tagLength { return false }
    startCell(reference, kind, style)
    if xml.failure != nil { return false }
    if end == .open {
      markup.skipSpace()
      if markup.reads("<f") {
        if !readFormula(&markup) { return false }
        markup.skipSpace()
      }
      if markup.reads("<v") {
        if !readText(&markup, end: "</v>") { return false }
        markup.skipSpace()
      } else if markup.reads("<is>") {
        if cell.kind == .unnamed { cell.kind = .inline }
        markup.skipSpace()
        guard cell.kind == .inline, markup.reads("<t"), readText(&markup, end: "</t>") else { return false }
        markup.skipSpace()
        if !markup.reads("</is>") { return false }
        markup.skipSpace()
      }
      if !markup.reads("</c>") { return false }
    }
    finishCell()
    return xml.failure == nil
  }

  private mutating func readFormula(_ markup: inout PlainMarkup) -> Bool {
    var first: UnsafeBufferPointer<UInt8>?
    guard let end = markup.attributes(Self.formulaAttributes, first: &first) else { return false }
    cell.isFormula = true
    return end == .empty || (markup.readsText { _, _ in } && markup.reads("</f>"))
  }

  @inline(__always)
  private mutating func readText(_ markup: inout PlainMarkup, end: StaticString) -> Bool {
    cell.hasValue = true
    startPiece()
    if markup.reads(">") || markup.reads(" xml:space=\"preserve\">") {
      guard markup.readsText({ collect($0, count: $1) }), markup.reads(end) else { return false }
    } else if !markup.reads("/>"), !markup.reads(" />") {
      return false
    }
    endPiece()
    return true
  }
}
