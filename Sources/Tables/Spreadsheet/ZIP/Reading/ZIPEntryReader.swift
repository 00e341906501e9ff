internal import CZlib

/// Reads the bytes of one entry, inflated, and verifies them at their end.
package final class ZIPEntryReader {
  private static let bufferSize = 64 << 10
  /// All entries together must have this many times ``SpreadsheetLimits/ratioFloor`` bytes before their ratio is checked.
  private static let floorOfAll = 4

  let entry: ZIPEntry
  private(set) var count = 0
  package private(set) var isAtEnd = false
  private let file: InputFile
  private let limits: SpreadsheetLimits
  private let others: (size: Int, compressedSize: Int)
  // zlib keeps the address of its stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let buffer: UnsafeMutablePointer<UInt8>
  private var checksum: UInt
  private var taken = 0

  init(_ entry: ZIPEntry, in file: InputFile, limits: SpreadsheetLimits, others: (size: Int, compressedSize: Int))
    throws(SpreadsheetError)
  {
    if entry.isEncrypted {
      throw SpreadsheetError(
        .filePasswordProtected, "the file is password-protected.", hint: "Remove the password and save it again.",
        place: .init(part: entry.displayName))
    }
    if entry.method != 0 && entry.method != 8 {
      throw SpreadsheetError(
        .zipUnsupportedMethod,
        "\"\(entry.displayName)\" is compressed with method \(entry.method), which no spreadsheet program uses.",
        hint: "Open the file in a spreadsheet program and save it again as XLSX.", place: .init(part: entry.displayName)
      )
    }
    (self.entry, self.file, self.limits, self.others) = (entry, file, limits, others)
    checksum = crc32(0, nil, 0)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    buffer = .allocate(capacity: entry.method == 8 ? Self.bufferSize : 1)
    if entry.method == 8 {
      let code = nstack_inflate_init_raw(stream)
      precondition(code == Z_OK, "zlib refuses to start: \(code)")
    }
  }

  deinit {
    if entry.method == 8 { inflateEnd(stream) }
    stream.deallocate()
    buffer.deallocate()
  }

  /// Fills `output`, up to the end of the entry. Returns how many bytes were written. `output` is filled except at the
  /// end, where size and CRC-32 have been verified. Throws `zip.corrupt-data`, `zip.size-mismatch`, `zip.crc`,
  /// `limit.part-size`, `limit.total-size`, `limit.ratio`, `file.changed`, `io.read`.
  package func read(into output: UnsafeMutableRawBufferPointer) throws(SpreadsheetError) -> Int {
    guard !isAtEnd, let start = output.baseAddress else { return 0 }
    let bytes = start.assumingMemoryBound(to: UInt8.self)
    let room = min(output.count, 1 << 30)
    let written = entry.method == 8 ? try inflate(into: bytes, room: room) : try copy(into: bytes, room: room)
    checksum = crc32(checksum, bytes, uInt(written))
    count += written
    try checkLimits()
    if UInt64(count) > entry.size { throw sizeMismatch("more than") }
    if isAtEnd {
      if UInt64(count) != entry.size { throw sizeMismatch("fewer than") }
      if checksum != UInt(entry.checksum) { throw .zip(.zipCRC, "the checksum of the part is wrong.", entry: entry) }
    }
    return written
  }

  private func copy(into bytes: UnsafeMutablePointer<UInt8>, room: Int) throws(SpreadsheetError) -> Int {
    let written = min(room, entry.compressedSize - taken)
    try file.read(written, at: entry.dataOffset + taken, into: bytes)
    taken += written
    isAtEnd = taken == entry.compressedSize
    return written
  }

  private func inflate(into bytes: UnsafeMutablePointer<UInt8>, room: Int) throws(SpreadsheetError) -> Int {
    stream.pointee.next_out = bytes
    stream.pointee.avail_out = uInt(room)
    while stream.pointee.avail_out > 0 {
      if stream.pointee.avail_in == 0, taken < entry.compressedSize {
        let size = min(Self.bufferSize, entry.compressedSize - taken)
        try file.read(size, at: entry.dataOffset + taken, into: buffer)
        taken += size
        stream.pointee.next_in = buffer
        stream.pointee.avail_in = uInt(size)
      }
      let code = CZlib.inflate(stream, Z_NO_FLUSH)
      if code == Z_STREAM_END {
        if stream.pointee.avail_in > 0 || taken < entry.compressedSize {
          throw .zip(.zipCorruptData, "more bytes follow after the end of the compressed data.", entry: entry)
        }
        isAtEnd = true
        break
      }
      if code == Z_BUF_ERROR { throw .zip(.zipCorruptData, "the compressed data is cut off.", entry: entry) }
      if code != Z_OK {
        throw .zip(
          .zipCorruptData, "the compressed data is broken.", entry: entry,
          cause: stream.pointee.msg.map { String(cString: $0) })
      }
    }
    return room - Int(stream.pointee.avail_out)
  }

  private func checkLimits() throws(SpreadsheetError) {
    func exceeded(_ code: SpreadsheetError.Code, _ most: String, raise setting: String, ofAll: Bool) -> SpreadsheetError
    {
      let what = ofAll ? "the parts of the file inflate" : "\"\(entry.displayName)\" inflates"
      return .limit(code, "\(what) to more than \(most).", raise: setting, place: .init(part: entry.displayName))
    }
    let total = others.size + count
    let consumed = max(1, taken - Int(stream.pointee.avail_in))
    let (most, floor, ratio) = (limits.partSize, limits.ratioFloor, limits.inflationRatio)
    if count > most { throw exceeded(.limitPartSize, "\(most) bytes", raise: "partSize", ofAll: false) }
    if total > limits.totalSize {
      throw exceeded(.limitTotalSize, "\(limits.totalSize) bytes", raise: "totalSize", ofAll: true)
    }
    if count > floor, count / consumed > ratio {
      throw exceeded(.limitRatio, "\(ratio) times its size in the file", raise: "inflationRatio", ofAll: false)
    }
    if total / Self.floorOfAll > floor, total / (others.compressedSize + consumed) > ratio {
      throw exceeded(.limitRatio, "\(ratio) times their size in the file", raise: "inflationRatio", ofAll: true)
    }
  }

  private func sizeMismatch(_ relation: String) -> SpreadsheetError {
    .zip(.zipSizeMismatch, "the part contains \(relation) the \(entry.size) bytes that it claims.", entry: entry)
  }
}

struct ChunkBuffer {
  /// The most bytes of a chunk, unless a test asks for fewer.
  static let size = 64 << 10
  /// How many bytes before a chunk may be overwritten, with the start of an item whose end is in the chunk.
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

  func deallocate() { memory.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[Self.headroom..<Self.headroom + count]) }

  mutating func fill(from reader: ZIPEntryReader) throws(SpreadsheetError) -> Bool {
    count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[Self.headroom..<Self.headroom + size]))
    return count > 0
  }
}

extension ZIPEntryReader {
  /// The bytes of the entry, chunk by chunk, verified once the last chunk has been read. Every chunk but the last is full, so
  /// the start of a part is in its first one.
  func chunks(size: Int, isAhead: Bool) -> FilledSlots<ChunkBuffer, SpreadsheetError> {
    FilledSlots(ahead: isAhead ? 8 : 0, make: { ChunkBuffer(size: size) }, free: { $0.deallocate() }) {
      (buffer) throws(SpreadsheetError) in try buffer.fill(from: self)
    }
  }
}
