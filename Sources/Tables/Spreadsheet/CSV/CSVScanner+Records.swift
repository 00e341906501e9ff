import Basics

extension CSVScanner {
  /// Ends a field: the bytes since the last field become a cell, unless there are none.
  @inline(__always) func endField() throws(SpreadsheetError) {
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
        .limitColumns, "the record has more than \(SpreadsheetLimits.columns) fields.",
        hint: "The detected delimiter may be wrong; name the right one.", place: .init(line: recordLine))
    }
  }

  @inline(__always) func endRecord(_ body: (Row) throws -> Void) throws {
    let storage = row.storage
    if column != width { try checkWidth() }
    try body(row)
    recordIndex += 1
    storage.pointee.removeAll(index: recordIndex)
    fieldOffset = 0
    column = 0
  }

  /// Throws when a field or record becomes too long, so that one without an end does not fill the memory.
  func checkLength() throws(SpreadsheetError) {
    let storage = row.storage
    if storage.pointee.byteCount - fieldOffset > limits.csvField {
      throw fieldTooLong(storage.pointee.byteCount - fieldOffset)
    }
    if storage.pointee.byteCount > Self.longestRecord {
      throw SpreadsheetError(
        .limitRecord, "the record is longer than \(Self.longestRecord) bytes.", place: .init(line: recordLine))
    }
  }

  /// Checks the number of fields against the header's. Of the first 20 records, the header is the first with three or
  /// more fields and no empty field before its last. Records above it are titles of one or two fields. Empty fields at
  /// the end of a record are not a fault.
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
    if faults.isLenient ? column == width : filled <= width {
      if column < width { try checkShortRecord() }
      return
    }
    try faults.report(.fieldCount, line: recordLine) {
      SpreadsheetError(
        .csvFieldCount, "the record has \(filled) fields, but the header has \(width).",
        hint: "Put fields that contain the delimiter in quotes.", place: .init(line: recordLine))
    }
  }

  /// Refuses a record of one field where the header has many, if the field contains other delimiters, because none of
  /// it would be read.
  private func checkShortRecord() throws(SpreadsheetError) {
    hasShortRecords = true
    guard column == 1, width >= 4, row.count == 1 else { return }
    let utf8 = row.utf8(of: row.filledCells[0])
    guard
      let other = CSVDelimiter.usual.first(where: { candidate in
        candidate != delimiter && utf8.count(where: { $0 == candidate }) >= 3
      })
    else { return }
    throw SpreadsheetError(
      .csvFieldCount,
      "the record has one field instead of \(width): its delimiter is \(CSVDelimiter.name(of: other)), the header's is "
        + "\(CSVDelimiter.name(of: delimiter)).", hint: "Use one delimiter in the whole file.",
      place: .init(line: recordLine))
  }

  /// Refuses a file that ends within its last record: the record has no line end, and fewer fields than all records
  /// before it.
  func checkLastRecord() throws(SpreadsheetError) {
    guard !faults.isLenient, hasHeader, !hasShortRecords, column < width, recordIndex > 0 else { return }
    throw SpreadsheetError(
      .csvTruncated, "the file ends within its last record, which has \(column) of \(width) fields.",
      hint: "Download or copy the file again.", place: .init(line: recordLine))
  }

  private func fieldTooLong(_ length: Int) -> SpreadsheetError {
    SpreadsheetError(
      .limitCSVField, "a field is at least \(length) bytes long; the limit is \(limits.csvField).",
      hint: "A quote may be missing.", place: .init(line: recordLine))
  }

  /// Reads a field that is not UTF-8 as Windows-1252.
  private func decodeField(from offset: Int) {
    let storage = row.storage
    let start = storage.pointee.bytes + offset
    let count = storage.pointee.byteCount - offset
    if UTF8Validation.isValid(start, count: count) { return }
    // Only a lenient reading reaches this, and it counts faults instead of throwing them.
    try? faults.report(.encoding, line: recordLine) { SpreadsheetError(.csvEncoding, "") }
    let scalars = UnsafeBufferPointer(start: start, count: count).map(WindowsCodePage.scalar)
    storage.pointee.truncateBytes(to: offset)
    row.appendBytes(String(String.UnicodeScalarView(scalars)))
  }
}
