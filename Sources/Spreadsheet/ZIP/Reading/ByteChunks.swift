/// The bytes of an entry, chunk by chunk.
protocol ByteChunks: AnyObject {
  /// The next chunk, valid until the next call; nil at the end of the entry, which has then been verified.
  ///
  /// Every chunk but the last is full, so that the start of a part is in its first chunk. The memory around a chunk is
  /// that of a ``ChunkBuffer``.
  func next() throws(SpreadsheetError) -> UnsafeRawBufferPointer?
}

extension ByteChunks {
  /// Reads the rest, to verify it.
  func drain() throws(SpreadsheetError) {
    while try next() != nil {}
  }
}

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

  /// The chunk.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[Self.headroom..<Self.headroom + count]) }

  /// Reads the next chunk of an entry.
  ///
  /// - Returns: False at its end.
  mutating func fill(from reader: ZIPEntryReader) throws(SpreadsheetError) -> Bool {
    count = try reader.read(
      into: UnsafeMutableRawBufferPointer(rebasing: memory[Self.headroom..<Self.headroom + size]))
    return count > 0
  }
}

/// Inflates each chunk on demand.
final class InflatedChunks: ByteChunks {
  private let reader: ZIPEntryReader
  private var buffer: ChunkBuffer

  init(_ reader: ZIPEntryReader, size: Int) {
    self.reader = reader
    buffer = ChunkBuffer(size: size)
  }

  deinit {
    buffer.deallocate()
  }

  func next() throws(SpreadsheetError) -> UnsafeRawBufferPointer? {
    try buffer.fill(from: reader) ? buffer.bytes : nil
  }
}

/// Inflates on a separate thread, a few chunks ahead of the parser.
final class InflatedAheadChunks: ByteChunks {
  private let slots: SlotsAhead<ChunkBuffer, SpreadsheetError>

  /// - Returns: Nil if the system provides no thread.
  init?(_ reader: ZIPEntryReader, size: Int) {
    slots = SlotsAhead(count: 8, make: { ChunkBuffer(size: size) }, free: { $0.deallocate() })
    let isStarted = slots.start { slots throws(SpreadsheetError) in
      while let slot = slots.slotToFill(), try slot.pointee.fill(from: reader) { slots.pass() }
    }
    if !isStarted { return nil }
  }

  func next() throws(SpreadsheetError) -> UnsafeRawBufferPointer? {
    try slots.next()?.pointee.bytes
  }

  /// Ends the thread, whether or not everything was read. Must be called before the last reference is released.
  func close() {
    slots.close()
  }
}
