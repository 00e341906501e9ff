import CZlib

/// One part on its way into a container: bytes go in, blocks are compressed in parallel, and come out in order.
///
/// Each block is compressed separately, with the bytes before it as its dictionary, and ends on a byte; together the
/// blocks are one stream. Where blocks end depends on the bytes alone, so the result is the same on any number of
/// processors.
final class DeflateStream {
  /// How many bytes are collected before a block is compressed. Smaller blocks lose some compression, larger ones take
  /// more memory.
  static let blockSize = 512 << 10

  /// The block being filled. ``flushIfFull()`` must be called regularly.
  let buffer: UnsafeMutablePointer<ByteBuffer>
  private(set) var size = 0
  private(set) var compressedSize = 0
  /// The CRC-32 of the bytes that went in.
  private(set) var checksum: UInt = 0

  private let pool: DeflatePool
  private let isText: Bool
  private let capacity: Int
  private let sink: (UnsafeRawBufferPointer) throws(SpreadsheetError) -> Void
  private var current: DeflateJob
  private var underway: [DeflateJob] = []
  private var spare: [DeflateJob] = []

  /// - Parameter size: The approximate size of the part, to allocate no more memory than that.
  init(
    pool: DeflatePool, isText: Bool = false, size: Int = .max,
    sink: @escaping (UnsafeRawBufferPointer) throws(SpreadsheetError) -> Void
  ) {
    // A cell may still be added to a block that is almost full.
    capacity = min(size, Self.blockSize) + (16 << 10)
    (self.pool, self.isText, self.sink) = (pool, isText, sink)
    current = DeflateJob(capacity: capacity, isText: isText)
    buffer = .allocate(capacity: 1)
    buffer.initialize(to: current.input)
  }

  deinit {
    // The block's memory belongs to the job again, which frees it.
    current.input = buffer.pointee
    for job in underway { pool.wait(for: job) }
    buffer.deallocate()
  }

  @inline(__always) func flushIfFull() throws(SpreadsheetError) {
    if buffer.pointee.count >= Self.blockSize { try submit(isLast: false) }
  }

  /// Compresses the remaining bytes, and waits until all blocks are done.
  func finish() throws(SpreadsheetError) {
    try submit(isLast: true)
    while !underway.isEmpty { try takeFirst() }
  }

  private func submit(isLast: Bool) throws(SpreadsheetError) {
    current.input = buffer.pointee
    current.isLast = isLast
    let next = spare.popLast() ?? DeflateJob(capacity: isLast ? 0 : capacity, isText: isText)
    next.input.truncate(to: 0)
    current.leaveDictionary(to: next)
    buffer.pointee = next.input
    size += current.input.count
    underway.append(current)
    pool.submit(current)
    current = next
    while let first = underway.first, underway.count > pool.concurrency + 1 || pool.isDone(first) { try takeFirst() }
  }

  private func takeFirst() throws(SpreadsheetError) {
    let job = underway.removeFirst()
    pool.wait(for: job)
    checksum = compressedSize == 0 ? job.checksum : crc32_combine(checksum, job.checksum, job.input.count)
    compressedSize += job.output.count
    spare.append(job)
    try sink(UnsafeRawBufferPointer(start: job.output.base, count: job.output.count))
  }
}
