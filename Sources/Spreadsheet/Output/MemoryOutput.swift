/// Bytes kept in memory.
public final class MemoryOutput: ByteOutput {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []
  /// Whether ``finish()`` was called.
  public private(set) var isFinished = false

  /// Makes an empty one.
  public init() {}

  /// Takes bytes.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    self.bytes.append(contentsOf: bytes)
  }

  /// Notes that all is there.
  public func finish() throws(SpreadsheetError) {
    isFinished = true
  }

  /// Forgets the bytes.
  public func discard() {
    bytes = []
  }
}
