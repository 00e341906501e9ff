/// An output that is finished only after all other outputs are complete.
final class HeldOutput: ByteOutput {
  private let output: any ByteOutput

  init(_ output: any ByteOutput) {
    self.output = output
  }

  var scratchFolder: String { output.scratchFolder }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    try output.write(bytes)
  }

  func finish() throws(SpreadsheetError) {}

  func discard() {
    output.discard()
  }

  func release() throws(SpreadsheetError) {
    try output.finish()
  }
}
