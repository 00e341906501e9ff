/// Bytes that are read from front to back: those of a file, or some in memory.
final class ByteSource {
  private let file: InputFile?
  private let bytes: [UInt8]
  private let size: Int
  private var next = 0

  init(path: String) throws(SpreadsheetError) {
    let file = try InputFile(path: path)
    self.file = file
    bytes = []
    size = file.size
  }

  init(_ bytes: [UInt8]) {
    file = nil
    self.bytes = bytes
    size = bytes.count
  }

  /// Reads at most `buffer.count` bytes and returns how many; zero at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SpreadsheetError) -> Int {
    let count = min(buffer.count, size - next)
    guard count > 0, let start = buffer.baseAddress else {
      try verify()
      return 0
    }
    if let file {
      try file.read(count, at: next, into: start)
    } else {
      buffer.copyBytes(from: bytes[next..<(next + count)])
    }
    next += count
    return count
  }

  /// Checks that the file has not been written to since it was opened, so that the bytes read belong together.
  func verify() throws(SpreadsheetError) { if let file, file.hasChanged { throw file.changedError } }
}
