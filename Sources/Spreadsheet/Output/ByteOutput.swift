/// Where a writer's bytes go.
///
/// What was written counts only once ``finish()`` has returned; after ``discard()`` nothing of it is left, as far as the
/// destination can take it back.
public protocol ByteOutput: AnyObject {
  /// Takes bytes, in order, all of them.
  ///
  /// - Throws: `io.no-space`, `io.closed`, `io.write`.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError)
  /// Makes what was written durable and visible.
  ///
  /// - Throws: `io.no-space`, `io.write`.
  func finish() throws(SpreadsheetError)
  /// Takes back what was written.
  func discard()
  /// The folder for bytes that have to wait until others are written; files in it have no name.
  var scratchFolder: String { get }
}

extension ByteOutput {
  /// The system's folder for temporary files.
  public var scratchFolder: String { TemporaryFolder.path }

  /// Takes the bytes of an array.
  package func write(_ bytes: [UInt8]) throws(SpreadsheetError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(SpreadsheetError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Takes the bytes of a buffer.
  package func write(_ buffer: borrowing ByteBuffer) throws(SpreadsheetError) {
    try write(UnsafeRawBufferPointer(start: buffer.base, count: buffer.count))
  }
}
