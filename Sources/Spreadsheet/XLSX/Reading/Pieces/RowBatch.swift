/// The rows that were collected from a piece of a worksheet, one after the other in one run of memory.
final class RowBatch: PieceContents {
  /// More memory than this is freed when the rows have been taken.
  private static let bytesKept = 2 << 20

  private struct Entry {
    let index: Int
    let cellCount: Int
    let byteCount: Int
  }

  /// The places of the rows of the piece so far, including those that were taken before.
  var span = RowSpan()
  /// Whether the rows are the first ones of a piece that was cut at its start.
  var isStart = false
  // Nothing that is called while these are in use can reach them; the checks would cost 1 % of a conversion to CSV.
  @exclusivity(unchecked) private var rows: [Entry] = []
  @exclusivity(unchecked) private var storage = RowStorage(cells: 1024, bytes: 64 << 10)

  init() {}

  deinit {
    storage.deallocate()
  }

  /// The number of cells of all rows.
  var cellCount: Int { storage.cellCount }
  /// The number of bytes of all texts.
  var textSize: Int { storage.byteCount }
  /// How many bytes the cells and their texts use.
  var size: Int { storage.size }

  func removeAll() {
    rows.removeAll(keepingCapacity: true)
    if storage.capacity > Self.bytesKept { storage.renew() }
    storage.removeAll(index: 0)
    isStart = false
  }

  /// Adds a row.
  func append(_ row: Row) {
    let added = row.storage.pointee
    rows.append(Entry(index: added.index, cellCount: added.cellCount, byteCount: added.byteCount))
    storage.append(cells: added.cells, count: added.cellCount, bytes: added.bytes, count: added.byteCount)
  }

  /// Calls `body` with each row.
  ///
  /// - Parameter body: Receives the number of the row in the piece, and its cells and texts.
  func forEach(_ body: (_ index: Int, _ fill: (Row) -> Void) throws -> Void) rethrows {
    var cells = UnsafePointer(storage.cells)
    var bytes = UnsafePointer(storage.bytes)
    for entry in rows {
      try body(entry.index) { row in
        row.storage.pointee.append(
          cells: cells, count: entry.cellCount, bytes: bytes, count: entry.byteCount)
      }
      cells += entry.cellCount
      bytes += entry.byteCount
    }
  }
}
