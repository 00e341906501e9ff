import GoogleDrive
import ReviewJournal
import Spreadsheet
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file on this machine that a file of Drive is fetched into. It appears complete or not at all.
final class FetchedFile: FetchTarget {
  private let path: String
  private let output = Mutex<OutputFile?>(nil)

  init(path: String) {
    self.path = path
  }

  func restart() throws {
    try output.withLock { $0 = try OutputFile(path: path) }
  }

  func write(_ bytes: [UInt8]) throws {
    try output.withLock { output in try bytes.withUnsafeBytes { try output?.write($0) } }
  }

  /// Writes the whole of another file.
  func copy(_ source: UploadFile) throws {
    try restart()
    let step = 1 << 20
    for start in stride(from: 0, to: source.size, by: step) {
      try write(try source.bytes(start..<min(start + step, source.size)))
    }
    try finish()
  }

  /// Gives the file its name.
  func finish() throws {
    try output.withLock { try $0?.finish() }
  }
}

/// A file on this machine that is uploaded.
final class UploadFile: UploadSource {
  let size: Int
  private let path: String
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Throws: `SpreadsheetError` `io.read`.
  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    let place = SpreadsheetError.Place(file: path)
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw SpreadsheetError(.ioRead, "the file cannot be read: \(String(cString: strerror(errno))).", place: place)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw SpreadsheetError(
        .fileNotRegular, "the file is not a regular file: it is a folder, a pipe or a device.", place: place)
    }
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Refuses a file that only has the name of a workbook.
  ///
  /// - Throws: `SpreadsheetError` `file.unsupported-format`.
  func requireXLSX() throws {
    guard size >= 4, try bytes(0..<4) == [0x50, 0x4B, 0x03, 0x04] else {
      throw SpreadsheetError(
        .fileUnsupportedFormat, "the file is not an XLSX file.", hint: "Save it as .xlsx in a spreadsheet program.",
        place: SpreadsheetError.Place(file: path))
    }
  }

  func bytes(_ range: Range<Int>) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        pread(
          descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(range.lowerBound + count))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else {
        throw SpreadsheetError(
          .ioRead, "the file became shorter while it was uploaded.", hint: "Push it again.",
          place: SpreadsheetError.Place(file: path))
      }
      count += read
    }
    return bytes
  }
}
