/// The memory for a chunk, with room around it.
struct ChunkBuffer {
  /// The most bytes of a chunk, unless a test asks for fewer.
  static let size = 64 << 10
  /// How many bytes before a chunk may be written: the start of an item of which the chunk has the end.
  static let headroom = 32 << 10
  /// How many bytes after a chunk may be read, though not used.
  static let padding = 32

  private let memory: UnsafeMutableRawBufferPointer
  private let size: Int
  private var count = 0

  init(size: Int) {
    self.size = size
    memory = .allocate(byteCount: Self.headroom + size + Self.padding, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
  }

  func deallocate() {
    memory.deallocate()
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[Self.headroom..<Self.headroom + count]) }

  /// Reads the next chunk of an entry.
  ///
  /// - Returns: False at its end.
  mutating func fill(from reader: ZIPEntryReader) throws(SpreadsheetError) -> Bool {
    count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[Self.headroom..<Self.headroom + size]))
    return count > 0
  }
}

/// The bytes of an entry, chunk by chunk. Every chunk but the last is full, so the start of a part is in its first one.
final class InflatedChunks {
  private let reader: ZIPEntryReader
  private var buffer: ChunkBuffer
  private var ahead: SlotsAhead<ChunkBuffer, SpreadsheetError>?

  init(_ reader: ZIPEntryReader, size: Int, isAhead: Bool) {
    self.reader = reader
    buffer = ChunkBuffer(size: size)
    if !isAhead { return }
    let slots = SlotsAhead<ChunkBuffer, SpreadsheetError>(
      count: 8, make: { ChunkBuffer(size: size) }, free: { $0.deallocate() })
    let isStarted = slots.start { slots throws(SpreadsheetError) in
      while let slot = slots.slotToFill(), try slot.pointee.fill(from: reader) { slots.pass() }
    }
    if isStarted { ahead = slots }
  }

  deinit {
    buffer.deallocate()
  }

  /// The next chunk, valid until the next call; nil at the end of the entry, which has then been verified.
  func next() throws(SpreadsheetError) -> UnsafeRawBufferPointer? {
    if let ahead { return try ahead.next()?.pointee.bytes }
    return try buffer.fill(from: reader) ? buffer.bytes : nil
  }

  /// Ends the thread. Must be called before the last reference is released.
  func close() {
    ahead?.close()
  }
}
