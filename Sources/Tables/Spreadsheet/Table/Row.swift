import Basics

/// One row of a table, in memory that is reused for the next row.
///
/// All rows in this module have this form: readers fill it, and writers write it. It is sparse: it contains only cells
/// with a value, in ascending order of their columns. A reader's row is valid until the reader moves on to the next
/// one; use ``text(of:)`` for texts that must last longer.
public final class Row {
  // Not private, so that `byteCount` costs no call in other modules.
  @usableFromInline let storage: UnsafeMutablePointer<RowStorage>

  /// Creates an empty row.
  public init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: RowStorage())
  }

  /// Creates a copy of another row as it is now.
  package convenience init(copying row: Row) {
    self.init()
    storage.pointee.append(contentsOf: row.storage.pointee)
  }

  deinit {
    storage.pointee.deallocate()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// The index of the row in its worksheet or file, counted from zero.
  public var index: Int { storage.pointee.index }

  /// The height of the row in a worksheet in points, at most 409; 0 leaves it to the program. Some programs show a row
  /// without a height as one line, however many lines its texts need.
  package var height: Int {
    get { storage.pointee.height }
    set { storage.pointee.height = newValue }
  }

  /// The number of cells; empty cells between them do not count.
  @inlinable public var count: Int { storage.pointee.cellCount }

  /// The cells with a value, in ascending order of their columns.
  @inlinable public var filledCells: FilledCells { FilledCells(row: self) }

  /// The cells of a row that have a value. An index is a place among them, not a column: for columns use
  /// ``Row/cell(inColumn:)``.
  public struct FilledCells: RandomAccessCollection {
    @usableFromInline let row: Row

    @inlinable init(row: Row) { self.row = row }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of cells.
    @inlinable public var endIndex: Int { row.count }

    /// The cell at an index in `0..<count`.
    @inlinable public subscript(position: Int) -> Cell {
      precondition(position >= 0 && position < row.count, "no cell at position \(position)")
      return row.storage.pointee.cells[position]
    }
  }

  /// The cell in a column, or nil if it is empty.
  ///
  /// - Parameter column: The column, counted from zero.
  public func cell(inColumn column: Int) -> Cell? { position(ofColumn: column).map { storage.pointee.cells[$0] } }

  package func position(ofColumn column: Int) -> Int? {
    let cells = storage.pointee.cells
    let count = storage.pointee.cellCount
    guard column >= 0, count > 0 else { return nil }
    // Columns ascend, so the position of a cell is at most its column, and in most rows not far below.
    var high = column < count ? column + 1 : count
    var low = max(0, high - 8)
    while high > low {
      if cells[high - 1].column == column { return high - 1 }
      if cells[high - 1].column < column { return nil }
      high -= 1
    }
    low = 0
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].column < column { low = middle + 1 } else { high = middle }
    }
    return low < count && cells[low].column == column ? low : nil
  }

  package func hasCell(withBytes count: Int) -> Bool { storage.pointee.filled.contains { $0.length >= count } }

  /// The text of one of this row's cells.
  public func text(of cell: Cell) -> String { String(decoding: utf8(of: cell), as: UTF8.self) }

  /// The text in a column; empty if there is no cell.
  public func text(inColumn column: Int) -> String { cell(inColumn: column).map(text(of:)) ?? "" }

  /// The bytes of a cell's text, without a copy.
  ///
  /// - Parameters:
  ///   - cell: A cell of this row.
  ///   - body: Receives the bytes, and must not keep them.
  public func withUTF8<Result>(of cell: Cell, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result
  { try body(utf8(of: cell)) }

  /// The bytes of a cell's text, valid until the row changes.
  package func utf8(of cell: Cell) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: storage.pointee.bytes + cell.offset, count: cell.length)
  }

  /// Removes all cells, so that the row can be filled again.
  ///
  /// - Parameter index: The new index of the row, counted from zero.
  public func removeAll(index: Int) { storage.pointee.removeAll(index: index) }

  /// Adds a cell whose bytes are already in the storage.
  package func append(_ cell: Cell) {
    precondition(
      count == 0 || storage.pointee.cells[count - 1].column < cell.column, "columns must ascend from cell to cell")
    storage.pointee.appendCell(cell)
  }
}

/// Appending cells with a value. Each comes after the existing cells: its column, counted from zero, is greater than
/// theirs. Its style is the index of a style registered with the writer.
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
  @inlinable package var byteCount: Int { storage.pointee.byteCount }

  /// Adds UTF-8 bytes to the text of the next cell, which ``appendCell(from:column:style:comesOnce:)`` adds.
  package func appendBytes(_ utf8: UnsafeBufferPointer<UInt8>) {
    if let start = utf8.baseAddress { storage.pointee.appendBytes(start, count: utf8.count) }
  }

  /// Adds the bytes of a text to the text of the next cell.
  package func appendBytes(_ text: String) {
    var text = text
    text.withUTF8 { appendBytes($0) }
  }

  /// Adds a cell whose text is all bytes from an offset on.
  ///
  /// - Parameters:
  ///   - start: The ``byteCount`` before the first of the bytes.
  ///   - column: The column, counted from zero; greater than that of the cell before.
  ///   - style: The index of the cell's style in the layout of the worksheet.
  package func appendCell(from start: Int, column: Int, style: Int = 0, comesOnce: Bool = false) {
    precondition(start >= 0 && start <= byteCount, "a text starts among the bytes of the row")
    append(
      Cell(column: column, kind: .text, comesOnce: comesOnce, style: style, offset: start, length: byteCount - start))
  }

  private func append(_ text: String, column: Int, kind: Cell.Kind, number: Double, style: Int) {
    let start = byteCount
    appendBytes(text)
    append(Cell(column: column, kind: kind, style: style, number: number, offset: start, length: byteCount - start))
  }
}
