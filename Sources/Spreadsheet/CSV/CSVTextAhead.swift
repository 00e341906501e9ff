/// The chunks of a text, one after the other.
protocol CSVChunks {
  /// The next chunk, valid until the next one is read; nil at the end, and after a broken one.
  func next() throws(SpreadsheetError) -> CSVTextReader.Chunk?
}

extension CSVTextReader: CSVChunks {}

/// Reads, decodes and checks the text of a CSV file on a separate thread, a few chunks ahead of the scan.
final class CSVTextAhead: CSVChunks {
  private typealias Slot = (buffer: ByteBuffer, chunk: CSVTextReader.Chunk)

  private let slots: SlotsAhead<Slot>

  /// - Parameter text: Read by no other thread until this is closed.
  /// - Returns: Nil if there is one processor only, or the system provides no thread.
  init?(_ text: CSVTextReader) {
    if WorkerThread.processors == 1 { return nil }
    let slots = SlotsAhead<Slot>(
      count: 4, make: { (ByteBuffer(capacity: 1024), CSVTextReader.Chunk(bytes: .init(start: nil, count: 0))) },
      free: { $0.buffer.deallocate() }
    ) { slot throws(SpreadsheetError) in
      guard let chunk = try text.next() else { return false }
      slot.buffer.truncate(to: 0)
      slot.buffer.append(chunk.bytes)
      slot.buffer.reserve(CSVTextReader.padding).update(repeating: 0, count: CSVTextReader.padding)
      slot.chunk = chunk
      slot.chunk.bytes = UnsafeBufferPointer(start: slot.buffer.base, count: slot.buffer.count)
      return true
    }
    guard let slots else { return nil }
    self.slots = slots
  }

  func next() throws(SpreadsheetError) -> CSVTextReader.Chunk? {
    try slots.next()?.chunk
  }

  /// Ends the thread. Must be called before the last reference is released.
  func close() {
    slots.close()
  }
}
