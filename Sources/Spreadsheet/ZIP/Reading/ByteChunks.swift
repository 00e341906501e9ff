/// The bytes of an entry, chunk by chunk.
protocol ByteChunks: AnyObject {
  /// The next chunk, valid until the next call; nil at the end of the entry, which has then been verified.
  ///
  /// Every chunk but the last is full, so that the start of a part is in its first chunk.
  func next() throws(SpreadsheetError) -> UnsafeRawBufferPointer?
}

extension ByteChunks {
  /// Reads the rest, to verify it.
  func drain() throws(SpreadsheetError) {
    while try next() != nil {}
  }
}

/// Inflates each chunk on demand.
final class InflatedChunks: ByteChunks {
  static let size = 64 << 10

  private let reader: ZIPEntryReader
  private let buffer: UnsafeMutableRawBufferPointer

  init(_ reader: ZIPEntryReader) {
    self.reader = reader
    buffer = .allocate(byteCount: Self.size, alignment: 64)
  }

  deinit {
    buffer.deallocate()
  }

  func next() throws(SpreadsheetError) -> UnsafeRawBufferPointer? {
    let count = try reader.read(into: buffer)
    return count == 0 ? nil : UnsafeRawBufferPointer(rebasing: buffer[..<count])
  }
}
