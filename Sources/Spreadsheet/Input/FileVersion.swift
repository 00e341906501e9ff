#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The version of a file: which file it is, its size, and when it was last written to.
package struct FileVersion: Hashable, Sendable {
  private let device: UInt64
  private let node: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// The current version of the file at a path; nil if there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The current version of an open file; nil if the system does not tell it.
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
  /// finished by then.
  ///
  /// - Throws: The errors of `body`; `file.changed` only if the second run throws it.
  package static func retryingOnce<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SpreadsheetError where error.code == .fileChanged {
      return try body()
    }
  }
}
