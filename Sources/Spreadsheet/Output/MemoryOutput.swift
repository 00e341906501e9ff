/// An output that keeps its bytes in memory.
public final class MemoryOutput: ByteOutput {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []
  /// Whether ``finish()`` was called.
  public private(set) var isFinished = false

  /// Creates an empty output.
  public init() {}

  /// Writes bytes.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    self.bytes.append(contentsOf: bytes)
  }

  /// Marks the output as finished.
  public func finish() throws(SpreadsheetError) {
    isFinished = true
  }

  /// Removes the bytes.
  public func discard() {
    bytes = []
  }
}
