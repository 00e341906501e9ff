#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A regular file, open for reading at any offset.
///
/// It is read piece by piece and never mapped: if another program shortens a mapped file, this process crashes.
package final class InputFile: Sendable {
  /// The path as it was given.
  package let path: String
  /// The size in bytes when the file was opened.
  package let size: Int
  /// The version of the file when it was opened.
  package let version: FileVersion
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Throws: `file.not-found`, `file.is-directory`, `file.not-regular`, `file.unreadable`.
  package init(path: String) throws(SpreadsheetError) {
    // Opened without blocking, because opening a named pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw .opening(errno, file: path) }
    var status = stat()
    if fstat(descriptor, &status) != 0 {
      let number = errno
      close(descriptor)
      throw .opening(number, file: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG, let size = Int(exactly: status.st_size) else {
      close(descriptor)
      if status.st_mode & S_IFMT == S_IFDIR { throw .directory(path) }
      throw SpreadsheetError(
        .fileNotRegular, "this is a pipe, a device or a socket, not a file.",
        hint: "Save its output to a file first.", place: .init(file: path))
    }
    self.path = path
    self.size = size
    self.descriptor = descriptor
    version = FileVersion(status)
  }

  deinit {
    close(descriptor)
  }

  /// Reads exactly `count` bytes.
  ///
  /// - Throws: `file.changed`, `io.read`.
  package func read(_ count: Int, at offset: Int, into start: UnsafeMutableRawPointer) throws(SpreadsheetError) {
    var done = 0
    while done < count {
      let got = pread(descriptor, start + done, count - done, off_t(offset + done))
      if got < 0 {
        if errno == EINTR { continue }
        throw .reading(errno, file: path)
      }
      if got == 0 { throw changedError }
      done += got
    }
  }

  /// Reads exactly `count` bytes.
  package func bytes(_ count: Int, at offset: Int) throws(SpreadsheetError) -> [UInt8] {
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: max(count, 1))
    defer { start.deallocate() }
    try read(count, at: offset, into: start)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Whether another program has written to the file since it was opened.
  package var hasChanged: Bool {
    var status = stat()
    return fstat(descriptor, &status) != 0 || FileVersion(status) != version
  }

  /// The error to throw if ``hasChanged``.
  package var changedError: SpreadsheetError { .changed(path) }
}
