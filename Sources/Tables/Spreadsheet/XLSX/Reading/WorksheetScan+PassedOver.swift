import Basics

/// Checks the contents of a worksheet part other than the cells' values. Only merged cells are read; anything else that
/// a person could have written is a fault.
///
/// None of this runs for ordinary cells.
extension WorksheetScan {
  /// Handles an element that is not read; it is skipped with all its contents.
  @inline(never) mutating func beginPassingOver(
    _ name: UnsafePointer<UInt8>, _ namespace: UnsafePointer<UInt8>?, _ attributes: XMLAttributes
  ) {
    let isOurs = XMLNamespace.spreadsheet.contains(namespace)
    isPassedOverKnown = level == Level.worksheet.rawValue || (isOurs && name.equals("extLst")) || isTextKnown
    if isOurs { reportMisplaced(name, attributes) }
  }

  /// Handles an element inside a skipped one.
  @inline(never) mutating func passOver(
    _ name: UnsafePointer<UInt8>, _ namespace: UnsafePointer<UInt8>?, _ attributes: XMLAttributes
  ) {
    guard namespace == self.namespace || XMLNamespace.spreadsheet.contains(namespace) else { return }
    if level == Level.run.rawValue, piece == .run, attributes.strikeOut(name) { cell.isStruck = true }
    if level == Level.worksheet.rawValue, name.equals("mergeCell"), let reference = attributes.bytes("ref") {
      takeMerged(reference)
    }
    reportMisplaced(name, attributes)
  }

  /// Handles text that belongs to no value.
  @inline(never) mutating func passOver(_ text: UnsafeBufferPointer<UInt8>) {
    if level < Level.worksheet.rawValue || xml.failure != nil { return }
    if xml.depth > level {
      if isPassedOverKnown { return }
    } else if level == Level.content.rawValue, content == .repeated {
      return collectAside(text)
    } else if isTextKnown {
      return
    }
    if text.allSatisfy({ $0 <= 0x20 }) { return }
    let found = String(decoding: text.drop { $0 <= 0x20 }.prefix(64), as: UTF8.self)
    switch Level(rawValue: level) {
    case .worksheet, .sheetData: report(.hiddenText, "the text \"\(found)\" is outside any row.")
    case .row: report(.hiddenText, "the text \"\(found)\" is outside any cell of row \(places.row + 1).")
    default: report(.hiddenText, "the text \"\(found)\" is in the cell, but not in its value.")
    }
  }

  /// Whether text in the innermost open element needs no check: it cannot belong to a value, or was already counted as
  /// a fault.
  private var isTextKnown: Bool {
    switch Level(rawValue: level) {
    case .content: content == .formula || content == .known || (content == .inline && cell.kind != .inline)
    case .run: piece == .phonetic || cell.kind != .inline
    default: false
    }
  }

  /// Handles a spreadsheet element that is out of place, if it is one that contains cells or texts.
  private mutating func reportMisplaced(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) {
    if name.equals("row") {
      let number = attributes.text("r").map { " \"\(String($0.prefix(32)))\"" } ?? ""
      report(.hiddenCells, "the row\(number) is \(misplacement).")
    } else if isName(name, "c") {
      let reference = attributes.bytes("r")
      let place = reference.flatMap { CellReferenceText.place($0) }
      report(
        .hiddenCells, "a cell is \(misplacement).",
        cellName: place.map { CellName.cell(row: $0.row, column: $0.column) })
    } else if name.equals("sheetData") {
      report(.hiddenCells, "a table of cells is \(misplacement).")
    } else if name.equals("is") || name.equals("si") {
      report(.hiddenText, "a text is \(misplacement).")
    } else if level == Level.run.rawValue, piece == .run, isName(name, "r") {
      report(.hiddenText, "the text has a run inside a run.")
    }
  }

  private var misplacement: String {
    switch Level(rawValue: level) {
    case .some(.none), .worksheet, nil: "outside the table of cells"
    case .sheetData: "in the table of cells, outside its rows"
    case .row: "in row \(places.row + 1), outside its cells"
    default: "inside a cell"
    }
  }

  // MARK: - Cells

  @inline(never) mutating func secondValue() -> Content {
    guard cell.kind == .inline else {
      failValue("has two values")
      return .known
    }
    guard cell.hasInline else {
      report(.twoValues, "the cell has two values.")
      return .known
    }
    // Some programs also write the text as the value.
    aside.removeAll(keepingCapacity: true)
    cell.hasAside = true
    return .repeated
  }

  /// Keeps the text that a cell had before its inline text, to compare the two.
  @inline(never) mutating func keepAside() {
    if cell.hasInline { return report(.twoValues, "the cell has two inline texts.") }
    aside = Array(value)
    cell.hasAside = true
  }

  private mutating func collectAside(_ text: UnsafeBufferPointer<UInt8>) {
    aside.append(contentsOf: text)
    if aside.count > limits.cellText &* 7 &+ 64 { failTextLimit() }
  }

  /// Counts a fault if a cell's inline text differs from its value.
  @inline(never) mutating func compareAside() {
    let isBlank = aside.allSatisfy { $0 <= 0x20 }
    if isBlank || aside.elementsEqual(value) { return }
    let decoded = aside.withUnsafeMutableBufferPointer { bytes in
      bytes.baseAddress.map { EscapedText.decode($0, count: bytes.count).count } ?? 0
    }
    if aside.prefix(decoded).elementsEqual(value) { return }
    // Other programs write a number's displayed form along with the number.
    if let number = aside.withUnsafeBufferPointer(DecimalNumber.value), number == DecimalNumber.value(value) { return }
    let other = String(decoding: aside.prefix(64), as: UTF8.self)
    let read = String(decoding: value.prefix(64), as: UTF8.self)
    report(.twoValues, "the cell has two texts, \"\(read)\" and \"\(other)\".")
  }

  @inline(never) mutating func reportUnreadInline() {
    report(.hiddenText, "the cell has an inline text, which its type does not allow.")
  }

  @inline(never) mutating func otherContent(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) -> Content {
    if name.equals("extLst") { return .known }
    reportMisplaced(name, attributes)
    return .other
  }

  @inline(never) mutating func otherPiece(_ name: UnsafePointer<UInt8>) -> Piece {
    name.equals("rPh") || name.equals("phoneticPr") ? .phonetic : .other
  }
}
