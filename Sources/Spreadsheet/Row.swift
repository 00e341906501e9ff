/// One row of a table, in memory that is used again for the row after it.
///
/// The one shape in which rows pass through this module: readers fill it, writers write it. It is sparse: only cells
/// that hold something are there, in rising order of their columns. What a reader hands out is valid until it goes on to
/// the next row; take ``text(of:)`` for what must outlive it.
public final class Row {
  package let storage: UnsafeMutablePointer<RowStorage>

  /// Makes an empty row.
  public init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: RowStorage())
  }

  /// Makes a row that holds what another one holds now.
  public convenience init(copying row: Row) {
    self.init()
    storage.pointee.append(contentsOf: row.storage.pointee)
  }

  deinit {
    storage.pointee.deallocate()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// The row's place in its worksheet or file, counted from zero.
  public var index: Int { storage.pointee.index }

  /// The height in points that a worksheet shows the row with, at most 409; 0 leaves it to the program. Some programs give
  /// a row without a height one line, however many its texts need.
  public var height: Int {
    get { storage.pointee.height }
    set { storage.pointee.height = newValue }
  }

  /// How many cells are there; empty cells between them do not count.
  public var count: Int { storage.pointee.cellCount }

  /// The cell at a position in `0..<count`.
  public subscript(position: Int) -> Cell {
    precondition(position >= 0 && position < storage.pointee.cellCount, "no cell at position \(position)")
    return storage.pointee.cells[position]
  }

  /// The cell in a column, or nil where that is empty.
  ///
  /// - Parameter column: The column, counted from zero.
  public func cell(inColumn column: Int) -> Cell? {
    position(ofColumn: column).map { storage.pointee.cells[$0] }
  }

  /// The position of the cell in a column, or nil where that is empty.
  package func position(ofColumn column: Int) -> Int? {
    let cells = storage.pointee.cells
    let count = storage.pointee.cellCount
    guard column >= 0, count > 0 else { return nil }
    // Columns rise, so the cell stands at its own column at most, and in most rows not far before it.
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

  /// Whether a cell has a text of at least so many bytes.
  package func hasCell(withBytes count: Int) -> Bool {
    var cell = storage.pointee.cells
    let end = cell + storage.pointee.cellCount
    while cell < end {
      if cell.pointee.length >= count { return true }
      cell += 1
    }
    return false
  }

  /// The text of one of this row's cells.
  public func text(of cell: Cell) -> String {
    String(decoding: utf8(of: cell), as: UTF8.self)
  }

  /// The text in a column; empty where there is no cell.
  public func text(inColumn column: Int) -> String {
    cell(inColumn: column).map(text(of:)) ?? ""
  }

  /// The bytes of a cell's text, without a copy.
  ///
  /// - Parameter body: What to do with the bytes; they must not be kept.
  public func withUTF8<Result>(of cell: Cell, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result
  {
    try body(utf8(of: cell))
  }

  /// The bytes of a cell's text, valid until the row changes.
  package func utf8(of cell: Cell) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: storage.pointee.bytes + cell.offset, count: cell.length)
  }

  /// Forgets all cells, to be filled anew.
  ///
  /// - Parameter index: The new place of the row, counted from zero.
  public func removeAll(index: Int) {
    storage.pointee.removeAll(index: index)
  }

  /// Adds a text behind the cells that are there.
  ///
  /// - Parameters:
  ///   - text: The text, written exactly.
  ///   - column: The column, counted from zero; greater than that of every cell before.
  ///   - style: The index of a style registered with the writer.
  public func append(_ text: String, column: Int, style: Int = 0) {
    var text = text
    let offset = storage.pointee.byteCount
    let length = text.withUTF8 { utf8 in
      if let start = utf8.baseAddress { storage.pointee.appendBytes(start, count: utf8.count) }
      return utf8.count
    }
    append(Cell(column: column, kind: .text, style: style, offset: offset, length: length))
  }

  /// Adds a cell whose bytes have been appended to the storage already.
  package func append(_ cell: Cell) {
    precondition(
      count == 0 || storage.pointee.cells[count - 1].column < cell.column, "columns must rise from cell to cell")
    storage.pointee.appendCell(cell)
  }
}
