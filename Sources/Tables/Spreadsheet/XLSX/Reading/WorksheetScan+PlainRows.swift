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
  /// The attributes of a formula (18.3.1.40). Only the type is read.
  private static let formulaAttributes: [StaticString] = [
    "t", "ref", "si", "ca", "aca", "dt2D", "dtr", "del1", "del2", "r1", "r2", "bx",
  ]

  var isListOpen: Bool { level >= Level.sheetData.rawValue }

  var isBetweenItems: Bool { level == Level.sheetData.rawValue && xml.depth == level && isPlainTable && fillsNothing }

  mutating func readItem(_ markup: inout PlainMarkup) -> Bool {
    markup.skipSpace()
    guard markup.reads("<row") else { return false }
    // Most programs write the number first.
    var value: PlainMarkup?
    if markup.reads(" r=\"") {
      value = markup
      guard markup.number() != nil, markup.reads("\"") else { return false }
    }
    var later: PlainMarkup?
    let names = knowsDescent ? Self.rowAttributesWithDescent : Self.rowAttributes
    guard markup.readsAttributes(names, first: &later), value == nil || later == nil else { return false }
    var given: Int?
    rowDigits = PlainMarkup.RowDigits()
    if let value = value ?? later {
      var end = value
      guard let number = end.number(), end.reads("\""), 1...SpreadsheetLimits.rows ~= number else { return false }
      given = number - 1
      rowDigits = PlainMarkup.RowDigits(from: value, to: end)
    }
    let isEmpty = markup.reads("/>")
    if !isEmpty, !markup.reads(">") { return false }
    if places.isContinued(by: given) { return false }
    handOut()
    if xml.failure != nil {
      xml.withdrawFailure()
      return false
    }
    let earlier = (places, cellsLeft)
    beginRow(given)
    if xml.failure == nil, isEmpty || readCells(&markup) { return true }
    withdraw(to: earlier)
    return false
  }

  @inline(never) private mutating func withdraw(to earlier: (places: RowPlaces, cellsLeft: Int)) {
    storage.pointee.removeAll(index: 0)
    places.withdraw(to: earlier.places)
    cellsLeft = earlier.cellsLeft
    isCollecting = false
    xml.withdrawFailure()
  }

  @inline(__always) private mutating func readCells(_ markup: inout PlainMarkup) -> Bool {
    while true {
      markup.skipSpace()
      if markup.reads("</row>") { return true }
      if !markup.reads("<c") || !readCell(&markup) { return false }
    }
  }

  @inline(__always) private mutating func readCell(_ markup: inout PlainMarkup) -> Bool {
    var place: (row: Int, column: Int)?
    var kind: CellAttributes.Kind?
    var style: Int?
    var isOpen = true
    while !markup.reads(">") {
      if place == nil, markup.reads(" r=\"") {
        guard let column = markup.column(inRow: rowDigits) else { return false }
        place = (places.row, column)
      } else if style == nil, markup.reads(" s=\"") {
        style = markup.number()
        if style == nil || !markup.reads("\"") { return false }
      } else if kind == nil, markup.reads(" t=\"") {
        kind = Self.readKind(&markup)
        if kind == nil { return false }
      } else {
        if !markup.reads("/>"), !markup.reads(" />") { return false }
        isOpen = false
        break
      }
    }
    guard let column = places.takeCell(place) else { return false }
    valueStart = storage.pointee.byteCount
    if isOpen { markup.skipSpace() }
    if isOpen, kind == .shared {
      var ahead = markup
      if ahead.reads("<v>"), let index = ahead.number(), ahead.reads("</v></c>") {
        markup = ahead
        return collectShared(index) && takeText(inColumn: column, style ?? 0)
      }
    }
    cell = CellAttributes(kind: kind ?? .unnamed, column: column, style: style ?? 0)
    if isOpen, kind == .inline, markup.reads("<is><t>") || markup.reads("<is><t xml:space=\"preserve\">") {
      guard readPiece(&markup), markup.reads("</t></is>"), !cell.isDamaged else { return false }
      markup.skipSpace()
      return markup.reads("</c>") && takeText(inColumn: column, style ?? 0)
    }
    if isOpen, !readContent(&markup) { return false }
    finishCell()
    return xml.failure == nil
  }

  /// Collects a shared text, unless part of it is struck out or damaged.
  @inline(__always) private mutating func collectShared(_ index: Int) -> Bool {
    guard let table, index < table._withUnsafeGuaranteedRef({ $0.count }) else { return false }
    return table._withUnsafeGuaranteedRef({ $0.append(textAt: index, to: storage) })?.flags == []
  }

  @inline(__always) private mutating func takeText(inColumn column: Int, _ style: Int) -> Bool {
    let length = storage.pointee.byteCount - valueStart
    return length == 0
      || length <= limits.cellText
        && takes(Cell(column: column, kind: .text, style: style, offset: valueStart, length: length))
  }

  @inline(__always) private static func readKind(_ markup: inout PlainMarkup) -> CellAttributes.Kind? {
    if markup.reads("s\"") { return .shared }
    if markup.reads("inlineStr\"") { return .inline }
    if markup.reads("n\"") { return .number }
    if markup.reads("str\"") { return .string }
    if markup.reads("b\"") { return .boolean }
    if markup.reads("e\"") { return .error }
    return markup.reads("d\"") ? .date : nil
  }

  @inline(__always) private mutating func readContent(_ markup: inout PlainMarkup) -> Bool {
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
    return markup.reads("</c>")
  }

  private mutating func readFormula(_ markup: inout PlainMarkup) -> Bool {
    var first: PlainMarkup?
    if !markup.readsAttributes(Self.formulaAttributes, first: &first) { return false }
    // Formulas other than shared ones may fill further cells.
    if var type = first, !type.reads("shared\""), !type.reads("normal\"") { return false }
    cell.isFormula = true
    return markup.reads("/>") || (markup.reads(">") && markup.readsText { _, _ in } && markup.reads("</f>"))
  }

  @inline(__always) private mutating func readText(_ markup: inout PlainMarkup, end: StaticString) -> Bool {
    cell.hasValue = true
    if markup.reads("/>") || markup.reads(" />") { return true }
    return (markup.reads(">") || markup.reads(" xml:space=\"preserve\">")) && readPiece(&markup) && markup.reads(end)
  }

  @inline(__always) private mutating func readPiece(_ markup: inout PlainMarkup) -> Bool {
    startPiece()
    let isWhole = markup.readsText({ collect($0, count: $1, isPadded: true) })
    endPiece()
    return isWhole
  }
}
