/// Inflates on a separate thread, a few chunks ahead of the parser.
///
/// The thread is worthwhile for large parts only.
final class InflatedAheadChunks: ByteChunks, @unchecked Sendable {
  private static let slots = 8

  private let reader: ZIPEntryReader
  private let ring = SlotRing(count: slots)
  private let buffers: [UnsafeMutableRawBufferPointer]
  /// How many bytes are in each buffer; raw memory, because both threads access it at once, each for its own slots.
  private let counts = UnsafeMutablePointer<Int>.allocate(capacity: slots)
  /// The error that ended the reading; set before the end of the ring.
  private var failure: SpreadsheetError?
  private var holdsChunk = false
  private var thread: WorkerThread?

  /// - Returns: Nil if the system provides no thread.
  init?(_ reader: ZIPEntryReader) {
    self.reader = reader
    counts.initialize(repeating: 0, count: Self.slots)
    buffers = (0..<Self.slots).map { _ in .allocate(byteCount: InflatedChunks.size, alignment: 64) }
    guard let thread = WorkerThread({ [self] in work() }) else { return nil }
    self.thread = thread
  }

  deinit {
    for buffer in buffers { buffer.deallocate() }
    counts.deallocate()
  }

  func next() throws(SpreadsheetError) -> UnsafeRawBufferPointer? {
    if holdsChunk {
      holdsChunk = false
      ring.empty()
    }
    if let slot = ring.slotToEmpty() {
      holdsChunk = true
      return UnsafeRawBufferPointer(rebasing: buffers[slot][..<counts[slot]])
    }
    if let failure { throw failure }
    return nil
  }

  /// Ends the thread, whether or not everything was read. Must be called before the last reference is released.
  func close() {
    ring.cancel()
    thread?.join()
    thread = nil
  }

  private func work() {
    while let slot = ring.slotToFill() {
      do throws(SpreadsheetError) {
        counts[slot] = try reader.read(into: buffers[slot])
        if counts[slot] == 0 { break }
      } catch {
        failure = error
        break
      }
      ring.fill()
    }
    ring.end()
  }
}
