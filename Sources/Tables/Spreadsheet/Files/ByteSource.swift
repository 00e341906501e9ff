/// The bytes of a file, read from front to back.
final class ByteSource {
  private let file: InputFile
  private var next = 0

  init(_ file: InputFile) { self.file = file }

  /// Reads at most `buffer.count` bytes and returns how many; zero at the end.
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
  func verify() throws(SpreadsheetError) { if file.hasChanged { throw file.changedError } }
}
