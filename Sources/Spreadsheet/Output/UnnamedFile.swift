#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file for bytes that do not fit into memory. It has no name, so nothing is left of it, however the process ends.
final class UnnamedFile {
  private let folder: String
  private let descriptor: Int32

  /// - Parameter folder: The folder of the file.
  /// - Throws: `io.no-space`, `io.write`.
  init(in folder: String) throws(SpreadsheetError) {
    self.folder = folder
    let path = StaleTemporaries.newPath(in: folder)
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw .writing(errno, to: folder) }
    unlink(path)
  }

  deinit {
    close(descriptor)
  }

  /// Adds bytes at the end.
  ///
  /// - Throws: `io.no-space`, `io.write`.
  func append(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    try CheckedWrite.write(bytes, to: descriptor, file: folder)
  }

  /// Reads exactly `count` bytes that were written before.
  ///
  /// - Throws: `io.write`.
  func read(_ count: Int, at offset: Int, into start: UnsafeMutableRawPointer) throws(SpreadsheetError) {
    var done = 0
    while done < count {
      let got = pread(descriptor, start + done, count - done, off_t(offset + done))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw .writing(got < 0 ? errno : EIO, to: folder) }
      done += got
    }
  }
}
