#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes that wait until others are written: in memory first, in a file without a name once they are many.
final class SpooledBytes {
  private let folder: String
  private let memoryLimit: Int
  private var memory = ByteBuffer(capacity: 64 << 10)
  private var descriptor: Int32 = -1
  private var spilled = 0

  /// - Parameters:
  ///   - folder: Where the file is made, if one is needed.
  ///   - memoryLimit: From how many bytes on.
  init(folder: String, memoryLimit: Int = 1 << 20) {
    self.folder = folder
    self.memoryLimit = memoryLimit
  }

  deinit {
    memory.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    if memory.count + bytes.count > memoryLimit { try spill() }
    memory.append(bytes.assumingMemoryBound(to: UInt8.self))
  }

  /// Hands all bytes on, in order.
  func write(to output: any ByteOutput) throws(SpreadsheetError) {
    if spilled > 0 {
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .writing(errno, to: folder) }
      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
      defer { block.deallocate() }
      var left = spilled
      while left > 0 {
        let count = read(descriptor, block.baseAddress, min(block.count, left))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw .writing(count < 0 ? errno : EIO, to: folder) }
        try output.write(UnsafeRawBufferPointer(rebasing: block[..<count]))
        left -= count
      }
    }
    try output.write(memory)
  }

  private func spill() throws(SpreadsheetError) {
    if descriptor < 0 {
      let path = StaleTemporaries.newPath(in: folder)
      descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0 { throw .writing(errno, to: folder) }
      unlink(path)
    }
    try CheckedWrite.write(
      UnsafeRawBufferPointer(start: memory.base, count: memory.count), to: descriptor, file: folder)
    spilled += memory.count
    memory.truncate(to: 0)
  }
}
