/// Reads or makes rows on a separate thread, some hundreds ahead of the thread that uses them.
///
/// Rows are passed on without copying: their memory is exchanged for that of rows that are done with. The thread is
/// worthwhile for many rows only.
package final class RowsAhead: @unchecked Sendable {
  private static let rowsOfBlock = 256
  private static let bytesOfBlock = 256 << 10
  /// Rows with more memory are not reused.
  private static let bytesKept = 16 << 10

  private struct Block {
    let rows: UnsafeMutablePointer<RowStorage>
    var count = 0

    init() {
      rows = .allocate(capacity: rowsOfBlock)
      for row in 0..<rowsOfBlock { (rows + row).initialize(to: RowStorage(cells: 8, bytes: 512)) }
    }

    func deallocate() {
      for row in 0..<rowsOfBlock { rows[row].deallocate() }
      rows.deinitialize(count: rowsOfBlock)
      rows.deallocate()
    }
  }

  private struct Unwanted: Error {}

  private let read: (_ body: (Row) throws -> Void) throws -> Void
  private let blocks = SlotsAhead<Block, any Error>(count: 4, make: { Block() }, free: { $0.deallocate() })
  /// The block being filled, and how many bytes its rows take.
  private var filling: UnsafeMutablePointer<Block>?
  private var bytes = 0

  /// Whether there is a second processor for the other thread.
  package static var isWorthwhile: Bool { WorkerThread.processors > 1 }

  /// - Parameter read: Reads or makes the rows, on the other thread. After it has passed a row on, it must fill the row
  ///   again from the start.
  package init(_ read: @escaping (_ body: (Row) throws -> Void) throws -> Void) { self.read = read }

  /// Passes the rows to `body`, on the calling thread. Throws the same errors as without the other thread: those of
  /// `body`, which end the reading, or the error of the reading, after `body` has received all rows before it.
  package func forEach(_ body: (Row) throws -> Void) throws {
    guard blocks.start({ [self] _ in try work() }) else { return try read(body) }
    defer { blocks.close() }
    let row = Row()
    while let block = try blocks.next() {
      for index in 0..<block.pointee.count {
        swap(&row.storage.pointee, &block.pointee.rows[index])
        try body(row)
        if row.storage.pointee.capacity > Self.bytesKept { row.storage.pointee.renew() }
      }
    }
  }

  // MARK: - On the other thread

  private func work() throws {
    defer { pass() }
    do { try read(add) } catch is Unwanted {}
  }

  private func add(_ row: Row) throws {
    let size = row.storage.pointee.size
    // However long the rows are, at most one block and one row of them wait.
    let isLong = size > Self.bytesOfBlock
    if isLong { pass() }
    guard let block = filling ?? blocks.slotToFill(afterAll: isLong) else { throw Unwanted() }
    if filling == nil {
      filling = block
      block.pointee.count = 0
      bytes = 0
    }
    swap(&row.storage.pointee, &block.pointee.rows[block.pointee.count])
    row.storage.pointee.removeAll(index: 0)
    block.pointee.count += 1
    bytes += size
    if block.pointee.count == Self.rowsOfBlock || bytes > Self.bytesOfBlock { pass() }
  }

  private func pass() {
    if filling != nil { blocks.pass() }
    filling = nil
  }
}
