import Basics

/// What the attributes and the children of an open cell say about it.
struct CellAttributes {
  enum Kind {
    /// No type is given, which means a number.
    case unnamed
    case number, shared, inline, string, boolean, error, date

    @inline(__always) var isEscaped: Bool { self == .inline || self == .string }

    var isText: Bool { isEscaped || self == .shared }
  }

  var kind = Kind.unnamed
  var column = 0
  var style = 0
  var isFormula = false
  var hasValue = false
  var isDamaged = false
  var isStruck = false
  /// Whether the cell names another row, which is accepted if it is empty.
  var isMisplaced = false
  var hasInline = false
  /// Whether the cell has another text, which is kept in ``WorksheetScan/aside``.
  var hasAside = false
}

extension WorksheetScan {
  @inline(__always) mutating func startCell(_ attributes: XMLAttributes) {
    var reference: UnsafeBufferPointer<UInt8>?
    var kind: UnsafeBufferPointer<UInt8>?
    var style: UnsafeBufferPointer<UInt8>?
    if let start = attributes.start {
      for index in 0..<attributes.count {
        // Local name, prefix, namespace, start and end of the value; the attributes of interest have no prefix.
        let attribute = start + index &* 5
        guard let name = attribute[0], name[1] == 0, attribute[1] == nil, let value = attribute[3],
          let end = attribute[4]
        else { continue }
        let text = UnsafeBufferPointer(start: value, count: end - value)
        switch name[0] {
        case UInt8(ascii: "r"): reference = text
        case UInt8(ascii: "t"): kind = text
        case UInt8(ascii: "s"): style = text
        default: break
        }
      }
    }
    var place: (row: Int, column: Int)?
    if let reference {
      place = CellReferenceText.place(reference)
      if place == nil { return fail(.xlsxCellReference, reference, isNot: "a cell of a worksheet") }
    }
    var known = CellAttributes.Kind.unnamed
    if let kind {
      guard let named = Self.kind(kind) else { return fail(.xlsxCellType, kind, isNot: "a cell type") }
      known = named
    }
    startCell(place, known, style: style.flatMap { Digits.integer($0.trimmed) } ?? 0)
  }

  @inline(__always) mutating func startCell(_ place: (row: Int, column: Int)?, _ kind: CellAttributes.Kind, style: Int)
  {
    cell = CellAttributes(kind: kind, style: style)
    valueStart = storage.pointee.byteCount
    guard let column = places.takeCell(place) else { return reportWrongPlace(place) }
    cell.column = column
    storage.pointee.index = places.row
  }

  @inline(__always) private static func kind(_ text: UnsafeBufferPointer<UInt8>) -> CellAttributes.Kind? {
    switch (text.count, text.first) {
    case (1, UInt8(ascii: "s")): .shared
    case (1, UInt8(ascii: "n")): .number
    case (1, UInt8(ascii: "b")): .boolean
    case (1, UInt8(ascii: "e")): .error
    case (1, UInt8(ascii: "d")): .date
    case (3, _) where text.equals("str"): .string
    case (9, _) where text.equals("inlineStr"): .inline
    default: nil
    }
  }

  /// Turns the collected value into a cell; an empty value leaves no cell, unless it is the result of a formula.
  @inline(__always) mutating func finishCell() {
    if cell.hasAside { compareAside() }
    if cell.isMisplaced { return finishMisplaced() }
    let length = storage.pointee.byteCount - valueStart
    if length == 0 { return finishEmpty() }
    if !fillsNothing, isFilled { cell.isFormula = true }
    switch cell.kind {
    case .inline, .string: finishText(.text, length)
    case .shared: finishShared()
    case .unnamed, .number: finishNumber()
    case .boolean: finishBoolean()
    case .error: finishText(.error, length)
    case .date: finishDate()
    }
  }

  @inline(__always) private mutating func finishEmpty() {
    storage.pointee.truncateBytes(to: valueStart)
    // The result of a formula may be an empty text, but never an empty number.
    if cell.isFormula { append(.text, length: 0, lacksResult: !cell.hasValue || !cell.kind.isText) }
  }

  @inline(__always) mutating func finishText(_ kind: Cell.Kind, _ length: Int) {
    // No text has more code units than bytes.
    if length > limits.cellText, UTF16Length.units(value) > limits.cellText { return failTextLimit() }
    append(kind, length: length)
  }

  @inline(__always) private mutating func finishShared() {
    let written = trimmedValue
    guard let index = Digits.integer(written) else {
      return written.isEmpty ? finishEmpty() : failSharedString("is not an index")
    }
    storage.pointee.truncateBytes(to: valueStart)
    guard let table else { return failSharedString(index, beyond: 0) }
    let count = table._withUnsafeGuaranteedRef { $0.count }
    if index >= count { return failSharedString(index, beyond: count) }
    guard let text = table._withUnsafeGuaranteedRef({ $0.append(textAt: index, to: storage) }) else {
      return failTable(table.takeUnretainedValue())
    }
    if text.length == 0 { return finishEmpty() }
    if text.flags != [] {
      cell.isDamaged = cell.isDamaged || text.flags.contains(.damaged)
      cell.isStruck = text.flags.contains(.struck)
    }
    finishText(.text, text.length)
  }

  private mutating func finishNumber() {
    let text = trimmedValue
    guard let number = DecimalNumber.value(text) else {
      return text.isEmpty ? finishEmpty() : reportOddValue("is not a number")
    }
    let meaning = cell.style < meanings.count ? meanings[cell.style] : .number
    if meaning != .number, replaceValue(withDate: number, meaning) {
      return append(.date, length: value.count, number: number)
    }
    if text.count != value.count { replaceValue(Array(text)) }
    append(.number, length: value.count, number: number)
  }

  private mutating func replaceValue(withDate serial: Double, _ meaning: NumberFormat.Meaning) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SerialDate.longestText) { text in
      guard let start = text.baseAddress,
        let length = SerialDate.write(serial, meaning: meaning, usesDates1904: usesDates1904, to: start)
      else { return false }
      storage.pointee.truncateBytes(to: valueStart)
      storage.pointee.appendBytes(start, count: length)
      return true
    }
  }

  private mutating func finishBoolean() {
    let isTrue: Bool
    switch String(decoding: trimmedValue, as: UTF8.self).lowercased() {
    case "1", "true": isTrue = true
    case "0", "false": isTrue = false
    case "": return finishEmpty()
    default: return reportOddValue("is not a Boolean value")
    }
    replaceValue(Array((isTrue ? "TRUE" : "FALSE").utf8))
    append(.boolean, length: value.count, number: isTrue ? 1 : 0)
  }

  private mutating func finishDate() {
    guard let serial = ISODate.serial(value, usesDates1904: usesDates1904) else {
      return reportOddValue("is not a date")
    }
    append(.date, length: value.count, number: serial)
  }

  private mutating func append(_ kind: Cell.Kind, length: Int, number: Double = 0, lacksResult: Bool = false) {
    let isTaken = takes(
      Cell(
        column: cell.column, kind: kind, isFormula: cell.isFormula, lacksResult: lacksResult, isDamaged: cell.isDamaged,
        isStruck: cell.isStruck, style: cell.style, number: number, offset: valueStart, length: length))
    if isTaken { return }
    if cellsLeft < 0 { return failCells() }
    if storage.pointee.byteCount > limits.rowText { return failRowText() }
    failPlace("the row has more than \(SpreadsheetLimits.columns) cells", (places.row, cell.column))
  }

  /// Adds a cell to the row, unless there are too many, or their texts are too long.
  @inline(__always) mutating func takes(_ cell: Cell) -> Bool {
    cellsLeft -= 1
    let count = storage.pointee.cellCount
    guard cellsLeft >= 0, count < SpreadsheetLimits.columns, storage.pointee.byteCount <= limits.rowText else {
      return false
    }
    if count > 0, storage.pointee.cells[count - 1].column >= cell.column { isSorted = false }
    storage.pointee.appendCell(cell)
    return true
  }

  private mutating func replaceValue(_ bytes: [UInt8]) {
    storage.pointee.truncateBytes(to: valueStart)
    for byte in bytes { storage.pointee.appendByte(byte) }
  }

  @inline(__always) var value: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: storage.pointee.bytes + valueStart, count: storage.pointee.byteCount - valueStart)
  }

  /// The collected value without the white space around it.
  @inline(__always) var trimmedValue: UnsafeBufferPointer<UInt8> { value.trimmed }
}
