/// The bytes of an entry, chunk by chunk.
protocol ByteChunks: AnyObject {
  /// The next chunk, valid until the one after it is asked for; nil where the entry ended, verified.
  ///
  /// Every chunk but the last is full, so that what stands at the start of a part stands in its first chunk.
  func next() throws(SpreadsheetError) -> UnsafeRawBufferPointer?
}

extension ByteChunks {
  /// Reads what is left, to verify it.
  func drain() throws(SpreadsheetError) {
    while try next() != nil {}
  }
}

/// Inflates each chunk when it is asked for.
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
