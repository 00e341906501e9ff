/// Reads or makes rows on a separate thread, some hundreds ahead of the thread that uses them.
///
/// Rows are passed on without copying: their memory is exchanged for that of rows that are done with. The thread is
/// worthwhile for many rows only.
package final class RowsAhead: @unchecked Sendable {
  private static let blocks = 4
  private static let rowsOfBlock = 256
  /// How many bytes fill a block.
  private static let bytesOfBlock = 256 << 10
  /// Rows with more memory are not reused.
  private static let bytesKept = 16 << 10

  private typealias Block = (rows: UnsafeMutablePointer<RowStorage>, count: Int)

  /// Ends the reading when no more rows are wanted.
  private struct Unwanted: Error {}

  private let read: (_ body: (Row) throws -> Void) throws -> Void
  private let ring = SlotRing(count: blocks)
  private let blocks: UnsafeMutablePointer<Block>
  /// The block being filled, and how many bytes its rows take.
  private var filling: Int?
  private var bytes = 0
  /// The error that ended the reading; set before the end of the ring.
  private var failure: (any Error)?

  /// Whether there is a second processor for the other thread.
  package static var isWorthwhile: Bool { WorkerThread.processors > 1 }

  /// - Parameter read: Reads or makes the rows, on the other thread. After it has passed a row on, it must fill the row
  ///   again from the start.
  package init(_ read: @escaping (_ body: (Row) throws -> Void) throws -> Void) {
    self.read = read
    blocks = .allocate(capacity: Self.blocks)
    for index in 0..<Self.blocks {
      let rows = UnsafeMutablePointer<RowStorage>.allocate(capacity: Self.rowsOfBlock)
      for row in 0..<Self.rowsOfBlock { (rows + row).initialize(to: RowStorage(cells: 8, bytes: 512)) }
      (blocks + index).initialize(to: (rows, 0))
    }
  }

  deinit {
    for index in 0..<Self.blocks {
      let rows = blocks[index].rows
      for row in 0..<Self.rowsOfBlock { rows[row].deallocate() }
      rows.deinitialize(count: Self.rowsOfBlock)
      rows.deallocate()
    }
    blocks.deinitialize(count: Self.blocks)
    blocks.deallocate()
  }

  /// Passes the rows to `body`, on the calling thread.
  ///
  /// - Throws: The same errors as without the other thread: those of `body`, which end the reading, or the error of the
  ///   reading, after `body` has received all rows before it.
  package func forEach(_ body: (Row) throws -> Void) throws {
    guard let thread = WorkerThread({ [self] in work() }) else { return try read(body) }
    do {
      try handOut(body)
    } catch {
      ring.cancel()
      thread.join()
      throw error
    }
    thread.join()
    if let failure { throw failure }
  }

  private func handOut(_ body: (Row) throws -> Void) throws {
    let row = Row()
    while let index = ring.slotToEmpty() {
      let block = blocks[index]
      for place in 0..<block.count {
        swap(&row.storage.pointee, &block.rows[place])
        try body(row)
        if row.storage.pointee.capacity > Self.bytesKept { row.storage.pointee.renew() }
      }
      ring.empty()
    }
  }

  // MARK: - On the other thread

  private func work() {
    do {
      try read(take)
    } catch is Unwanted {
    } catch {
      failure = error
    }
    if filling != nil { ring.fill() }
    ring.end()
  }

  private func take(_ row: Row) throws {
    let size = row.storage.pointee.size
    // However long the rows are, at most one block and one row of them wait.
    let isLong = size > Self.bytesOfBlock
    if isLong { give() }
    guard let index = filling ?? ring.slotToFill(afterAll: isLong) else { throw Unwanted() }
    if filling == nil {
      filling = index
      blocks[index].count = 0
      bytes = 0
    }
    swap(&row.storage.pointee, &blocks[index].rows[blocks[index].count])
    row.storage.pointee.removeAll(index: 0)
    blocks[index].count += 1
    bytes += size
    if blocks[index].count == Self.rowsOfBlock || bytes > Self.bytesOfBlock { give() }
  }

  private func give() {
    guard filling != nil else { return }
    filling = nil
    ring.fill()
  }
}
