/// Bytes that are read from front to back.
protocol ByteSource: AnyObject {
  /// Reads at most `buffer.count` bytes and returns how many; zero at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SpreadsheetError) -> Int
}

final class FileSource: ByteSource {
  private let file: InputFile
  private var next = 0

  init(path: String) throws(SpreadsheetError) {
    file = try InputFile(path: path)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SpreadsheetError) -> Int {
    let count = min(buffer.count, file.size - next)
    guard count > 0, let start = buffer.baseAddress else {
      try verify()
      return 0
    }
    try file.read(count, at: next, into: start)
    next += count
    return count
  }

  /// Checks that the file has not been written to since it was opened, so that the bytes read belong together.
  func verify() throws(SpreadsheetError) {
    if file.hasChanged { throw file.changedError }
  }
}

final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SpreadsheetError) -> Int {
    let count = min(buffer.count, bytes.count - next)
    buffer.copyBytes(from: bytes[next..<(next + count)])
    next += count
    return count
  }
}
