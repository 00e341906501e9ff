extension CSVScanner {
  /// Takes the bytes since the last field as a field; an empty one leaves no cell.
  @inline(__always)
  func endField() throws(SpreadsheetError) {
    let storage = row.storage
    var offset = fieldOffset
    let length = storage.pointee.byteCount - offset
    if length > 0 {
      if isSuspect { decodeField(from: offset) }
      let text = UnsafeBufferPointer(start: storage.pointee.bytes + offset, count: storage.pointee.byteCount - offset)
      if text.count > limits.csvField { throw fieldTooLong(text.count) }
      if unescapesFormulas, FormulaGuard.hasApostrophe(text) { offset += 1 }
      storage.pointee.appendCell(
        Cell(column: column, kind: .text, offset: offset, length: storage.pointee.byteCount - offset))
      fieldOffset = storage.pointee.byteCount
    }
    column += 1
    if column > SpreadsheetLimits.columns {
      throw SpreadsheetError(
        .init(rawValue: "limit.columns"),
        "there are more than \(SpreadsheetLimits.columns) fields in a record.",
        hint: "The delimiter may be another than was found; name it.", place: .init(line: recordLine))
    }
  }

  /// Hands the record on and makes room for the next.
  @inline(__always)
  func endRecord(_ body: (Row) throws -> Void) throws {
    let storage = row.storage
    if column != width { try checkWidth() }
    try body(row)
    recordIndex += 1
    storage.pointee.removeAll(index: recordIndex)
    fieldOffset = 0
    column = 0
  }

  /// Stops a field or record that has no end before it fills the memory.
  func checkLength() throws(SpreadsheetError) {
    let storage = row.storage
    if storage.pointee.byteCount - fieldOffset > limits.csvField {
      throw fieldTooLong(storage.pointee.byteCount - fieldOffset)
    }
    if storage.pointee.byteCount > Self.longestRecord {
      throw SpreadsheetError(
        .init(rawValue: "limit.record"), "the record is longer than \(Self.longestRecord) bytes.",
        place: .init(line: recordLine))
    }
  }

  /// The header says how many fields a record may have: the first of the first 20 records that has three fields or more
  /// and no empty one before its last; what stands above it is a title, of one or two. Empty fields behind are no fault.
  private func checkWidth() throws(SpreadsheetError) {
    // A blank line has no fields.
    if column == 0 { return }
    let storage = row.storage
    let count = storage.pointee.cellCount
    let filled = count == 0 ? 0 : storage.pointee.cells[count - 1].column + 1
    let looksLikeHeader = filled == count && count > 1
    if width == 0 || (!faults.isLenient && !hasHeader && looksLikeHeader && filled > width && recordIndex < 20) {
      width = column
      hasHeader = looksLikeHeader && count > 2
      return
    }
    if faults.isLenient || filled <= width {
      if !faults.isLenient {
        if column < width { try checkShortRecord() }
        return
      }
      if column == width { return }
      return try faults.meet(.fieldCount, line: recordLine) { fieldCountError(filled) }
    }
    try faults.meet(.fieldCount, line: recordLine) { fieldCountError(filled) }
  }

  /// Refuses a record that has one field where the header has many, and other delimiters in it: nothing in it would be read.
  private func checkShortRecord() throws(SpreadsheetError) {
    hasShortRecords = true
    guard column == 1, width >= 4, row.count == 1 else { return }
    let utf8 = row.utf8(of: row[0])
    guard
      let other = CSVDelimiter.usual.first(where: { candidate in
        candidate != delimiter && utf8.count(where: { $0 == candidate }) >= 3
      })
    else { return }
    throw SpreadsheetError(
      CSVFaults.Kind.fieldCount.code,
      "the record is one field, and the header has \(width): its delimiter is \(CSVDelimiter.name(of: other)), the header's "
        + "\(CSVDelimiter.name(of: delimiter)).", hint: "Use one delimiter in the whole file.",
      place: .init(line: recordLine))
  }

  /// Refuses a file that ends within its last record: it has no line end, and fewer fields than all records before it.
  func checkLastRecord() throws(SpreadsheetError) {
    guard !faults.isLenient, hasHeader, !hasShortRecords, column < width, recordIndex > 0 else { return }
    throw SpreadsheetError(
      .init(rawValue: "csv.truncated"),
      "the file ends within its last record, which has \(column) of \(width) fields.",
      hint: "Download or copy the file again.", place: .init(line: recordLine))
  }

  private func fieldCountError(_ filled: Int) -> SpreadsheetError {
    SpreadsheetError(
      CSVFaults.Kind.fieldCount.code, "the record has \(filled) fields, and the header \(width).",
      hint: "Put fields that hold the delimiter in quotes.", place: .init(line: recordLine))
  }

  private func fieldTooLong(_ length: Int) -> SpreadsheetError {
    SpreadsheetError(
      .init(rawValue: "limit.csv-field"),
      "a field is \(length) bytes long or longer, and \(limits.csvField) are believed.",
      hint: "A quote may be missing.", place: .init(line: recordLine))
  }

  /// Reads a field that is no UTF-8 as Windows-1252.
  private func decodeField(from offset: Int) {
    let storage = row.storage
    let start = storage.pointee.bytes + offset
    let count = storage.pointee.byteCount - offset
    if UTF8Validation.isValid(start, count: count) { return }
    // Only a lenient reading comes here, and that throws nothing.
    try? faults.meet(.encoding, line: recordLine) { SpreadsheetError(CSVFaults.Kind.encoding.code, "") }
    let text = Windows1252.decode(UnsafeBufferPointer(start: start, count: count))
    storage.pointee.truncateBytes(to: offset)
    text.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { storage.pointee.appendBytes(start, count: bytes.count) }
    }
  }
}
