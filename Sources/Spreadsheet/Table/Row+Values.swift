import Basics

/// Cells with a value. Each comes after the existing cells: its column, counted from zero, is greater than theirs. Its
/// style is the index of a style registered with the writer.
extension Row {
  /// Adds a text, which is written exactly.
  public func append(_ text: String, column: Int, style: Int = 0) {
    let start = byteCount
    appendBytes(text)
    appendCell(from: start, column: column, style: style)
  }

  /// Adds a number, shown in the number format of its style.
  ///
  /// No program shows more than 15 digits. Writers of XLSX and JSON refuse infinity and NaN, which the formats cannot
  /// represent.
  public func append(_ number: Double, column: Int, style: Int = 0) {
    append(NumberText.shortest(number), column: column, kind: .number, number: number, style: style)
  }

  /// Adds a truth value.
  public func append(_ value: Bool, column: Int, style: Int = 0) {
    append(value ? "TRUE" : "FALSE", column: column, kind: .boolean, number: value ? 1 : 0, style: style)
  }

  /// Adds a date, a time of day, or both.
  ///
  /// XLSX shows it in the number format of its style, or as `yyyy-mm-dd`, `yyyy-mm-dd hh:mm:ss` or `hh:mm:ss` if that
  /// is `General` or `@`.
  public func append(_ date: CellDate, column: Int, style: Int = 0) {
    append(date.text, column: column, kind: .date, number: date.serialNumber, style: style)
  }

  // MARK: - Texts from bytes

  /// How many bytes the texts of the row take.
  @inlinable public var byteCount: Int { storage.pointee.byteCount }

  /// Adds UTF-8 bytes to the text of the next cell, which ``appendCell(from:column:style:)`` adds.
  public func appendBytes(_ utf8: UnsafeBufferPointer<UInt8>) {
    if let start = utf8.baseAddress { storage.pointee.appendBytes(start, count: utf8.count) }
  }

  /// Adds the bytes of a text to the text of the next cell.
  public func appendBytes(_ text: String) {
    var text = text
    text.withUTF8 { appendBytes($0) }
  }

  /// Adds a cell whose text is all bytes from a place on.
  ///
  /// - Parameters:
  ///   - start: The ``byteCount`` before the first of the bytes.
  ///   - column: The column, counted from zero; greater than that of the cell before.
  ///   - style: The index of the cell's style in the layout of the worksheet.
  public func appendCell(from start: Int, column: Int, style: Int = 0) {
    appendCell(from: start, column: column, style: style, comesOnce: false)
  }

  /// Adds a cell whose text is all bytes from a place on.
  ///
  /// - Parameter comesOnce: Whether no other cell is known to have the same text; see ``Cell/comesOnce``.
  package func appendCell(from start: Int, column: Int, style: Int, comesOnce: Bool) {
    precondition(start >= 0 && start <= byteCount, "a text starts among the bytes of the row")
    append(
      Cell(
        column: column, kind: .text, comesOnce: comesOnce, style: style, offset: start, length: byteCount - start))
  }

  private func append(_ text: String, column: Int, kind: Cell.Kind, number: Double, style: Int) {
    let start = byteCount
    appendBytes(text)
    append(Cell(column: column, kind: kind, style: style, number: number, offset: start, length: byteCount - start))
  }
}
