import Basics

extension WorksheetScan {
  @inline(never) mutating func fail(
    _ code: SpreadsheetError.Code, _ text: UnsafeBufferPointer<UInt8>, isNot what: StaticString
  ) {
    let found = String(decoding: text.prefix(32), as: UTF8.self)
    fail(code, "\"\(found)\" is not \(what) (row \(places.row + 1)).", isAtCell: false)
  }

  /// Refuses a cell that does not belong in its row. If empty cells are accepted, this is decided at the end of the cell.
  @inline(never) mutating func reportWrongPlace(_ place: (row: Int, column: Int)?) {
    guard let place, place.row != places.row, faults.accepts(.cellReference) else {
      return failPlace("a cell does not belong in row \(places.row + 1)", place)
    }
    cell.column = place.column
    cell.isMisplaced = true
    misplacedRow = place.row
  }

  /// Skips an empty cell that names another row, and refuses one that is not empty.
  @inline(never) mutating func finishMisplaced() {
    guard value.isEmpty, !cell.isFormula else {
      return failPlace("a cell does not belong in row \(places.row + 1)", (misplacedRow, cell.column))
    }
    report(
      .cellReference, "an empty cell does not belong in row \(places.row + 1).",
      cellName: CellName.cell(row: misplacedRow, column: cell.column))
  }

  @inline(never) mutating func failPlace(_ message: String, _ place: (row: Int, column: Int)?) {
    if let place { cell.column = place.column }
    let name = place.map { CellName.cell(row: $0.row, column: $0.column) }
    fail(.xlsxCellReference, "\(message).", cellName: name)
  }

  @inline(never) mutating func failRow(_ message: String) { fail(.xlsxCellReference, message, isAtCell: false) }

  @inline(never) mutating func failValue(_ message: String) { xml.fail(valueError(message)) }

  /// Refuses a value that does not fit its cell's type, or reads the value as a text.
  @inline(never) mutating func reportOddValue(_ message: String) {
    if xml.isTentative { return failValue(message) }
    if let error = faults.report(.cellValue, { valueError(message) }) { return xml.fail(error) }
    finishText(.text, value.count)
  }

  private func valueError(_ message: String) -> SpreadsheetError {
    let found = String(decoding: value.prefix(32), as: UTF8.self)
    return error(.xlsxCellValue, "the value \"\(found)\" \(message).")
  }

  @inline(never) mutating func failSharedString(_ message: String) {
    let found = String(decoding: value.prefix(32), as: UTF8.self)
    fail(.xlsxSharedStringIndex, found.isEmpty ? "\(message)." : "\"\(found)\" \(message).")
  }

  @inline(never) mutating func failSharedString(_ index: Int, beyond count: Int) {
    failSharedString("\(index) is beyond the \(count) shared strings of the workbook")
  }

  @inline(never) mutating func failTable(_ table: SharedStringTable) { xml.fail(table.error.inPart(xml.part)) }

  @inline(never) mutating func failTextLimit() {
    fail(
      .limitCellText, "the text is longer than \(limits.cellText) characters (UTF-16 code units).", raise: "cellText")
  }

  @inline(never) mutating func failRowText() {
    fail(.limitRowText, "the texts of the row take more than \(limits.rowText) bytes.", raise: "rowText")
  }

  @inline(never) mutating func failText() {
    fail(.limitTotalSize, "the texts of the worksheet take more than \(limits.totalSize) bytes.", raise: "totalSize")
  }

  @inline(never) mutating func failCells() {
    fail(.limitCells, "the workbook has more than \(limits.cells) filled cells.", raise: "cells")
  }

  /// Counts a fault of the named cell, or of the open one by default. In a strict reading, it ends the reading.
  @inline(never) mutating func report(_ kind: XLSXFaults.Kind, _ message: String, cellName: String? = nil) {
    if xml.isTentative { return failValue(message) }
    let error = faults.report(kind) {
      let open = level >= Level.cell.rawValue ? CellName.cell(row: places.row, column: cell.column) : nil
      return .hidden(
        kind, message, place: .init(part: xml.part, worksheet: worksheet, cell: cellName ?? open, line: xml.line))
    }
    if let error { xml.fail(error) }
  }

  private mutating func fail(
    _ code: SpreadsheetError.Code, _ message: String, raise option: String? = nil, isAtCell: Bool = true,
    cellName: String? = nil
  ) { xml.fail(error(code, message, raise: option, isAtCell: isAtCell, cellName: cellName)) }

  private func error(
    _ code: SpreadsheetError.Code, _ message: String, raise option: String? = nil, isAtCell: Bool = true,
    cellName: String? = nil
  ) -> SpreadsheetError {
    let here = isAtCell && places.row >= 0 ? CellName.cell(row: places.row, column: cell.column) : nil
    let place = SpreadsheetError.Place(part: xml.part, worksheet: worksheet, cell: cellName ?? here, line: xml.line)
    if let option { return .limit(code, message, raise: option, place: place) }
    return .xlsx(code, message, place: place)
  }
}
