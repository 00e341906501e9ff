import Basics

/// A regular file, open for reading at any offset, or bytes in memory in its place.
///
/// A file is read piece by piece and never mapped: if another program shortens a mapped file, this process crashes.
package final class InputFile: Sendable {
  package let path: String
  package let size: Int
  package let version: FileVersion
  private let descriptor: Int32
  /// The bytes in memory; nil for a file.
  private let held: [UInt8]?

  /// Opens a file. Throws `file.not-found`, `file.is-directory`, `file.not-regular`, `file.unreadable`.
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
        .fileNotRegular, "this is a pipe, a device or a socket, not a file.", hint: "Save its output to a file first.",
        place: .init(file: path))
    }
    (self.path, self.size, self.descriptor) = (path, size, descriptor)
    held = nil
    version = FileVersion(status)
  }

  /// Uses bytes in memory as a file without a path, which never changes.
  package init(bytes: [UInt8]) {
    (path, size, held, descriptor) = ("", bytes.count, bytes, -1)
    version = FileVersion(stat())
  }

  deinit { if held == nil { close(descriptor) } }

  /// Reads exactly `count` bytes. Throws `file.changed`, `io.read`.
  package func read(_ count: Int, at offset: Int, into start: UnsafeMutableRawPointer) throws(SpreadsheetError) {
    if let held {
      return held.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: start, count: count).copyMemory(
          from: .init(rebasing: $0[offset..<offset + count]))
      }
    }
    switch CheckedCall.read(count, of: descriptor, at: offset, into: start) {
    case nil: return
    case 0: throw changedError
    case let number?: throw .reading(number, file: path)
    }
  }

  package func bytes(_ count: Int, at offset: Int) throws(SpreadsheetError) -> [UInt8] {
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: max(count, 1))
    defer { start.deallocate() }
    try read(count, at: offset, into: start)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Whether another program has written to the file since it was opened.
  package var hasChanged: Bool { held == nil && FileVersion(descriptor: descriptor) != version }

  package var changedError: SpreadsheetError { .changed(path) }
}

/// The version of a file: which file it is, its size, and when it was last written to.
package struct FileVersion: Hashable, Sendable {
  private let device: UInt64
  private let node: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// When the file was last written to, in seconds since 1970.
  package var modifiedAt: Double { Double(seconds) + Double(nanoseconds) / 1e9 }

  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    seconds = Int(modified.tv_sec)
    nanoseconds = Int(modified.tv_nsec)
  }

  /// Runs `body`, and runs it again if it fails because another program wrote to the file: that program may have
  /// finished by then. Throws the errors of `body`; `file.changed` only if the second run throws it.
  package static func retryingOnce<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as SpreadsheetError where error.code == .fileChanged { return try body() }
  }
}

extension SpreadsheetError {
  static let emptyFile = SpreadsheetError(
    .fileEmpty, "the file is empty.", hint: "Download or copy it again, or export a new one.")

  static func opening(_ number: Int32, file: String) -> SpreadsheetError {
    let cause = String(cString: strerror(number))
    let (code, message, hint): (Code, String, String?) =
      switch number {
      case ENOENT, ENOTDIR: (.fileNotFound, "there is no such file.", "Check the spelling of the path.")
      case EACCES, EPERM:
        (
          .fileUnreadable, "the file can't be read: \(cause).",
          "Change its permissions, or copy it to a folder of your own."
        )
      case ENXIO: (.fileNotRegular, "this is a socket or a device, not a file.", "Save its output to a file first.")
      default: (.ioRead, "the file can't be opened: \(cause).", nil)
      }
    return SpreadsheetError(code, message, hint: hint, place: Place(file: file), cause: cause)
  }

  static func reading(_ number: Int32, file: String) -> SpreadsheetError {
    let cause = String(cString: strerror(number))
    return SpreadsheetError(.ioRead, "the file can't be read: \(cause).", place: .init(file: file), cause: cause)
  }

  static func directory(_ path: String) -> SpreadsheetError {
    SpreadsheetError(
      .fileIsDirectory, "this is a folder, not a file.",
      hint: "Name the file in it. If it is a Numbers document, export it from Numbers as an Excel workbook.",
      place: .init(file: path))
  }

  /// The error for a file that another program wrote to, or replaced, while it was read.
  package static func changed(_ path: String) -> SpreadsheetError {
    SpreadsheetError(
      .fileChanged, "the file changed while it was being read.",
      hint: "Wait until the other program has saved it, and try again.", place: .init(file: path))
  }
}
