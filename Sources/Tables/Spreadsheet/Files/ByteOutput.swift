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
  public var scratchFolder: String { FilePlace.temporaryFolder }

  package func write(_ bytes: [UInt8]) throws(SpreadsheetError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(SpreadsheetError) in try write(UnsafeRawBufferPointer(buffer)) }
  }

  package func write(_ buffer: borrowing ByteBuffer) throws(SpreadsheetError) {
    try write(UnsafeRawBufferPointer(start: buffer.base, count: buffer.count))
  }
}

/// An output that keeps its bytes in memory.
public final class MemoryOutput: ByteOutput {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty output.
  public init() {}

  /// Writes bytes.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) { self.bytes.append(contentsOf: bytes) }

  /// Does nothing.
  public func finish() throws(SpreadsheetError) {}

  /// Removes the bytes.
  public func discard() { bytes = [] }
}

/// Buffered text for an output of bytes. A text stream cannot throw, so the first error is kept, and thrown at the end.
package struct CheckedTextOutput<Output: ByteOutput>: TextOutputStream {
  private static var size: Int { 64 << 10 }

  private let output: Output
  private var bytes: [UInt8] = []
  private var failure: SpreadsheetError?

  package init(_ output: Output) { self.output = output }

  package mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.size { flush() }
  }

  private mutating func flush() {
    do throws(SpreadsheetError) { if failure == nil { try output.write(bytes) } } catch { failure = error }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes what is left in the buffer. The output itself is not finished. Throws the first error of the output.
  package mutating func finish() throws(SpreadsheetError) {
    flush()
    if let failure { throw failure }
  }
}
