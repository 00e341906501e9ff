import Basics

/// Writes worksheets as JSON.
///
/// ```json
/// {"worksheets": [
/// {"name": "Review", "hidden": false, "rows": [
/// ["Section", null, 12.5, true, {"date": "2026-01-31"}, {"error": "#N/A"}]
/// ]}
/// ]}
/// ```
///
/// A row is written at its ``Row/index``, and the blank rows before it as `[]`. Empty cells between others are `null`.
/// Empty cells and rows after the last are omitted.
final class JSONTableWriter {
  private let output: any ByteOutput
  // Safe, because nothing called during an access can reach it. It is used for each cell, so checks would be slow.
  @exclusivity(unchecked) private var buffer = ByteBuffer(capacity: blockSize + (16 << 10))
  private var worksheetCount = 0
  private var rowCount = 0
  private var isOpen = false

  private static let blockSize = 256 << 10

  /// Creates a writer, and begins the document.
  init(to output: any ByteOutput) {
    self.output = output
    buffer.append("{\"worksheets\": [")
  }

  deinit { buffer.deallocate() }

  /// Ends the current worksheet, if there is one, and begins the next.
  ///
  /// - Throws: The errors of the output.
  func beginWorksheet(_ worksheet: Worksheet) throws(SpreadsheetError) {
    endWorksheet()
    buffer.append(worksheetCount == 0 ? "\n{\"name\": " : ",\n{\"name\": ")
    var name = worksheet.name
    name.withUTF8 { append(quoting: $0) }
    buffer.append(
      worksheet.visibility != .visible ? ", \"hidden\": true, \"rows\": [" : ", \"hidden\": false, \"rows\": [")
    worksheetCount += 1
    rowCount = 0
    isOpen = true
    try flush(from: Self.blockSize)
  }

  /// Writes one row at its index; indexes must ascend.
  ///
  /// - Throws: `json.number` for a number that JSON cannot represent, and the errors of the output.
  func append(_ row: Row) throws(SpreadsheetError) {
    precondition(isOpen, "rows belong to a worksheet")
    let storage = row.storage
    var count = storage.pointee.cellCount
    let cells = storage.pointee.cells
    while count > 0, cells[count - 1].kind == .text, cells[count - 1].length == 0 { count -= 1 }
    if count == 0 { return }
    while rowCount < row.index {
      buffer.append(rowCount == 0 ? "\n[]" : ",\n[]")
      rowCount += 1
      try flush(from: Self.blockSize)
    }
    buffer.append(rowCount == 0 ? "\n[" : ",\n[")
    rowCount += 1
    var column = 0
    for position in 0..<count {
      let cell = cells[position]
      while column < cell.column {
        buffer.append(column == 0 ? "null" : ", null")
        column += 1
      }
      if column > 0 { buffer.append(", ") }
      column += 1
      try append(cell, storage.pointee.bytes + cell.offset, in: row)
    }
    buffer.append("]")
    try flush(from: Self.blockSize)
  }

  /// Writes the remaining bytes and finishes the output.
  ///
  /// - Throws: The errors of the output.
  func finish() throws(SpreadsheetError) {
    endWorksheet()
    buffer.append("\n]}\n")
    try flush(from: 0)
    try output.finish()
  }

  private func endWorksheet() {
    if isOpen { buffer.append(rowCount == 0 ? "]}" : "\n]}") }
    isOpen = false
  }

  private func append(_ cell: Cell, _ text: UnsafePointer<UInt8>, in row: Row) throws(SpreadsheetError) {
    switch cell.kind {
    case .text where cell.length == 0: buffer.append("null")
    case .text: append(quoting: UnsafeBufferPointer(start: text, count: cell.length))
    case .boolean: buffer.append(cell.number == 0 ? "false" : "true")
    case .date, .error:
      buffer.append(cell.kind == .date ? "{\"date\": " : "{\"error\": ")
      append(quoting: UnsafeBufferPointer(start: text, count: cell.length))
      buffer.append("}")
    case .number:
      guard cell.number.isFinite else {
        throw SpreadsheetError(
          .jsonNumber, "the number \(cell.number) can't be written in JSON.",
          place: .init(cell: CellName.cell(row: row.index, column: cell.column)))
      }
      if cell.number.magnitude < 1e15, let whole = Int(exactly: cell.number) {
        buffer.append(decimal: whole)
      } else {
        buffer.append(NumberText.shortest(cell.number))
      }
    }
  }

  private func append(quoting text: UnsafeBufferPointer<UInt8>) {
    let start = buffer.reserve(JSONString.room(for: text.count))
    buffer.advance(to: JSONString.write(text, to: start))
  }

  private func flush(from size: Int) throws(SpreadsheetError) {
    if buffer.count < size { return }
    try output.write(buffer)
    buffer.truncate(to: 0)
  }
}
