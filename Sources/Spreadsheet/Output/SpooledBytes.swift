/// Bytes that wait until others are written. Small amounts stay in memory; larger ones go to a file without a name.
final class SpooledBytes {
  private let folder: String
  private let memoryLimit: Int
  private var memory = ByteBuffer(capacity: 64 << 10)
  private var file: UnnamedFile?
  private var spilled = 0

  /// - Parameters:
  ///   - folder: The folder for the file, if one is needed.
  ///   - memoryLimit: The most bytes to keep in memory.
  init(folder: String, memoryLimit: Int = 1 << 20) {
    self.folder = folder
    self.memoryLimit = memoryLimit
  }

  deinit {
    memory.deallocate()
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    if memory.count + bytes.count > memoryLimit { try spill() }
    memory.append(bytes.assumingMemoryBound(to: UInt8.self))
  }

  /// Writes all bytes to the output, in order.
  func write(to output: any ByteOutput) throws(SpreadsheetError) {
    if let file {
      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
      defer { block.deallocate() }
      var done = 0
      while done < spilled, let start = block.baseAddress {
        let count = min(block.count, spilled - done)
        try file.read(count, at: done, into: start)
        try output.write(UnsafeRawBufferPointer(rebasing: block[..<count]))
        done += count
      }
    }
    try output.write(memory)
  }

  private func spill() throws(SpreadsheetError) {
    if file == nil { file = try UnnamedFile(in: folder) }
    try file?.append(UnsafeRawBufferPointer(start: memory.base, count: memory.count))
    spilled += memory.count
    memory.truncate(to: 0)
  }
}
