import Basics

/// The text of a CSV file as UTF-8, chunk by chunk, without its byte order mark.
final class CSVTextReader {
  /// How many bytes are readable after a chunk, so that a scan can read whole words.
  static let padding = 8

  /// A piece of the text, valid until the next one is read.
  struct Chunk {
    var bytes: UnsafeBufferPointer<UInt8>
    /// Whether some of the bytes are not UTF-8; only in a lenient reading.
    var isSuspect = false
    var replacements = 0
    /// The offset of the first invalid byte in the file; the text ends before it.
    var brokenOffset: Int?
  }

  var encoding: String { decoder?.name ?? "UTF-8" }
  /// Whether the encoding is only guessed. Then bytes that do not fit it are never replaced.
  var isGuessed: Bool { guessedWidth != nil }

  private let source: ByteSource
  private let isLenient: Bool
  private let chunkSize: Int
  private let decoder: (any TextDecoder)?
  private let guessedWidth: Int?
  /// The bytes read; bytes left over from the last chunk come first.
  private let raw: UnsafeMutablePointer<UInt8>
  private let rawCapacity: Int
  private var rawCount = 0
  private var consumed = 0
  /// How many bytes of the file come before those in `raw`.
  private var offset = 0
  private var isAtEnd = false
  private var text: ByteBuffer

  /// Reads the first bytes of a file and recognises its encoding. Throws `csv.binary`, `csv.encoding`, `io.read`.
  init(_ source: ByteSource, _ options: CSVReadingOptions, chunkSize: Int) throws(SpreadsheetError) {
    (self.source, isLenient, self.chunkSize) = (source, options.isLenient, chunkSize)
    // At least as many bytes as it takes to recognise the encoding.
    rawCapacity = max(chunkSize, 512) + 16
    raw = .allocate(capacity: rawCapacity + Self.padding)
    // Scans read whole words past the end. Those bytes must be initialised, but their values do not matter.
    raw.initialize(repeating: 0, count: rawCapacity + Self.padding)
    text = ByteBuffer(capacity: 64)
    do throws(SpreadsheetError) {
      var first = 0
      while first < 512 {
        let count = try source.read(into: UnsafeMutableRawBufferPointer(start: raw + first, count: 512 - first))
        if count == 0 { break }
        first += count
      }
      rawCount = first
      let start = try CSVEncoding.recognised(
        UnsafeBufferPointer(start: raw, count: first), isWhole: first < 512, options)
      decoder = start.decoder
      guessedWidth = start.guessedWidth
      consumed = start.byteOrderMark
    } catch {
      // `deinit` does not run before all properties are initialised.
      raw.deallocate()
      text.deallocate()
      throw error
    }
  }

  deinit {
    raw.deallocate()
    text.deallocate()
  }

  /// The next chunk; nil at the end, and after a broken one.
  func next() throws(SpreadsheetError) -> Chunk? {
    if isAtEnd { return nil }
    offset += consumed
    rawCount -= consumed
    if consumed > 0, rawCount > 0 { raw.update(from: raw + consumed, count: rawCount) }
    consumed = 0
    let wanted = min(chunkSize, rawCapacity - rawCount)
    let count = try source.read(into: UnsafeMutableRawBufferPointer(start: raw + rawCount, count: wanted))
    rawCount += count
    isAtEnd = count == 0
    return decoder.map(decode) ?? validate()
  }

  private func validate() -> Chunk {
    let outcome = UTF8Validation.check(raw, count: rawCount)
    consumed = outcome.validCount
    var chunk = Chunk(bytes: UnsafeBufferPointer(start: raw, count: consumed))
    if consumed == rawCount || (outcome.isCutOff && !isAtEnd) { return chunk }
    if isLenient {
      // The encoding of these bytes is decided field by field.
      consumed = rawCount
      chunk.isSuspect = true
      chunk.bytes = UnsafeBufferPointer(start: raw, count: consumed)
    } else {
      chunk.brokenOffset = offset + consumed
      isAtEnd = true
    }
    return chunk
  }

  private func decode(with decoder: any TextDecoder) -> Chunk {
    text.truncate(to: 0)
    let bytes = UnsafeRawBufferPointer(start: raw, count: rawCount)
    let decoding = decoder.decode(bytes, isLast: isAtEnd, replaces: isLenient && !isGuessed, into: &text)
    consumed = decoding.consumed
    let nul = guessedWidth.flatMap { nulOffset(width: $0) }
    let padded = text.reserve(Self.padding)
    padded.update(repeating: 0, count: Self.padding)
    var chunk = Chunk(bytes: UnsafeBufferPointer(start: text.base, count: text.count))
    chunk.replacements = decoding.replacements
    if decoding.isBroken {
      chunk.brokenOffset = offset + consumed
      isAtEnd = true
    }
    if let nul {
      // The text ends at the NUL, so that the result does not depend on the size of the chunks.
      if let end = chunk.bytes.firstIndex(of: 0) { chunk.bytes = UnsafeBufferPointer(rebasing: chunk.bytes[..<end]) }
      chunk.brokenOffset = offset + nul
      isAtEnd = true
    }
    return chunk
  }

  /// The offset in `raw` of the first decoded code unit that is zero, which text never contains.
  private func nulOffset(width: Int) -> Int? {
    stride(from: 0, to: consumed, by: width).first { start in
      (start..<min(start + width, consumed)).allSatisfy { raw[$0] == 0 }
    }
  }
}

extension CSVTextReader {
  /// The chunks that follow, perhaps read, decoded and checked on a separate thread, a few chunks ahead of the scan.
  func chunks(isAhead: Bool) -> FilledSlots<(buffer: ByteBuffer, chunk: Chunk), SpreadsheetError> {
    FilledSlots(
      ahead: isAhead && WorkerThread.processors > 1 ? 4 : 0,
      make: { (ByteBuffer(capacity: 1024), Chunk(bytes: UnsafeBufferPointer(start: nil, count: 0))) },
      free: { $0.buffer.deallocate() },
      fill: { (slot) throws(SpreadsheetError) in
        guard let chunk = try self.next() else { return false }
        slot.buffer.truncate(to: 0)
        slot.buffer.append(chunk.bytes)
        slot.buffer.reserve(Self.padding).update(repeating: 0, count: Self.padding)
        slot.chunk = chunk
        slot.chunk.bytes = UnsafeBufferPointer(start: slot.buffer.base, count: slot.buffer.count)
        return true
      })
  }
}
