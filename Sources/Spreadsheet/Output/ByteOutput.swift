/// A destination for the bytes of a writer.
///
/// The output is complete only after ``finish()`` has returned. After ``discard()`` nothing is left of it, as far as
/// the destination can take it back.
public protocol ByteOutput: AnyObject {
  /// Writes all of the bytes, after those written before.
  ///
  /// - Throws: `io.no-space`, `io.closed`, `io.write`.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError)
  /// Makes the written bytes durable and visible.
  ///
  /// - Throws: `io.no-space`, `io.write`.
  func finish() throws(SpreadsheetError)
  /// Takes back the written bytes.
  func discard()
  /// The folder for bytes that must wait until others are written; files in it have no name.
  var scratchFolder: String { get }
}

extension ByteOutput {
  /// The system's folder for temporary files.
  public var scratchFolder: String { TemporaryFolder.path }

  /// Writes the bytes of an array.
  package func write(_ bytes: [UInt8]) throws(SpreadsheetError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(SpreadsheetError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Writes the bytes of a buffer.
  package func write(_ buffer: borrowing ByteBuffer) throws(SpreadsheetError) {
    try write(UnsafeRawBufferPointer(start: buffer.base, count: buffer.count))
  }
}
