/// Where rows and cells stand, from what a worksheet says and, where it does not, from what came before.
struct RowPlaces {
  /// The open row; -1 before the first.
  private(set) var row = -1
  /// Whether no cell has told yet where a row without a number stands.
  private var isAssumed = false
  private var column = -1
  /// A bit for every row that was there.
  private let seen = UnsafeMutablePointer<UInt64>.allocate(capacity: SpreadsheetLimits.rows / 64)

  init() {
    seen.initialize(repeating: 0, count: SpreadsheetLimits.rows / 64)
  }

  func deallocate() {
    seen.deallocate()
  }

  /// Whether a row goes on with the one before: some programs write a row for every cell.
  @inline(__always)
  func isContinued(by given: Int?) -> Bool {
    row >= 0 && given == row && !isAssumed
  }

  /// Goes on to a row.
  ///
  /// - Parameter given: Its place as written; nil takes the place after the last one.
  /// - Returns: False where that row was there already or lies outside the grid.
  @inline(__always)
  mutating func takeRow(_ given: Int?) -> Bool {
    column = -1
    isAssumed = given == nil
    row = given ?? row + 1
    return isAssumed ? row < SpreadsheetLimits.rows : mark()
  }

  /// Goes on to a cell of the open row.
  ///
  /// - Parameter given: Its place as written; nil takes the place after the last one.
  /// - Returns: Its column; nil where it stands in another row, or in one that was there already, or outside the grid.
  @inline(__always)
  mutating func takeCell(_ given: (row: Int, column: Int)?) -> Int? {
    if isAssumed {
      // The first cell of a row without a number tells where the row stands.
      isAssumed = false
      row = given?.row ?? row
      if !mark() { return nil }
    }
    if let given {
      column = given.column
      return given.row == row ? column : nil
    }
    column += 1
    return column < SpreadsheetLimits.columns ? column : nil
  }

  @inline(__always)
  private func mark() -> Bool {
    let bit: UInt64 = 1 << UInt64(row & 63)
    if seen[row >> 6] & bit != 0 { return false }
    seen[row >> 6] |= bit
    return true
  }
}

extension WorksheetScan {
  @inline(__always)
  mutating func startRow(_ attributes: XMLAttributes) {
    var given: Int?
    if let text = attributes.bytes("r") {
      given = CellReferenceText.row(text)
      if given == nil { failRow("\"\(String(decoding: text, as: UTF8.self))\" is no row of a worksheet.") }
    }
    if places.isContinued(by: given) { return }
    handOut()
    if !places.takeRow(given) { failRow("row \(places.row + 1) is there twice or lies outside the worksheet.") }
    storage.pointee.removeAll(index: places.row)
    isSorted = true
  }

  /// Hands the collected row on, unless nothing is in it.
  @inline(__always)
  mutating func handOut() {
    if storage.pointee.cellCount == 0 || xml.failure != nil { return }
    if !isSorted { sort() }
    textLeft -= storage.pointee.byteCount
    if textLeft < 0 { failText() }
    if xml.failure != nil { return }
    do {
      try body(row)
    } catch {
      xml.fail(error)
    }
  }

  @inline(never)
  private mutating func sort() {
    storage.pointee.sortCells()
    for index in 1..<storage.pointee.cellCount
    where storage.pointee.cells[index].column == storage.pointee.cells[index - 1].column {
      return failPlace("this cell is there twice", (places.row, storage.pointee.cells[index].column))
    }
  }
}
