/// Buffered text for an output of bytes. A text stream cannot throw, so the first error is kept, and thrown at the end.
package struct CheckedTextOutput<Output: ByteOutput>: TextOutputStream {
  private static var size: Int { 64 << 10 }

  private let output: Output
  private var bytes: [UInt8] = []
  private var failure: SpreadsheetError?

  package init(_ output: Output) {
    self.output = output
  }

  package mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.size { flush() }
  }

  private mutating func flush() {
    do throws(SpreadsheetError) {
      if failure == nil { try output.write(bytes) }
    } catch {
      failure = error
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes what is left in the buffer. The output itself is not finished.
  ///
  /// - Throws: The first error of the output.
  package mutating func finish() throws(SpreadsheetError) {
    flush()
    if let failure { throw failure }
  }
}
