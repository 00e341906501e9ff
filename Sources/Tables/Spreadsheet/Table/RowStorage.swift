/// The memory of one row: its cells, and the bytes of all their texts one after another.
///
/// It is raw memory so that parser callbacks, which run once per cell, can access it without reference counting.
@usableFromInline struct RowStorage {
  /// How many bytes after the texts may be read and written, for loops that process whole words.
  static let padding = 16

  var index = 0
  var height = 0
  @usableFromInline private(set) var cells: UnsafeMutablePointer<Cell>
  @usableFromInline private(set) var cellCount = 0
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline private(set) var byteCount = 0
  private var cellCapacity: Int
  private var byteCapacity: Int

  init() {
    cellCapacity = 16
    byteCapacity = 4096
    cells = .allocate(capacity: cellCapacity)
    bytes = .allocate(capacity: byteCapacity + Self.padding)
  }

  func deallocate() {
    cells.deallocate()
    bytes.deallocate()
  }

  @inline(__always) mutating func removeAll(index: Int) {
    self.index = index
    height = 0
    cellCount = 0
    byteCount = 0
  }

  var filled: UnsafeMutableBufferPointer<Cell> { UnsafeMutableBufferPointer(start: cells, count: cellCount) }

  @inline(__always) mutating func appendBytes(_ source: UnsafePointer<UInt8>, count: Int) {
    reserveBytes(count)
    (bytes + byteCount).update(from: source, count: count)
    byteCount += count
  }

  /// Adds bytes after which ``padding`` more may be read, 16 at a time.
  @inline(__always) mutating func appendPaddedBytes(_ source: UnsafePointer<UInt8>, count: Int) {
    reserveBytes(count)
    let target = UnsafeMutableRawPointer(bytes + byteCount)
    var place = 0
    repeat {
      let word = UnsafeRawPointer(source + place).loadUnaligned(as: SIMD16<UInt8>.self)
      target.storeBytes(of: word, toByteOffset: place, as: SIMD16<UInt8>.self)
      place += 16
    } while place < count
    byteCount += count
  }

  @inline(__always) mutating func appendByte(_ byte: UInt8) {
    reserveBytes(1)
    bytes[byteCount] = byte
    byteCount += 1
  }

  @inline(__always) mutating func truncateBytes(to count: Int) { byteCount = count }

  @inline(__always) mutating func appendCell(_ cell: Cell) {
    if cellCount == cellCapacity { growCells() }
    (cells + cellCount).initialize(to: cell)
    cellCount += 1
  }

  mutating func append(contentsOf other: RowStorage) {
    index = other.index
    let start = byteCount
    appendBytes(other.bytes, count: other.byteCount)
    for cell in other.filled { appendCell(cell.moved(by: start)) }
  }

  mutating func sortCells() {
    var filled = filled
    filled.sort { $0.column < $1.column }
  }

  @inline(__always) mutating func reserveBytes(_ count: Int) {
    if byteCount + count > byteCapacity { growBytes(by: count) }
  }

  @inline(never) private mutating func growBytes(by count: Int) {
    byteCapacity = max(byteCapacity * 2, byteCount + count)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCapacity + Self.padding)
    grown.update(from: bytes, count: byteCount)
    bytes.deallocate()
    bytes = grown
  }

  @inline(never) private mutating func growCells() {
    cellCapacity = max(cellCapacity * 2, cellCount + 1)
    let grown = UnsafeMutablePointer<Cell>.allocate(capacity: cellCapacity)
    grown.moveInitialize(from: cells, count: cellCount)
    cells.deallocate()
    cells = grown
  }
}
