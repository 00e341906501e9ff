/// Inflates on a separate thread, a few chunks ahead of the parser.
final class InflatedAheadChunks: ByteChunks {
  private typealias Slot = (buffer: UnsafeMutableRawBufferPointer, count: Int)

  private let slots: SlotsAhead<Slot>

  /// - Returns: Nil if the system provides no thread.
  init?(_ reader: ZIPEntryReader) {
    let slots = SlotsAhead<Slot>(
      count: 8, make: { (.allocate(byteCount: InflatedChunks.size, alignment: 64), 0) },
      free: { $0.buffer.deallocate() }
    ) { slot throws(SpreadsheetError) in
      slot.count = try reader.read(into: slot.buffer)
      return slot.count > 0
    }
    guard let slots else { return nil }
    self.slots = slots
  }

  func next() throws(SpreadsheetError) -> UnsafeRawBufferPointer? {
    try slots.next().map { UnsafeRawBufferPointer(rebasing: $0.buffer[..<$0.count]) }
  }

  /// Ends the thread, whether or not everything was read. Must be called before the last reference is released.
  func close() {
    slots.close()
  }
}
