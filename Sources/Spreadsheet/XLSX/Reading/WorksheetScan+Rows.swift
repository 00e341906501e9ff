extension WorksheetScan {
  /// Whether the table of cells is open, but nothing in it.
  var isBetweenRows: Bool { level == Level.sheetData.rawValue && xml.depth == level && xml.failure == nil }

  /// Begins a piece of the worksheet, between two rows.
  mutating func beginRows(_ places: RowPlaces) {
    self.places = places
    storage.pointee.removeAll(index: 0)
    hasSheetData = level >= Level.sheetData.rawValue
    tableEnd = 0
  }

  @inline(__always)
  mutating func startRow(_ attributes: XMLAttributes) {
    var given: Int?
    if let text = attributes.bytes("r") {
      given = CellReferenceText.row(text)
      if given == nil { failRow("\"\(String(decoding: text, as: UTF8.self))\" is not a row of a worksheet.") }
    }
    if places.isContinued(by: given) { return }
    handOut()
    if !places.takeRow(given) { failRow("row \(places.row + 1) occurs twice or is outside the worksheet.") }
    storage.pointee.removeAll(index: places.row)
    isSorted = true
  }

  /// Passes on the collected row, unless it is empty.
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
      return failPlace("this cell occurs twice", (places.row, storage.pointee.cells[index].column))
    }
  }
}
