import Basics

/// Bytes that wait until others are written. Small amounts stay in memory; larger ones go to an unnamed file.
final class SpooledBytes {
  private let folder: String
  private let memoryLimit: Int
  private var memory = ByteBuffer(capacity: 64 << 10)
  private var file: UnnamedFile?
  private var spilled = 0

  init(folder: String, memoryLimit: Int = 1 << 20) { (self.folder, self.memoryLimit) = (folder, memoryLimit) }

  deinit { memory.deallocate() }

  func append(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    if memory.count + bytes.count > memoryLimit { try spill() }
    memory.append(bytes.assumingMemoryBound(to: UInt8.self))
  }

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

/// A file for bytes that do not fit into memory. It has no name, so nothing is left of it, however the process ends.
final class UnnamedFile {
  private let folder: String
  private let descriptor: Int32

  init(in folder: String) throws(SpreadsheetError) {
    self.folder = folder
    let path = FilePlace.newTemporary(in: folder)
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw .writing(errno, to: folder) }
    unlink(path)
  }

  deinit { close(descriptor) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    try CheckedCall.write(bytes, to: descriptor, file: folder)
  }

  func read(_ count: Int, at offset: Int, into start: UnsafeMutableRawPointer) throws(SpreadsheetError) {
    guard let number = CheckedCall.read(count, of: descriptor, at: offset, into: start) else { return }
    throw .writing(number == 0 ? EIO : number, to: folder)
  }
}
